//! Additional tables for writers.

use super::expression::Expression;
use super::sum::Sum;

/// The facts about a field or part that only writers need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Written<'a> {
    /// The source of a number.
    pub source: Source<'a>,
    /// The alignment of a part.
    pub alignment: Alignment<'a>,
    /// The fill byte of the gap before a part.
    pub fill: u8,
    /// The index of the area in [`super::Tree::areas`]; if `None`, the part follows the record.
    pub area: Option<usize>,
    /// The minimum length or count.
    pub least: u64,
}

impl Written<'_> {
    /// Returns whether a writer computes the field as a checksum.
    pub fn is_sum(&self) -> bool {
        matches!(self.source, Source::Sum(..))
    }

    /// A number with the default 0, or an unaligned part.
    pub const PLAIN: Self =
        Self { source: Source::Given(0), alignment: Alignment::To(1), fill: 0, area: None, least: 0 };
}

/// The source of a number. A shift inverts the expression in the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Source<'a> {
    /// The caller, with this default.
    Given(u64),
    /// A constant.
    Constant(u64),
    /// The number of records in this list.
    Count(&'a str, Option<Shift<'a>>),
    /// The length in bytes of this field or part.
    Size(&'a str, Option<Shift<'a>>),
    /// The offset of this part.
    Offset(&'a str, Option<Shift<'a>>),
    /// The length of the file.
    FileLen,
    /// The decompressed length of the compressed bytes in this field.
    DecompressedLen(&'a str),
    /// The first bytes of the digest of the decompressed bytes of this field.
    Digest(&'a str),
    /// The checksum of the root record, from the start of the first field to the end of the second.
    Sum(Sum, &'a str, &'a str),
    /// The case number of the record in this field, with this default.
    Case(&'a str, u64),
}

impl<'a> Source<'a> {
    /// Returns the shift of the measured number, if any.
    pub fn shift(&self) -> Option<&Shift<'a>> {
        match self {
            Self::Count(_, shift) | Self::Size(_, shift) | Self::Offset(_, shift) => shift.as_ref(),
            _ => None,
        }
    }
}

/// The terms added to and subtracted from a measured number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Shift<'a> {
    /// The expression to add.
    pub plus: Expression<'a>,
    /// The expression to subtract.
    pub minus: Expression<'a>,
    /// The whole expression, for errors.
    pub text: &'a str,
}

/// The alignment of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Alignment<'a> {
    /// A multiple of this number.
    To(u64),
    /// A multiple of the value of this option.
    Option(&'a str),
}

/// An option of the writer, which is not stored in the file.
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

/// The content of an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Area {
    /// Consecutive parts.
    Parts,
    /// A string table.
    Strings,
}
