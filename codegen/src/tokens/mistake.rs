//! Syntax errors of expressions.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// In characters from the start of the expression, from 1.
    pub column: usize,
    pub expected: &'static str,
    pub found: String,
}
