//! Tables for writers only: what each number is computed from, and where parts are placed.

use super::expression::Expression;
use crate::tree::Sum;

/// What a writer computes a number from. A shift inverts the expression of the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
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

/// What is added to and subtracted from a measured number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Shift<'a> {
    /// The expression to add.
    pub plus: Expression<'a>,
    /// The expression to subtract.
    pub minus: Expression<'a>,
    /// The whole expression as text, for errors.
    pub text: &'a str,
}

/// The placement of a part by the writer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Placed<'a> {
    /// The offsets at which it may start.
    pub alignment: Alignment<'a>,
    /// The byte that fills the gap before it.
    pub fill: u8,
    /// The index of its area in [`super::Layout::areas`].
    pub area: Option<usize>,
}

impl Placed<'_> {
    /// The placement directly after what was written before.
    pub const NEXT: Self = Self { alignment: Alignment::To(1), fill: 0, area: None };
}

/// The offsets at which a part may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub enum Alignment<'a> {
    /// Multiples of this number.
    To(u64),
    /// Multiples of this option.
    Option(&'a str),
}

/// An option of the writer, which the file does not store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Opt<'a> {
    /// The name in the schema.
    pub name: &'a str,
    /// The smallest and the largest value.
    pub range: (u64, u64),
    /// The default.
    pub default: u64,
}
