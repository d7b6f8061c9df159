//! Tables of record layouts: the layout of a file, from a schema.

use super::expression::Measure;
use super::writing::{Opt, Placed, Source};
use crate::bytes::{Encoding, Width};
use crate::plan::Area;
use crate::tree::{Tree, names_sum};

/// The layout of a binary format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Layout<'a> {
    /// The records. The file begins with the first; the others are fields of it, or pointed at.
    pub records: &'a [Record<'a>],
    /// The number of the first record with the length of the file. Bytes past that do not belong to the file.
    pub len: Option<&'a str>,
    /// The areas in which the writer keeps parts, in file order, after all other parts.
    pub areas: &'a [Area],
    /// The alignment of the file's length in bytes. Zeros follow up to there.
    pub align_end: u64,
    /// The options of the writer, which the file does not store.
    pub options: &'a [Opt<'a>],
    /// The same format as readers know it.
    pub tree: &'a Tree<'a>,
}

impl Layout<'_> {
    /// A layout without records, for `..Layout::EMPTY`.
    pub const EMPTY: Self =
        Self { records: &[], len: None, areas: &[], align_end: 1, options: &[], tree: &Tree::EMPTY };
}

/// A record: consecutive fields, and the parts elsewhere in the file that they point at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Record<'a> {
    /// The name by which other records refer to it.
    pub name: &'a str,
    /// The fields, in file order.
    pub fields: &'a [Field<'a>],
    /// The parts that the record points at.
    pub parts: &'a [Part<'a>],
}

/// A field of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Field<'a> {
    /// The name in the schema.
    pub name: &'a str,
    /// The content.
    pub holds: Holds<'a>,
}

impl<'a> Field<'a> {
    /// Returns whether the name suggests a checksum, and the schema does not say what it covers.
    pub(crate) fn is_unjudged_sum(&self) -> bool {
        let is_open = match self.holds {
            Holds::Number(width, .., Source::Given(_)) => width.len() > 1,
            Holds::Bytes(_) => true,
            _ => false,
        };
        is_open && names_sum(self.name)
    }

    /// Creates a field.
    pub const fn new(name: &'a str, holds: Holds<'a>) -> Self {
        Self { name, holds }
    }
}

/// A part of the file that a record points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Part<'a> {
    /// The name in the schema.
    pub name: &'a str,
    /// The offset, in bytes from the start of the file.
    pub offset: Measure<'a>,
    /// The content: text, bytes, a record or a list.
    pub holds: Holds<'a>,
    /// The placement by the writer.
    pub placed: Placed<'a>,
}

/// The content of a field or a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub enum Holds<'a> {
    /// Fixed bytes.
    Magic(&'a [u8]),
    /// A number of this width and byte order, with the names of its values, the values allowed, and what the writer computes it from.
    Number(Width, &'a [(u64, &'a str)], Valid<'a>, Source<'a>),
    /// Text of this length in bytes.
    Text(Encoding, Measure<'a>),
    /// NUL-terminated text of at most this many bytes.
    Terminated(Encoding, u64),
    /// This many opaque bytes.
    Bytes(Measure<'a>),
    /// All remaining bytes.
    Rest,
    /// Bytes at the end of the file; all remaining ones if no length is given. They need not be present for the record to be read.
    Content(Option<Measure<'a>>),
    /// The record of this name.
    Record(&'a str),
    /// This many consecutive records of this name.
    List(&'a str, Measure<'a>),
    /// One of several records.
    Switch(Switch<'a>),
}

/// The values that a number may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub enum Valid<'a> {
    /// All values.
    Any,
    /// The values from the first to the second.
    Range(u64, u64),
    /// One of these values, followed by their list for people.
    OneOf(&'a [u64], &'a str),
    /// A value with a name; the names are listed for people.
    Named(&'a str),
    /// All values; the names are those of bits.
    Bits,
}

/// The choice between several records in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Switch<'a> {
    /// The field of the same record, before this one, whose number selects the record.
    pub on: &'a str,
    /// The record for each number.
    pub cases: &'a [(u64, &'a str)],
    /// The numbers, for people.
    pub known: &'a str,
}

impl<'a> Switch<'a> {
    /// Returns the record for `number`.
    pub(crate) fn record(&self, number: u64) -> Option<&'a str> {
        let mut cases = self.cases.iter();
        cases.find_map(|(case, record)| (*case == number).then_some(*record))
    }
}

impl<'a> Layout<'a> {
    /// Returns the record called `name`.
    pub(crate) fn record(&self, name: &str) -> Option<&'a Record<'a>> {
        self.records.iter().find(|record| record.name == name)
    }
}

impl<'a> Record<'a> {
    /// Returns the content of the field or the part called `name`.
    pub(crate) fn holds(&self, name: &str) -> Option<&'a Holds<'a>> {
        let fields = self.fields.iter().map(|field| (field.name, &field.holds));
        let mut all = fields.chain(self.parts.iter().map(|part| (part.name, &part.holds)));
        all.find_map(|(known, holds)| (known == name).then_some(holds))
    }

    /// Returns whether one of its fields is a checksum of others.
    pub(crate) fn has_sums(&self) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|field| matches!(field.holds, Holds::Number(.., Source::Sum(..))))
    }
}
