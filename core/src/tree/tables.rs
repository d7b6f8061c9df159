//! Tables of formats: records, their fields, and what these hold.

use super::expression::Formula;
use super::sum::{Sum, SumOf};

/// A format that is only read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Tree<'a> {
    /// The schemas whose types it uses, without what they import.
    pub imports: &'a [&'a Tree<'a>],
    /// The records. The file begins with the first. Fields refer to them by numbers that count those of the imports first.
    pub records: &'a [Record<'a>],
    /// The enums, to which fields refer in the same way.
    pub enums: &'a [Enum<'a>],
}

/// A record, and the schema that it is of. Nothing of another schema is around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    pub(super) record: &'static Record<'static>,
    pub(super) schema: &'static Tree<'static>,
}

impl<'a> Tree<'a> {
    /// A tree without types, for `..Tree::EMPTY`.
    pub const EMPTY: Self = Self { imports: &[], records: &[], enums: &[] };

    /// The imports, then the tree itself.
    fn schemas(&self) -> impl Iterator<Item = &Tree<'a>> {
        self.imports.iter().copied().chain([self])
    }

    /// The records of all schemas, in the order of their numbers.
    pub fn all_records(&self) -> impl Iterator<Item = &'a Record<'a>> {
        self.schemas().flat_map(|schema| schema.records)
    }

    /// The enum of this number.
    pub fn named(&self, number: usize) -> Option<&'a Enum<'a>> {
        self.schemas().flat_map(|schema| schema.enums).nth(number)
    }
}

impl Tree<'static> {
    /// The record that the file begins with.
    pub(super) fn root(&'static self) -> Option<Known> {
        Some(Known { record: self.records.first()?, schema: self })
    }

    /// The record of this number.
    pub(super) fn record(&'static self, number: usize) -> Option<Known> {
        let mut before = 0_usize;
        self.imports.iter().copied().chain([self]).find_map(|schema| {
            let record = schema.records.get(number.checked_sub(before)?);
            before = before.saturating_add(schema.records.len());
            Some(Known { record: record?, schema })
        })
    }
}

/// Numbers with names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Enum<'a> {
    /// Its path in the schema, such as `header::kind`.
    pub name: &'a str,
    /// The numbers in ascending order, each with its name.
    pub values: &'a [(i128, &'a str)],
}

/// A record: fields that are one after the other, and what can be told of it beside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Record<'a> {
    /// Its path in the schema, such as `header::entry`.
    pub name: &'a str,
    /// What the field that holds it tells it, each with the enum that names its values.
    pub params: &'a [(&'a str, Option<usize>)],
    /// What decides the byte order of its numbers that are [`Order::Decided`]; without it that of the record around it.
    pub endian: Option<Endian<'a>>,
    /// Its fields, in file order.
    pub fields: &'a [Attr<'a>],
    /// What is elsewhere, or computed: read when it is asked for.
    pub instances: &'a [Attr<'a>],
}

impl<'a> Record<'a> {
    /// A record of fields alone.
    pub const fn new(name: &'a str, fields: &'a [Attr<'a>]) -> Self {
        Self { name, fields, ..Self::EMPTY }
    }

    /// A record that holds nothing, for `..Record::EMPTY`.
    pub const EMPTY: Self = Self { name: "", params: &[], endian: None, fields: &[], instances: &[] };
}

/// Which byte order numbers have, by the value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Endian<'a> {
    /// What decides.
    pub on: Formula<'a>,
    /// The order for each value; without one, for all others.
    pub cases: &'a [(Option<Formula<'a>>, Order)],
}

/// A byte order, or an order of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Order {
    /// The least significant byte or bit first.
    Little,
    /// The most significant byte or bit first.
    Big,
    /// What [`Record::endian`] says.
    Decided,
}

/// A field of a record, or what is elsewhere or computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Attr<'a> {
    /// Its name in the schema.
    pub name: &'a str,
    /// What it means, in a sentence.
    pub meaning: &'a str,
    /// It is there only if this is true.
    pub condition: Option<Formula<'a>>,
    /// Where it is, in bytes from the start of the stream; without it where that has been read up to.
    pub pos: Option<Formula<'a>>,
    /// The stream; without it that of the record.
    pub stream: Option<Formula<'a>>,
    /// What it holds; of a list, each item.
    pub holds: Holds<'a>,
    /// How many there are.
    pub repeat: Repeat<'a>,
    /// The enum that names its values.
    pub names: Option<usize>,
    /// Which values it may have.
    pub valid: &'a [Rule<'a>],
    /// What a writer computes it from; without it the caller gives it.
    pub write: Option<Write<'a>>,
    /// What a writer makes its place a multiple of, in bytes.
    pub align: u64,
}

impl<'a> Attr<'a> {
    /// A field that is there once and may have any value.
    pub const fn new(name: &'a str, meaning: &'a str, holds: Holds<'a>) -> Self {
        Self { name, meaning, holds, ..Self::PLAIN }
    }

    /// A field that is there once and may have any value, for `..Attr::PLAIN`.
    pub const PLAIN: Self = Self {
        name: "",
        meaning: "",
        condition: None,
        pos: None,
        stream: None,
        holds: Holds::Fixed(&[]),
        repeat: Repeat::Once,
        names: None,
        valid: &[],
        write: None,
        align: 1,
    };
}

