//! Lengths, counts and offsets that a file declares. They are computed from its numbers, and errors blame a field.

use crate::bytes::Checked;

/// A length, a count or an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Measure<'a> {
    /// The expression.
    pub expression: Expression<'a>,
    /// The expression as text from the schema, for errors.
    pub text: &'a str,
    /// The field of the same record that errors blame, or `None` for a constant.
    pub blame: Option<&'a str>,
    /// The largest value allowed, as a work limit against hostile input.
    pub limit: Option<u64>,
    /// The smallest length or count that can be written; 0 for an offset.
    pub least: u64,
}

impl<'a> Measure<'a> {
    /// A measure of 0, for `..Measure::NONE`.
    pub const NONE: Self = Self { expression: Expression::Number(0), text: "0", blame: None, limit: None, least: 0 };

    /// Creates a measure with this expression and no limits.
    pub const fn new(expression: Expression<'a>, text: &'a str, blame: Option<&'a str>) -> Self {
        Self { expression, text, blame, ..Self::NONE }
    }

    /// Returns the smallest and the largest value: those of a constant, or 0 and the limit. Returns `None` if there is no limit.
    pub(crate) fn bounds(&self) -> Option<(u64, u64)> {
        match (self.expression, self.limit) {
            (Expression::Number(number), _) => Some((number, number)),
            (_, limit) => limit.map(|limit| (0, limit)),
        }
    }
}

/// An expression over numbers of the file.
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
    /// Returns the result, where `value` returns the value of a field. The result is unknown after an overflow, or if a field has no value.
    pub(crate) fn evaluate(&self, value: &impl Fn(&str) -> Option<u64>) -> Checked {
        match self {
            Self::Number(number) => Checked::from(*number),
            Self::Own(field) => Checked::from(value(field)),
            Self::Plus(left, right) => left.evaluate(value).plus(right.evaluate(value)),
            Self::Minus(left, right) => left.evaluate(value).minus(right.evaluate(value)),
        }
    }
}
