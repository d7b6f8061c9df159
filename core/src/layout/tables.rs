//! Tables of record layouts: The layout of a file, as a schema says it.

use super::expression::Measure;
use super::writing::{Opt, Placed, Source};
use crate::bytes::{Encoding, Width};
use crate::plan::Area;

/// The layout of a binary format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Layout<'a> {
    /// The records. The file begins with the first; the others are fields of it, or pointed at.
    pub records: &'a [Record<'a>],
    /// The number of the first record that says how long the file is: nothing behind that belongs to it.
    pub len: Option<&'a str>,
    /// The areas that the writer keeps parts in, in file order, behind all parts that are in none.
    pub areas: &'a [Area],
    /// The length of files is a multiple of this: zeros follow up to there.
    pub align_end: u64,
    /// What the caller of the writer chooses beside the values of the fields.
    pub options: &'a [Opt<'a>],
}

impl Layout<'_> {
    /// A layout without records, for `..Layout::EMPTY`.
    pub const EMPTY: Self = Self { records: &[], len: None, areas: &[], align_end: 1, options: &[] };
}

/// A record: fields that are one after the other, and parts elsewhere in the file that they point at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Record<'a> {
    /// The name by which others refer to it.
    pub name: &'a str,
    /// Its fields, in file order.
    pub fields: &'a [Field<'a>],
    /// What it points at.
    pub parts: &'a [Part<'a>],
}

/// A field of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Field<'a> {
    /// Its name in the schema.
    pub name: &'a str,
    /// What it holds.
    pub holds: Holds<'a>,
    /// What it means, in a sentence.
    pub meaning: &'a str,
}

impl<'a> Field<'a> {
    /// The field of this name.
    pub const fn new(name: &'a str, holds: Holds<'a>, meaning: &'a str) -> Self {
        Self { name, holds, meaning }
    }
}

/// A part of the file that a record points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Part<'a> {
    /// Its name in the schema.
    pub name: &'a str,
    /// Where it starts, in bytes from the start of the file.
    pub offset: Measure<'a>,
    /// What it holds: texts, bytes, a record or a list.
    pub holds: Holds<'a>,
    /// Where the writer puts it.
    pub placed: Placed<'a>,
    /// What it means, in a sentence.
    pub meaning: &'a str,
}

/// What a field or a part holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub enum Holds<'a> {
    /// Fixed bytes.
    Magic(&'a [u8]),
    /// A number of this width and byte order, the names of its values, which values it may have, and what the writer makes it of.
    Number(Width, &'a [(u64, &'a str)], Valid<'a>, Source<'a>),
    /// Text of this length in bytes.
    Text(Encoding, Measure<'a>),
    /// Text that ends before a NUL, of at most so many bytes.
    Terminated(Encoding, u64),
    /// Bytes that are not looked into, so many of them.
    Bytes(Measure<'a>),
    /// All bytes that are left.
    Rest,
    /// Bytes at the end of the file, all that are left if no length is given. They need not be there for the record to be read.
    Content(Option<Measure<'a>>),
    /// The record of this name.
    Record(&'a str),
    /// Records of this name, one after the other, so many of them.
    List(&'a str, Measure<'a>),
    /// One of several records.
    Switch(Switch<'a>),
}

/// Which values a number may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub enum Valid<'a> {
    /// All.
    Any,
    /// From the first to the second.
    Range(u64, u64),
    /// One of these, which are listed for people after them.
    OneOf(&'a [u64], &'a str),
    /// One that has a name; those are listed for people.
    Named(&'a str),
    /// All: the names are those of bits.
    Bits,
}

/// Which of several records is in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Switch<'a> {
    /// The field of the same record, before this one, whose number decides.
    pub on: &'a str,
    /// The record for each number.
    pub cases: &'a [(u64, &'a str)],
    /// The numbers, for people.
    pub known: &'a str,
}

impl<'a> Switch<'a> {
    /// The record for `number`.
    pub(crate) fn record(&self, number: u64) -> Option<&'a str> {
        let mut cases = self.cases.iter();
        cases.find_map(|(case, record)| (*case == number).then_some(*record))
    }
}

impl<'a> Layout<'a> {
    /// The record called `name`.
    pub(crate) fn record(&self, name: &str) -> Option<&'a Record<'a>> {
        self.records.iter().find(|record| record.name == name)
    }

    /// The fixed bytes that every file begins with, if there are any.
    pub fn magic(&self) -> Option<&'a [u8]> {
        match self.records.first()?.fields.first()?.holds {
            Holds::Magic(bytes) => Some(bytes),
            _ => None,
        }
    }
}

impl<'a> Record<'a> {
    /// What the field or the part called `name` holds.
    pub(crate) fn holds(&self, name: &str) -> Option<&'a Holds<'a>> {
        let fields = self.fields.iter().map(|field| (field.name, &field.holds));
        let mut all = fields.chain(self.parts.iter().map(|part| (part.name, &part.holds)));
        all.find_map(|(known, holds)| (known == name).then_some(holds))
    }

    /// The part called `name`.
    pub(crate) fn part(&self, name: &str) -> Option<&'a Part<'a>> {
        self.parts.iter().find(|part| part.name == name)
    }
}
