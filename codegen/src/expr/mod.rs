//! The expressions of binary schemas: whole numbers, fields, `+`, `-`, `*` and parentheses.

mod parse;
mod tree;

pub use parse::parse;
pub use tree::{Expr, Inverse, Operator, Path, Scope};
