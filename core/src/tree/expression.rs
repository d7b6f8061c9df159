//! Expressions.

/// An expression with its schema text for errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Formula<'a> {
    /// The expression.
    pub of: Expression<'a>,
    /// The schema text.
    pub text: &'a str,
}

impl<'a> Formula<'a> {
    /// Creates an expression with its schema text.
    pub const fn new(of: Expression<'a>, text: &'a str) -> Self {
        Self { of, text }
    }
}

/// An expression over values of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Expression<'a> {
    /// This integer.
    Number(i128),
    /// The 8-byte floating-point number with these bits.
    Float(u64),
    /// This truth value.
    Flag(bool),
    /// This text.
    Text(&'a str),
    /// These bytes.
    Bytes(&'a [u8]),
    /// A list of values.
    List(&'a [Expression<'a>]),
    /// A value of an enum, by the index of the enum.
    Named(usize, i128),
    /// The field, instance or parameter of the current record with this name.
    Own(&'a str),
    /// The record that contains the current record.
    Parent,
    /// The root record.
    Root,
    /// The stream of the current record.
    Stream,
    /// The current item of the list: `_`.
    Item,
    /// The index of the current item, from 0: `_index`.
    Index,
    /// The field or instance with this name of a value.
    Member(&'a Expression<'a>, &'a str),
    /// An item of a list, by its index.
    At(&'a Expression<'a>, &'a Expression<'a>),
    /// A method of the value, with its arguments.
    Call(&'a Expression<'a>, Method, &'a [Expression<'a>]),
    /// A unary operation.
    Unary(Unary, &'a Expression<'a>),
    /// A binary operation.
    Binary(Binary, &'a Expression<'a>, &'a Expression<'a>),
    /// The second operand if the first is true, otherwise the third.
    Choice(&'a Expression<'a>, &'a Expression<'a>, &'a Expression<'a>),
}

impl<'a> Expression<'a> {
    pub(crate) fn first_own(&self) -> Option<&'a str> {
        match self {
            Self::Own(name) => Some(name),
            Self::Member(of, _) | Self::Call(of, ..) | Self::Unary(_, of) => of.first_own(),
            Self::At(left, right) | Self::Binary(_, left, right) => left.first_own().or_else(|| right.first_own()),
            Self::Choice(_, yes, no) => yes.first_own().or_else(|| no.first_own()),
            _ => None,
        }
    }

    /// Evaluates a condition over numbers of the record: comparisons joined by `and`, `or` and `not`. `number` returns
    /// the number in a field. Returns `None` if the condition has other expressions, or refers to a field without a
    /// number.
    pub fn is_true(&self, number: &dyn Fn(&str) -> Option<u64>) -> Option<bool> {
        let Self::Binary(binary, left, right) = self else {
            return match self {
                Self::Flag(flag) => Some(*flag),
                Self::Unary(Unary::Not, of) => of.is_true(number).map(|flag| !flag),
                _ => None,
            };
        };
        match binary {
            Binary::And => Some(left.is_true(number)? && right.is_true(number)?),
            Binary::Or => Some(left.is_true(number)? || right.is_true(number)?),
            _ => {
                let (left, right) = (left.bits(number)?, right.bits(number)?);
                Some(match binary {
                    Binary::Equal => left == right,
                    Binary::Unequal => left != right,
                    Binary::Less => left < right,
                    Binary::AtMost => left <= right,
                    Binary::Greater => left > right,
                    Binary::AtLeast => left >= right,
                    _ => return None,
                })
            }
        }
    }

    fn bits(&self, number: &dyn Fn(&str) -> Option<u64>) -> Option<u64> {
        Some(match self {
            Self::Number(number) => u64::try_from(*number).ok()?,
            Self::Own(field) => number(field)?,
            Self::Binary(Binary::BitAnd, left, right) => left.bits(number)? & right.bits(number)?,
            Self::Binary(Binary::BitOr, left, right) => left.bits(number)? | right.bits(number)?,
            _ => return None,
        })
    }
}

