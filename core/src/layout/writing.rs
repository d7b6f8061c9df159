//! What writers do that readers do not insist on: what each number is made of, and where parts go.

use super::expression::Expression;

/// What a writer makes a number of. A shift turns the expression of the schema round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub enum Source<'a> {
    /// The caller gives it; without that it is this number.
    Given(u64),
    /// It is the same in every file.
    Constant(u64),
    /// The number of records of this list.
    Count(&'a str, Option<Shift<'a>>),
    /// The length in bytes of this field or part.
    Size(&'a str, Option<Shift<'a>>),
    /// The offset of this part.
    Offset(&'a str, Option<Shift<'a>>),
    /// The length of the file.
    FileLen,
    /// How many bytes the compressed ones in this field hold.
    DecompressedLen(&'a str),
    /// The first bytes of the digest of what the compressed ones in this field hold.
    Digest(&'a str),
    /// Which record this field holds; without the caller's choice it is that of this number.
    Case(&'a str, u64),
}

/// A number that is not what was measured, but what was measured and something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Shift<'a> {
    /// What is added to it.
    pub plus: Expression<'a>,
    /// What is taken from it.
    pub minus: Expression<'a>,
    /// The whole computation, for errors.
    pub text: &'a str,
}

/// Where the writer puts a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Placed<'a> {
    /// Where it may start.
    pub alignment: Alignment<'a>,
    /// The byte that fills the gap before it.
    pub fill: u8,
    /// The position of its area in [`super::Layout::areas`].
    pub area: Option<usize>,
}

impl Placed<'_> {
    /// Right behind what was written before it.
    pub const NEXT: Self = Self { alignment: Alignment::To(1), fill: 0, area: None };
}

/// Where a part may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub enum Alignment<'a> {
    /// At a multiple of this number.
    To(u64),
    /// At a multiple of this option.
    Option(&'a str),
}

/// A number that the caller of the writer chooses, which the file does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Opt<'a> {
    /// Its name in the schema.
    pub name: &'a str,
    /// The smallest and the largest.
    pub range: (u64, u64),
    /// What it is without a choice.
    pub default: u64,
}
