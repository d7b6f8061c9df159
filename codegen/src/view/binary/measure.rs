//! Lengths, counts and offsets as readers compute them.

use serde::Serialize;

use super::spell::{self, Here};
use crate::expr::{Expr, Path};
use crate::ir::measure::Measure;
use crate::view::rust::literal;

/// A length or a count, ready to be placed.
#[derive(Debug, Default, Serialize)]
pub(super) struct MeasureView {
    /// Whether an expression must be evaluated first.
    evaluated: bool,
    blame: String,
    chain: String,
    text: String,
    /// The number with its field.
    number: String,
    /// The number alone.
    value: String,
    limited: bool,
    limit: u64,
}

/// A length or count: `local` names the variable that holds it if it must be computed, `fallback` is blamed for constants.
pub(super) fn measure(measure: &Measure, is_root: bool, here: Here, local: &str, fallback: &str) -> MeasureView {
    let own = |id: &String| match here {
        Here::View => format!("self.{id}"),
        _ => id.clone(),
    };
    let blame = measure.blame.as_ref().map_or(fallback.to_owned(), own);
    let mut evaluated = false;
    let number = match &measure.expr {
        Expr::Field(Path { id, .. }) if Some(id) == measure.blame.as_ref() => own(id),
        Expr::Number(number) if !fallback.is_empty() => format!("{fallback}.with({number})"),
        Expr::Number(_) => String::new(),
        _ => {
            evaluated = true;
            local.to_owned()
        }
    };
    MeasureView {
        evaluated,
        chain: spell::chain(&measure.expr, is_root, here),
        text: literal(&measure.expr.to_string()),
        value: match &measure.expr {
            Expr::Number(number) => number.to_string(),
            _ => format!("{number}.value"),
        },
        number,
        blame,
        limited: measure.limit.is_some() && measure.blame.is_some(),
        limit: measure.limit.unwrap_or(u64::MAX),
    }
}
