//! Lengths and counts, resolved.

use crate::expr::Expr;

/// A length or a count: an expression, the own field that errors blame, and a limit.
#[derive(Debug, Clone)]
pub struct Measure {
    pub expr: Expr,
    /// The field; none if the expression is a constant.
    pub blame: Option<String>,
    pub limit: Option<u64>,
}
