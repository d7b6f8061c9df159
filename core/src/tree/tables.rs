//! Tables of binary formats.

use super::charset::Charset;
use super::expression::Formula;
use super::spot::{Fixed, Spot};
use super::sum::Sum;
use super::written::{Area, Opt, Written};

/// A binary format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Tree<'a> {
    /// The imported schemas, without their own imports.
    pub imports: &'a [&'a Tree<'a>],
    /// The records. The first is the root. Record indices count the records of the imports first.
    pub records: &'a [Record<'a>],
    /// The enums, with indices as for records.
    pub enums: &'a [Enum<'a>],
    /// The root field with the length of the file. Later bytes do not belong to the file.
    pub len: Option<&'a str>,
    /// Whether expressions never refer to lists or texts. Readers then do not store list items, and accept bad text.
    pub is_lazy: bool,
    /// The areas for parts that the writer places after all other parts, in file order.
    pub areas: &'a [Area],
    /// The alignment of the file length in bytes. The writer adds zeros.
    pub align_end: u64,
    /// The options of the writer, which are not stored in the file.
    pub options: &'a [Opt<'a>],
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    pub(crate) record: &'static Record<'static>,
    pub(crate) schema: &'static Tree<'static>,
}

impl<'a> Tree<'a> {
    /// An empty tree, for `..Tree::EMPTY`.
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

    fn schemas(&self) -> impl Iterator<Item = &Tree<'a>> {
        self.imports.iter().copied().chain([self])
    }

    /// Returns the records of all schemas, in index order.
    pub fn all_records(&self) -> impl Iterator<Item = &'a Record<'a>> {
        self.schemas().flat_map(|schema| schema.records)
    }

    /// Returns the fixed bytes at the start of every file, if any.
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
    pub(crate) fn root(&'static self) -> Option<Known> {
        Some(Known { record: self.records.first()?, schema: self })
    }

    pub(crate) fn record_called(&'static self, name: &str) -> Option<Known> {
        let record = self.records.iter().find(|record| record.name == name)?;
        Some(Known { record, schema: self })
    }

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
    /// The names of the parameters, each with the enum of its values. The field with the record sets them.
    pub params: &'a [(&'a str, Option<usize>)],
    /// The choice of byte order for [`Order::Decided`] numbers; if `None`, inherited from the enclosing record.
    pub endian: Option<Endian<'a>>,
    /// The fields, in file order.
    pub fields: &'a [Attr<'a>],
    /// The instances: values elsewhere in the file or computed, read on demand.
    pub instances: &'a [Attr<'a>],
    /// The leading fields that are numbers at fixed places, decoded on demand.
    pub fixed: Fixed,
}

impl<'a> Record<'a> {
    /// Creates a record without instances.
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
    /// The byte order for each value. The case without a value is the default.
    pub cases: &'a [(Option<Formula<'a>>, Order)],
}

/// A byte or bit order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Order {
    /// Little-endian: the least significant byte or bit first.
    Little,
    /// Big-endian: the most significant byte or bit first.
    Big,
    /// The order from [`Record::endian`].
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
    /// The stream; if `None`, the stream of the record.
    pub stream: Option<Formula<'a>>,
    /// The content; for a list, of each item.
    pub holds: Holds<'a>,
    /// The number of items.
    pub repeat: Repeat<'a>,
    /// The index of the enum of its values.
    pub names: Option<usize>,
    /// The rules for its values.
    pub valid: &'a [Rule<'a>],
    /// The maximum size or number of items, as a work limit against hostile input.
    pub limit: Option<u64>,
    /// The covered bytes, if it is a checksum.
    pub sum: Option<Summed<'a>>,
    /// The precomputed place.
    pub spot: Spot,
    /// Additional facts for writers.
    pub written: &'a Written<'a>,
}

impl<'a> Attr<'a> {
    /// Creates a single field without rules.
    pub const fn new(name: &'a str, meaning: &'a str, holds: Holds<'a>) -> Self {
        Self { name, meaning, holds, ..Self::PLAIN }
    }

    /// Names are usually the same static string, so compare pointers first.
    #[inline]
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name.len() == name.len() && (core::ptr::eq(self.name, name) || self.name == name)
    }

    /// A single field without rules, for `..Attr::PLAIN`.
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

/// The coverage of a checksum, from the start of one field to the end of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Summed<'a> {
    /// The algorithm.
    pub sum: Sum,
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
    /// A record, by index, with parameter values, and the bytes that it is limited to.
    Record(usize, &'a [Formula<'a>], Option<Extent<'a>>),
    /// One of several contents.
    Switch(Switch<'a>),
    /// The value of an expression, without bytes in the file.
    Value(Formula<'a>),
    /// An error: the switch has no case for its value. The text lists the known values.
    Unknown(&'a str),
}

/// A choice of content by the value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Switch<'a> {
    /// The expression.
    pub on: Formula<'a>,
    /// The cases. If none matches, the field is absent.
    pub cases: &'a [Case<'a>],
}

/// A case of a switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Case<'a> {
    /// The value, or `None` for the default case.
    pub when: Option<Formula<'a>>,
    /// The content in this case.
    pub holds: Holds<'a>,
}

/// The extent of bytes, and their processing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Extent<'a> {
    /// The number of bytes; if `None`, up to the end of the stream or the terminator.
    pub size: Option<Formula<'a>>,
    /// Whether they extend to the end of the stream.
    pub to_end: bool,
    /// The terminator, searched for at multiples of its length; empty without a terminator.
    pub terminator: &'a [u8],
    /// Whether the terminator is required.
    pub must_end: bool,
    /// The padding byte to strip from the end.
    pub pad: Option<u8>,
    /// Whether the bytes are a zlib stream, to be unpacked.
    pub is_zlib: bool,
    /// Whether the record can be read without these bytes.
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
    pub const PLAIN: Self =
        Self { size: None, to_end: false, terminator: &[], must_end: true, pad: None, is_zlib: false, is_apart: false };
}

/// The number of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Repeat<'a> {
    /// One item.
    Once,
    /// This number of items.
    Count(Formula<'a>),
    /// Items up to the end of the stream.
    ToEnd,
    /// Items up to the first with a true condition.
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
    /// The value equals one of several expressions.
    OneOf(&'a [Formula<'a>]),
    /// The condition is true.
    Holds(Formula<'a>),
    /// The enum has a name for the value.
    InEnum,
    /// The number is in this inclusive range.
    Range(u64, u64),
    /// The number is in the list; the text lists the numbers.
    Among(&'a [u64], &'a str),
    /// The enum has a name for the number; the text lists the numbers.
    Known(&'a str),
    /// Any number, with these names of bits.
    Bits(&'a [(u64, &'a str)]),
}