/// What a writer computes a field from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Write<'a> {
    /// How many items a list has.
    Count(Target<'a>),
    /// How long a field is, in bytes.
    Size(Target<'a>),
    /// Where a field is, in bytes from the start of its stream.
    Offset(Target<'a>),
    /// How long the file is, in bytes.
    FileSize,
    /// This.
    Constant(Formula<'a>),
    /// The checksum of bytes of the file; readers can recompute it.
    Sum(Summed<'a>),
}

/// A field or an instance that is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Target<'a> {
    /// How many records further out it is than the field.
    pub up: u8,
    /// Its name there.
    pub name: &'a str,
}

/// What a checksum counts: from the first byte of one field of the record to the last of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Summed<'a> {
    /// How they are summed up.
    pub sum: Sum,
    /// Which bytes of these fields.
    pub of: SumOf,
    /// How many records further out they are than the checksum.
    pub up: u8,
    /// The first field.
    pub from: &'a str,
    /// The last.
    pub to: &'a str,
}

/// What a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Holds<'a> {
    /// Fixed bytes.
    Fixed(&'a [u8]),
    /// A whole number of so many bytes, 1 to 8.
    Unsigned(u8, Order),
    /// The same, negative where its first bit is set.
    Signed(u8, Order),
    /// A floating-point number of 4 or 8 bytes.
    Float(u8, Order),
    /// A number of so many bits, 1 to 64.
    Bits(u8, Order),
    /// One bit that is true or false.
    Flag(Order),
    /// Bytes.
    Bytes(Extent<'a>),
    /// Text.
    Text(Charset, Extent<'a>),
    /// A record, what it is told, and the bytes that it is cut out of.
    Record(usize, &'a [Formula<'a>], Option<Extent<'a>>),
    /// One of several.
    Switch(Switch<'a>),
    /// Nothing in the file: the value of an expression.
    Value(Formula<'a>),
}

/// One of several things, by the value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Switch<'a> {
    /// What decides.
    pub on: Formula<'a>,
    /// What the field holds for each value; for any other it is not there.
    pub cases: &'a [Case<'a>],
}

/// What a switch has for a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Case<'a> {
    /// The value; none for all that have no case.
    pub when: Option<Formula<'a>>,
    /// What the field holds then.
    pub holds: Holds<'a>,
}

/// How many bytes there are, and what becomes of them before they are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Extent<'a> {
    /// So many; without it up to the end of the stream, or up to the terminator.
    pub size: Option<Formula<'a>>,
    /// Whether they reach to the end of the stream.
    pub to_end: bool,
    /// They end where this is, as a whole number of its lengths from their start; empty: nothing ends them.
    pub terminator: &'a [u8],
    /// Whether the terminator is one of them.
    pub include: bool,
    /// Whether what follows begins behind the terminator, not at it.
    pub consume: bool,
    /// Whether the terminator must come.
    pub must_end: bool,
    /// The byte that is not looked at where it is at their end.
    pub pad: Option<u8>,
    /// How they are unpacked.
    pub process: Option<Process<'a>>,
}

impl<'a> Extent<'a> {
    /// Bytes of this size, of which no more is said.
    pub const fn new(size: Option<Formula<'a>>) -> Self {
        Self { size, ..Self::PLAIN }
    }

    /// All bytes up to the end of the stream.
    pub const TO_END: Self = Self { to_end: true, ..Self::PLAIN };

    /// Bytes of which no more is said, for `..Extent::PLAIN`.
    pub const PLAIN: Self = Self {
        size: None,
        to_end: false,
        terminator: &[],
        include: false,
        consume: true,
        must_end: true,
        pad: None,
        process: None,
    };
}

/// How bytes are unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Process<'a> {
    /// A stream of zlib.
    Zlib,
    /// Each byte is exclusive-or'ed with a number, or with the next byte of a key.
    Xor(Formula<'a>),
    /// The bits of each byte are moved left by a number, those at the end to its beginning.
    RotateLeft(Formula<'a>),
    /// The same to the right.
    RotateRight(Formula<'a>),
}

/// How text is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Charset {
    /// ASCII.
    Ascii,
    /// UTF-8.
    Utf8,
    /// UTF-16, the least significant byte first.
    Utf16Le,
    /// UTF-16, the most significant byte first.
    Utf16Be,
    /// ISO 8859-1: every byte is the character of that number.
    Latin1,
    /// Windows-1251, with Cyrillic letters.
    Windows1251,
    /// Windows-1252, which has letters and signs where ISO 8859-1 has none.
    Windows1252,
    /// Code page 437, of the IBM PC.
    Ibm437,
}

/// How many there are of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Repeat<'a> {
    /// One.
    Once,
    /// So many.
    Count(Formula<'a>),
    /// As many as there are up to the end of the stream.
    ToEnd,
    /// Up to the first of which this is true.
    Until(Formula<'a>),
}

/// A rule for the value of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Rule<'a> {
    /// It is this.
    Equal(Formula<'a>),
    /// It is at least this.
    Least(Formula<'a>),
    /// It is at most this.
    Most(Formula<'a>),
    /// It is one of these.
    OneOf(&'a [Formula<'a>]),
    /// This is true of it.
    Holds(Formula<'a>),
    /// Its enum names it.
    InEnum,
}
