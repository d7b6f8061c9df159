//! The smallest parts of expressions, for those of formats that are written and for those of formats that are only read.

mod cursor;
mod lex;
mod mistake;

pub use cursor::Cursor;
pub use lex::Token;
pub use mistake::Mistake;