/// A method of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Method {
    /// Conversion of a text, enum value, flag or floating-point number to an integer: `to_i`.
    ToNumber,
    /// Conversion of a number, or of bytes in a character set, to text: `to_s`.
    ToText,
    /// The number of characters, bytes or items: `length`, `size`.
    Length,
    /// A substring by character positions: `substring`.
    Substring,
    /// The first byte or item: `first`.
    First,
    /// The last byte or item: `last`.
    Last,
    /// The smallest byte or item: `min`.
    Least,
    /// The largest byte or item: `max`.
    Most,
    /// Whether the stream is at its end: `eof`.
    IsAtEnd,
    /// The current position in a stream: `pos`.
    Position,
    /// The stream of a record: `_io`.
    StreamOf,
    /// The enclosing record: `_parent`.
    ParentOf,
    /// The root record: `_root`.
    RootOf,
    /// The numbers of a list as bytes: `as<bytes>`.
    ToBytes,
}

impl Method {
    /// Returns the method called `name`, after a dot.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "to_i" => Self::ToNumber,
            "to_s" => Self::ToText,
            "length" | "size" => Self::Length,
            "substring" => Self::Substring,
            "first" => Self::First,
            "last" => Self::Last,
            "min" => Self::Least,
            "max" => Self::Most,
            "eof" => Self::IsAtEnd,
            "pos" => Self::Position,
            "_io" => Self::StreamOf,
            "_parent" => Self::ParentOf,
            "_root" => Self::RootOf,
            _ => return None,
        })
    }
}

/// A unary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Unary {
    /// `-`.
    Negate,
    /// `not`.
    Not,
    /// `~`.
    Invert,
}

/// A binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Binary {
    /// `+`, for numbers and texts.
    Plus,
    /// `-`.
    Minus,
    /// `*`.
    Times,
    /// `/`; for integers, rounded down.
    Over,
    /// `%`: the remainder of `/`.
    Rest,
    /// `<<`.
    ShiftLeft,
    /// `>>`.
    ShiftRight,
    /// `&`.
    BitAnd,
    /// `|`.
    BitOr,
    /// `^`.
    BitXor,
    /// `and`, with short-circuit evaluation.
    And,
    /// `or`, with short-circuit evaluation.
    Or,
    /// `==`.
    Equal,
    /// `!=`.
    Unequal,
    /// `<`.
    Less,
    /// `<=`.
    AtMost,
    /// `>`.
    Greater,
    /// `>=`.
    AtLeast,
}

#[cfg(test)]
mod tests {
    use super::Binary::{And, AtLeast, AtMost, BitAnd, BitOr, Equal, Greater, Less, Or, Unequal};
    use super::Expression::{self, Flag, Number, Own};
    use super::Unary::Not;

    const A: Expression<'_> = Own("a");
    const B: Expression<'_> = Own("b");

    #[test]
    fn conditions_compare_numbers() {
        let is = |binary, left, right| Expression::Binary(binary, left, right);
        let masked = is(BitAnd, &A, &Number(4));
        let joined = is(BitOr, &Number(8), &Number(1));
        let (differs, small) = (is(Unequal, &A, &Number(1)), is(AtMost, &B, &Number(0)));
        let (both, equal) = (is(And, &differs, &small), is(Equal, &Number(9), &joined));
        for (condition, [low, high]) in [
            (is(Greater, &A, &Number(1)), [false, true]),
            (is(Less, &A, &Number(4)), [true, false]),
            (is(AtLeast, &A, &Number(4)), [false, true]),
            (Expression::Unary(Not, &is(Equal, &masked, &Number(0))), [false, true]),
            (both, [false, true]),
            (is(Or, &both, &equal), [true, true]),
            (is(Or, &both, &Flag(false)), [false, true]),
        ] {
            let with = |a: u64| condition.is_true(&|field| Some(if field == "a" { a } else { 0 }));
            assert_eq!([with(1), with(4)], [Some(low), Some(high)], "{condition:?}");
        }
        assert_eq!(is(Greater, &A, &B).is_true(&|_| None), None);
        assert_eq!(A.is_true(&|_| Some(1)), None);
    }
}
