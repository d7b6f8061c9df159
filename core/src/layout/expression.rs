//! Lengths, counts and offsets that a file gives: computed from its numbers, on behalf of the field that errors blame.

use crate::bytes::Checked;

/// A length, a count or an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Measure<'a> {
    /// How it is computed.
    pub expression: Expression<'a>,
    /// The same as the schema has it, for errors.
    pub text: &'a str,
    /// The field of the same record that errors blame; none for a constant.
    pub blame: Option<&'a str>,
    /// The largest allowed: a work limit against hostile input.
    pub limit: Option<u64>,
    /// The smallest length or count that can be written; 0 for an offset.
    pub least: u64,
}

impl<'a> Measure<'a> {
    /// Nothing, for `..Measure::NONE`.
    pub const NONE: Self = Self { expression: Expression::Number(0), text: "0", blame: None, limit: None, least: 0 };

    /// What `expression` gives, of which no more is said.
    pub const fn new(expression: Expression<'a>, text: &'a str, blame: Option<&'a str>) -> Self {
        Self { expression, text, blame, ..Self::NONE }
    }

    /// The smallest and the largest length or count that the schema allows, where it says so of that alone.
    pub(crate) fn bounds(&self) -> Option<(u64, u64)> {
        match (self.expression, self.limit) {
            (Expression::Number(number), _) => Some((number, number)),
            (_, limit) => limit.map(|limit| (0, limit)),
        }
    }
}

/// A computation with numbers of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub enum Expression<'a> {
    /// This number.
    Number(u64),
    /// The field of this name in the same record.
    Own(&'a str),
    /// A sum.
    Plus(&'a Expression<'a>, &'a Expression<'a>),
    /// A difference.
    Minus(&'a Expression<'a>, &'a Expression<'a>),
}

impl Expression<'_> {
    /// The result, where `value` gives that of each field. A field without a value spoils it, as an overflow does.
    pub(crate) fn evaluate(&self, value: &impl Fn(&str) -> Option<u64>) -> Checked {
        match self {
            Self::Number(number) => Checked::from(*number),
            Self::Own(field) => Checked::from(value(field)),
            Self::Plus(left, right) => left.evaluate(value).plus(right.evaluate(value)),
            Self::Minus(left, right) => left.evaluate(value).minus(right.evaluate(value)),
        }
    }
}
