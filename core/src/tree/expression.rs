//! Expressions of formats that are only read.

/// An expression, and the same as the schema has it, for errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Formula<'a> {
    /// How it is computed.
    pub of: Expression<'a>,
    /// What the schema says.
    pub text: &'a str,
}

impl<'a> Formula<'a> {
    /// This expression, which the schema has as `text`.
    pub const fn new(of: Expression<'a>, text: &'a str) -> Self {
        Self { of, text }
    }
}

/// A computation with values of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Expression<'a> {
    /// This whole number.
    Number(i128),
    /// The floating-point number of 8 bytes with these bits.
    Float(u64),
    /// True or false.
    Flag(bool),
    /// This text.
    Text(&'a str),
    /// These bytes.
    Bytes(&'a [u8]),
    /// A list of values.
    List(&'a [Expression<'a>]),
    /// The value of an enum, by the place of that in the list of enums.
    Named(usize, i128),
    /// The field, instance or parameter of this name in the record.
    Own(&'a str),
    /// The record that holds the record.
    Parent,
    /// The outermost record.
    Root,
    /// The stream of the record.
    Stream,
    /// The item of the list that is being read: `_`.
    Item,
    /// Its number, from 0: `_index`.
    Index,
    /// The field or instance of this name of what is before the dot.
    Member(&'a Expression<'a>, &'a str),
    /// An item of a list, by its number.
    At(&'a Expression<'a>, &'a Expression<'a>),
    /// What is known of any value of its kind, and what it is told.
    Call(&'a Expression<'a>, Method, &'a [Expression<'a>]),
    /// One operand.
    Unary(Unary, &'a Expression<'a>),
    /// Two operands.
    Binary(Binary, &'a Expression<'a>, &'a Expression<'a>),
    /// The second if the first is true, otherwise the third.
    Choice(&'a Expression<'a>, &'a Expression<'a>, &'a Expression<'a>),
}

/// What is known of any value of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Method {
    /// The number in a text, an enum value, a flag or a floating-point number: `to_i`.
    ToNumber,
    /// The text of a number, or of bytes in a character set: `to_s`.
    ToText,
    /// How many characters, bytes or items there are: `length`, `size`.
    Length,
    /// The other way round: `reverse`.
    Reverse,
    /// A part of a text, from one character up to another: `substring`.
    Substring,
    /// The first byte or item: `first`.
    First,
    /// The last: `last`.
    Last,
    /// The smallest: `min`.
    Least,
    /// The largest: `max`.
    Most,
    /// Whether everything of a stream has been read: `eof`.
    IsAtEnd,
    /// How far a stream has been read: `pos`.
    Position,
    /// The stream of a record: `_io`.
    StreamOf,
    /// The record that holds a record: `_parent`.
    ParentOf,
    /// The outermost record around a record: `_root`.
    RootOf,
    /// The bytes that the numbers of a list are: `as<bytes>`.
    ToBytes,
}

impl Method {
    /// What is called `name`, behind a dot.
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

/// What is done with one operand.
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

/// What is done with two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Binary {
    /// `+`, of texts too.
    Plus,
    /// `-`.
    Minus,
    /// `*`.
    Times,
    /// `/`; of whole numbers the largest whole number that is not above the result.
    Over,
    /// `%`: what is left by that division.
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
    /// `and`: the second operand is not looked at where the first is false.
    And,
    /// `or`: the second operand is not looked at where the first is true.
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
