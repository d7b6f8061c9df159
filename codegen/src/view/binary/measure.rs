//! Lengths, counts and offsets as readers compute them.

use offload_bundle_core::layout::{Expression, Measure};

use super::spell::{Here, Site};
use crate::ir::layout::is_itself;
use crate::view::rust::literal;

/// A length or a count.
#[derive(Debug)]
pub(super) struct Measured {
    /// What computes it and keeps it in a variable, where it is not at hand.
    computed: Option<String>,
    /// The number with its field.
    pub number: String,
    /// The number alone.
    pub value: String,
    /// The bytes that know where a number is that is too large, and the limit.
    limit: Option<(&'static str, u64)>,
}

/// A length or a count: `local` names the variable that holds it if it must be computed, `fallback` is blamed for constants.
pub(super) fn measure(measure: &Measure<'_>, site: Site<'_>, local: &str, fallback: &str) -> Measured {
    let bytes = if site.here == Here::View { "self.bytes" } else { "bytes" };
    let blame = measure.blame.map(|id| site.field(id));
    let mut computed = None;
    let number = match measure.expression {
        Expression::Own(id) if is_itself(measure) => site.field(id),
        Expression::Number(number) if !fallback.is_empty() => format!("{fallback}.with({number})"),
        Expression::Number(_) => String::new(),
        expression => {
            let (blame, chain) = (blame.as_deref().unwrap_or(fallback), site.chain(&expression));
            let text = literal(measure.text);
            computed = Some(format!("let {local} = {bytes}.evaluate({blame}, {chain}, {text})?;"));
            local.to_owned()
        }
    };
    let value = match measure.expression {
        Expression::Number(number) => number.to_string(),
        _ => format!("{number}.value"),
    };
    let limit = measure.limit.filter(|_| blame.is_some());
    Measured { computed, number, value, limit: limit.map(|limit| (bytes, limit)) }
}

impl Measured {
    /// What computes and checks it.
    pub(super) fn steps(&self) -> Vec<String> {
        let computed = self.computed.iter().cloned();
        computed.chain(self.check(&self.number)).collect()
    }

    /// The steps, with the number in the variable `local`, which it is computed into if it must be, before it is checked.
    pub(super) fn bind(&self, local: &str) -> String {
        let kept = || format!("let {local} = {};", self.number);
        let set = self.computed.clone().unwrap_or_else(kept);
        [set].into_iter().chain(self.check(local)).collect::<Vec<_>>().join(" ")
    }

    /// What checks it, which is in `number`.
    fn check(&self, number: &str) -> Option<String> {
        self.limit
            .map(|(bytes, limit)| format!("{bytes}.at_most({number}, {limit})?;"))
    }
}
