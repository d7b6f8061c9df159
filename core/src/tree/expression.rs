//! Expressions of interpreted formats.

/// An expression, with its text in the schema for errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Formula<'a> {
    /// The expression.
    pub of: Expression<'a>,
    /// The text in the schema.
    pub text: &'a str,
}

impl<'a> Formula<'a> {
    /// Creates an expression with its text in the schema.
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
    /// The floating-point number of 8 bytes with these bits.
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
    /// The field, instance or parameter of the record with this name.
    Own(&'a str),
    /// The record that holds the record.
    Parent,
    /// The outermost record.
    Root,
    /// The stream of the record.
    Stream,
    /// The current item of the list: `_`.
    Item,
    /// The index of the current item, from 0: `_index`.
    Index,
    /// The field or instance with this name of the value before the dot.
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
    /// Returns the first field of the record itself that the expression refers to.
    pub(crate) fn first_own(&self) -> Option<&'a str> {
        match self {
            Self::Own(name) => Some(name),
            Self::Member(of, _) | Self::Call(of, ..) | Self::Unary(_, of) => of.first_own(),
            Self::At(left, right) | Self::Binary(_, left, right) => left.first_own().or_else(|| right.first_own()),
            Self::Choice(_, yes, no) => yes.first_own().or_else(|| no.first_own()),
            _ => None,
        }
    }

    /// Returns whether a condition over numbers of the record is true: comparisons that `and`, `or` and `not` join. `number` returns the
    /// number in a field. Returns `None` if the condition is another expression, or refers to a field without a number.
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

    /// One side of a comparison: a number, or bits of one.
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
    /// The number in a text, an enum value, a flag or a floating-point number: `to_i`.
    ToNumber,
    /// The text of a number, or of bytes in a character set: `to_s`.
    ToText,
    /// The number of characters, bytes or items: `length`, `size`.
    Length,
    /// The value in reverse order: `reverse`.
    Reverse,
    /// A part of a text, from one character to another: `substring`.
    Substring,
    /// The first byte or item: `first`.
    First,
    /// The last byte or item: `last`.
    Last,
    /// The smallest byte or item: `min`.
    Least,
    /// The largest byte or item: `max`.
    Most,
    /// Whether the stream has been read to its end: `eof`.
    IsAtEnd,
    /// The current position in a stream: `pos`.
    Position,
    /// The stream of a record: `_io`.
    StreamOf,
    /// The record that holds a record: `_parent`.
    ParentOf,
    /// The outermost record around a record: `_root`.
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
            "reverse" => Self::Reverse,
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
    /// `%`: the remainder of that division.
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
    /// `and`: the second operand is not evaluated if the first is false.
    And,
    /// `or`: the second operand is not evaluated if the first is true.
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
