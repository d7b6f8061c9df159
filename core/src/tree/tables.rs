//! Tables of formats: records, their fields, and the contents of these.

use super::charset::Charset;
use super::expression::Formula;
use super::spot::{Fixed, Spot};
use super::sum::{Sum, SumOf};
use super::written::{Area, Opt, Written};

/// A format that is interpreted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Tree<'a> {
    /// The imported schemas whose types it uses, without their own imports.
    pub imports: &'a [&'a Tree<'a>],
    /// The records. The file begins with the first. Fields refer to them by index, where the records of the imports come first.
    pub records: &'a [Record<'a>],
    /// The enums. Fields refer to them by index in the same way.
    pub enums: &'a [Enum<'a>],
    /// The number of the first record with the length of the file. Bytes past that do not belong to the file.
    pub len: Option<&'a str>,
    /// Whether no expression refers to lists or texts. Items of lists are not kept then, and bad text does not stop the reader.
    pub is_lazy: bool,
    /// The areas in which the writer keeps parts, in file order, after all other parts.
    pub areas: &'a [Area],
    /// The alignment of the length of a written file in bytes. Zeros follow up to there.
    pub align_end: u64,
    /// The options of the writer, which the file does not store.
    pub options: &'a [Opt<'a>],
}

/// A record and its schema. Records of other schemas are not visible from it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    pub(crate) record: &'static Record<'static>,
    pub(crate) schema: &'static Tree<'static>,
}

impl<'a> Tree<'a> {
    /// A tree without types, for `..Tree::EMPTY`.
    pub const EMPTY: Self = Self {
        imports: &[],
        records: &[],
        enums: &[],
        len: None,
        is_lazy: false,
        areas: &[],
        align_end: 1,
        options: &[],
    };

    /// Returns the imports, and then the tree itself.
    fn schemas(&self) -> impl Iterator<Item = &Tree<'a>> {
        self.imports.iter().copied().chain([self])
    }

    /// Returns the records of all schemas, in the order of their indices.
    pub fn all_records(&self) -> impl Iterator<Item = &'a Record<'a>> {
        self.schemas().flat_map(|schema| schema.records)
    }

    /// Returns the fixed bytes that every file begins with, if there are any.
    pub fn magic(&self) -> Option<&'a [u8]> {
        match self.records.first()?.fields.first()? {
            Attr { holds: Holds::Fixed(bytes), condition: None, .. } => Some(bytes),
            _ => None,
        }
    }

    /// Returns the enum with this index.
    pub fn named(&self, number: usize) -> Option<&'a Enum<'a>> {
        self.schemas().flat_map(|schema| schema.enums).nth(number)
    }
}

impl Tree<'static> {
    /// Returns the record that the file begins with.
    pub(crate) fn root(&'static self) -> Option<Known> {
        Some(Known { record: self.records.first()?, schema: self })
    }

    /// Returns the record called `name` of the schema itself.
    pub(crate) fn record_called(&'static self, name: &str) -> Option<Known> {
        let record = self.records.iter().find(|record| record.name == name)?;
        Some(Known { record, schema: self })
    }

    /// Returns the record with this index.
    pub(crate) fn record(&'static self, number: usize) -> Option<Known> {
        let mut before = 0_usize;
        self.imports.iter().copied().chain([self]).find_map(|schema| {
            let record = schema.records.get(number.checked_sub(before)?);
            before = before.saturating_add(schema.records.len());
            Some(Known { record: record?, schema })
        })
    }
}

/// Named numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Enum<'a> {
    /// The path in the schema, such as `header::kind`.
    pub name: &'a str,
    /// The numbers in ascending order, each with its name.
    pub values: &'a [(i128, &'a str)],
}

