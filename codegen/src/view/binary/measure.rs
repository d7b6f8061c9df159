//! Lengths, counts and offsets as readers compute them.

use super::spell::{Here, Site};
use crate::expr::{Expr, Path};
use crate::ir::measure::Measure;
use crate::view::rust::literal;

/// A length or a count.
#[derive(Debug)]
pub(super) struct Measured {
    /// What computes and checks it.
    pub steps: Vec<String>,
    /// The number with its field.
    pub number: String,
    /// The number alone.
    pub value: String,
}

/// A length or a count: `local` names the variable that holds it if it must be computed, `fallback` is blamed for constants.
pub(super) fn measure(measure: &Measure, site: Site<'_>, local: &str, fallback: &str) -> Measured {
    let bytes = if site.here == Here::View { "self.bytes" } else { "bytes" };
    let blame = measure.blame.as_ref().map(|id| site.field(id));
    let mut steps = Vec::new();
    let number = match (&measure.expr, &blame) {
        (Expr::Field(Path { id, .. }), Some(blame)) if Some(id) == measure.blame.as_ref() => blame.clone(),
        (Expr::Number(number), _) if !fallback.is_empty() => format!("{fallback}.with({number})"),
        (Expr::Number(_), _) => String::new(),
        (expr, _) => {
            let blame = blame.as_deref().unwrap_or(fallback);
            let chain = site.chain(expr);
            let text = literal(&expr.to_string());
            steps.push(format!("let {local} = {bytes}.evaluate({blame}, {chain}, {text})?;"));
            local.to_owned()
        }
    };
    if let (Some(limit), Some(_)) = (measure.limit, &blame) {
        steps.push(format!("{bytes}.at_most({number}, {limit})?;"));
    }
    let value = match &measure.expr {
        Expr::Number(number) => number.to_string(),
        _ => format!("{number}.value"),
    };
    Measured { steps, number, value }
}

impl Measured {
    /// The steps, with the number in the variable `local` before it is checked.
    pub(super) fn bound(self, local: &str) -> String {
        let computed = self.number == local;
        let checks = |step: &String| step.replace(&format!("({}, ", self.number), &format!("({local}, "));
        let steps: Vec<String> = self.steps.iter().map(checks).collect();
        if computed {
            steps.join(" ")
        } else {
            format!("let {local} = {}; {}", self.number, steps.join(" "))
        }
    }
}
