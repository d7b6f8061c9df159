//! Why a text is no expression.

/// Why a text is no expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Where, in characters from the start of the expression, counted from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
    /// What is there.
    pub found: String,
}