/// A record: consecutive fields, and instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Record<'a> {
    /// The path in the schema, such as `header::entry`.
    pub name: &'a str,
    /// The names of the parameters, which the field that holds the record sets, each with the enum that names its values.
    pub params: &'a [(&'a str, Option<usize>)],
    /// The choice of the byte order for its numbers that are [`Order::Decided`]; if `None`, the byte order of the record around it.
    pub endian: Option<Endian<'a>>,
    /// The fields, in file order.
    pub fields: &'a [Attr<'a>],
    /// The instances: values that are elsewhere in the file or computed, and that are read on demand.
    pub instances: &'a [Attr<'a>],
    /// The first fields that are numbers at fixed places. They are decoded on demand.
    pub fixed: Fixed,
}

impl<'a> Record<'a> {
    /// Creates a record with only fields.
    pub const fn new(name: &'a str, fields: &'a [Attr<'a>]) -> Self {
        Self { name, fields, ..Self::EMPTY }
    }

    /// An empty record, for `..Record::EMPTY`.
    pub const EMPTY: Self =
        Self { name: "", params: &[], endian: None, fields: &[], instances: &[], fixed: Fixed::NONE };
}

/// The choice of a byte order by the value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Endian<'a> {
    /// The expression.
    pub on: Formula<'a>,
    /// The order for each value. The case without a value is for all other values.
    pub cases: &'a [(Option<Formula<'a>>, Order)],
}

/// A byte order, or an order of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Order {
    /// Little-endian: the least significant byte or bit first.
    Little,
    /// Big-endian: the most significant byte or bit first.
    Big,
    /// The order that [`Record::endian`] chooses.
    Decided,
}

/// A field or an instance of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Attr<'a> {
    /// The name in the schema.
    pub name: &'a str,
    /// The meaning, as a sentence.
    pub meaning: &'a str,
    /// The condition under which it is present.
    pub condition: Option<Formula<'a>>,
    /// The offset, in bytes from the start of the stream; if `None`, the current position.
    pub pos: Option<Formula<'a>>,
    /// The stream; if `None`, that of the record.
    pub stream: Option<Formula<'a>>,
    /// The content; for a list, that of each item.
    pub holds: Holds<'a>,
    /// The number of items.
    pub repeat: Repeat<'a>,
    /// The enum that names its values, by index.
    pub names: Option<usize>,
    /// The rules for its values.
    pub valid: &'a [Rule<'a>],
    /// The largest size or number of items allowed, as a work limit against hostile input.
    pub limit: Option<u64>,
    /// The bytes that it is the checksum of, if it is one.
    pub sum: Option<Summed<'a>>,
    /// The place, as far as the first numbers of the record tell it.
    pub spot: Spot,
    /// What only writers need to know of it.
    pub written: &'a Written<'a>,
}

impl<'a> Attr<'a> {
    /// Creates a field that occurs once and may have any value.
    pub const fn new(name: &'a str, meaning: &'a str, holds: Holds<'a>) -> Self {
        Self { name, meaning, holds, ..Self::PLAIN }
    }

    /// Returns whether this is its name. Names are mostly the same text of the program.
    #[inline]
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name.len() == name.len() && (core::ptr::eq(self.name, name) || self.name == name)
    }

    /// A field that occurs once and may have any value, for `..Attr::PLAIN`.
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
        limit: None,
        sum: None,
        spot: Spot::UNKNOWN,
        written: &Written::PLAIN,
    };
}

/// The bytes that a checksum covers: from the first byte of one field of a record to the last byte of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Summed<'a> {
    /// The algorithm.
    pub sum: Sum,
    /// Which bytes of these fields are covered.
    pub of: SumOf,
    /// How many records further out they are than the checksum.
    pub up: u8,
    /// The first field.
    pub from: &'a str,
    /// The last field.
    pub to: &'a str,
}

