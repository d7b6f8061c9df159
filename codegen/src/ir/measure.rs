//! Lengths and counts, resolved.

use crate::expr::Expr;

/// A length or a count: an expression, the own field that errors blame, and a limit.
#[derive(Debug, Clone)]
pub struct Measure {
    /// The expression.
    pub expr: Expr,
    /// The field; none if the expression is a constant.
    pub blame: Option<String>,
    /// The work limit.
    pub limit: Option<u64>,
}
