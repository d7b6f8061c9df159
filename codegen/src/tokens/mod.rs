//! Tokens of expressions.

mod cursor;
mod lex;
mod mistake;

pub use cursor::Cursor;
pub use lex::Token;
pub use mistake::Mistake;
