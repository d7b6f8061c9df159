//! Tables for writers only: what each number is computed from, and where parts are placed.

use super::expression::Expression;
use super::sum::Sum;

/// What only writers need to know of a field or part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Written<'a> {
    /// What a number is computed from.
    pub source: Source<'a>,
    /// The offsets at which a part may start.
    pub alignment: Alignment<'a>,
    /// The byte that fills the gap before a part.
    pub fill: u8,
    /// The index of the area of a part in [`super::Tree::areas`]; if `None`, the part follows the record.
    pub area: Option<usize>,
    /// The smallest length or count that can be written.
    pub least: u64,
}

impl Written<'_> {
    /// Returns whether a writer computes the field as a checksum of others.
    pub fn is_sum(&self) -> bool {
        matches!(self.source, Source::Sum(..))
    }

    /// A number that is 0 by default, or a part directly after what was written before.
    pub const PLAIN: Self =
        Self { source: Source::Given(0), alignment: Alignment::To(1), fill: 0, area: None, least: 0 };
}

/// What a writer computes a number from. A shift inverts the expression of the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Source<'a> {
    /// The caller gives the number; the default is this number.
    Given(u64),
    /// The number is the same in every file.
    Constant(u64),
    /// The number of records of this list.
    Count(&'a str, Option<Shift<'a>>),
    /// The length in bytes of this field or part.
    Size(&'a str, Option<Shift<'a>>),
    /// The offset of this part.
    Offset(&'a str, Option<Shift<'a>>),
    /// The length of the file.
    FileLen,
    /// The number of decompressed bytes of the compressed ones in this field.
    DecompressedLen(&'a str),
    /// The first bytes of the digest of the decompressed bytes of this field.
    Digest(&'a str),
    /// The checksum of the outermost record from the first of these fields to the end of the second.
    Sum(Sum, &'a str, &'a str),
    /// The number of the record that this field holds; the default is this number.
    Case(&'a str, u64),
}

impl<'a> Source<'a> {
    /// Returns what is added to and subtracted from the measured number.
    pub fn shift(&self) -> Option<&Shift<'a>> {
        match self {
            Self::Count(_, shift) | Self::Size(_, shift) | Self::Offset(_, shift) => shift.as_ref(),
            _ => None,
        }
    }
}

/// What is added to and subtracted from a measured number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Shift<'a> {
    /// The expression to add.
    pub plus: Expression<'a>,
    /// The expression to subtract.
    pub minus: Expression<'a>,
    /// The whole expression as text, for errors.
    pub text: &'a str,
}

/// The offsets at which a part may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Alignment<'a> {
    /// Multiples of this number.
    To(u64),
    /// Multiples of this option.
    Option(&'a str),
}

/// An option of the writer, which the file does not store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Opt<'a> {
    /// The name in the schema.
    pub name: &'a str,
    /// The smallest and the largest value.
    pub range: (u64, u64),
    /// The default.
    pub default: u64,
}

/// The content of an area of the file, which the writer places after all other parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Area {
    /// Parts, one after the other.
    Parts,
    /// Texts, in one string table.
    Strings,
}