/// The content of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Holds<'a> {
    /// Fixed bytes.
    Fixed(&'a [u8]),
    /// An unsigned integer of this many bytes, 1 to 8.
    Unsigned(u8, Order),
    /// A signed integer (two's complement) of this many bytes, 1 to 8.
    Signed(u8, Order),
    /// A floating-point number of 4 or 8 bytes.
    Float(u8, Order),
    /// A number of this many bits, 1 to 64.
    Bits(u8, Order),
    /// One bit as a truth value.
    Flag(Order),
    /// Bytes.
    Bytes(Extent<'a>),
    /// Text.
    Text(Charset, Extent<'a>),
    /// A record, by index, with the values of its parameters, and the bytes that it is limited to.
    Record(usize, &'a [Formula<'a>], Option<Extent<'a>>),
    /// One of several contents.
    Switch(Switch<'a>),
    /// The value of an expression, which takes no bytes in the file.
    Value(Formula<'a>),
    /// No content: the value of the switch around it is an error. The known values are listed for people.
    Unknown(&'a str),
}

/// The choice of a content by the value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Switch<'a> {
    /// The expression.
    pub on: Formula<'a>,
    /// The cases. If no case matches, the field is absent.
    pub cases: &'a [Case<'a>],
}

/// A case of a switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Case<'a> {
    /// The value, or `None` for all values without a case.
    pub when: Option<Formula<'a>>,
    /// The content in this case.
    pub holds: Holds<'a>,
}

/// The extent of bytes, and how they are processed before they are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Extent<'a> {
    /// The number of bytes; if `None`, they extend to the end of the stream or to the terminator.
    pub size: Option<Formula<'a>>,
    /// Whether they extend to the end of the stream.
    pub to_end: bool,
    /// The terminator, which is searched for at multiples of its length from the start of the bytes; empty for none.
    pub terminator: &'a [u8],
    /// Whether the terminator is one of the bytes.
    pub include: bool,
    /// Whether the next field begins after the terminator, rather than at it.
    pub consume: bool,
    /// Whether the terminator is required.
    pub must_end: bool,
    /// The padding byte, which is removed from their end.
    pub pad: Option<u8>,
    /// How they are unpacked.
    pub process: Option<Process<'a>>,
    /// Whether they need not be present for the record to be read.
    pub is_apart: bool,
}

impl<'a> Extent<'a> {
    /// Creates an extent of this size.
    pub const fn new(size: Option<Formula<'a>>) -> Self {
        Self { size, ..Self::PLAIN }
    }

    /// All bytes up to the end of the stream.
    pub const TO_END: Self = Self { to_end: true, ..Self::PLAIN };

    /// An extent without properties, for `..Extent::PLAIN`.
    pub const PLAIN: Self = Self {
        size: None,
        to_end: false,
        terminator: &[],
        include: false,
        consume: true,
        must_end: true,
        pad: None,
        process: None,
        is_apart: false,
    };
}

/// How bytes are unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Process<'a> {
    /// A zlib stream.
    Zlib,
    /// Each byte is XORed with a number, or with the next byte of a key.
    Xor(Formula<'a>),
    /// The bits of each byte are rotated left by a number.
    RotateLeft(Formula<'a>),
    /// The bits of each byte are rotated right by a number.
    RotateRight(Formula<'a>),
}

/// The number of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Repeat<'a> {
    /// One.
    Once,
    /// This many.
    Count(Formula<'a>),
    /// As many as fit up to the end of the stream.
    ToEnd,
    /// Up to the first item for which this is true.
    Until(Formula<'a>),
}

/// A rule for the value of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Rule<'a> {
    /// The value equals this.
    Equal(Formula<'a>),
    /// The value is at least this.
    Least(Formula<'a>),
    /// The value is at most this.
    Most(Formula<'a>),
    /// The value is one of these.
    OneOf(&'a [Formula<'a>]),
    /// This is true for the value.
    Holds(Formula<'a>),
    /// The value has a name in its enum.
    InEnum,
    /// The number is from the first to the second.
    Range(u64, u64),
    /// The number is one of these, followed by their list for people.
    Among(&'a [u64], &'a str),
    /// The number has a name in its enum; the numbers are listed for people.
    Known(&'a str),
    /// All numbers; these are the names of bits.
    Bits(&'a [(u64, &'a str)]),
}
