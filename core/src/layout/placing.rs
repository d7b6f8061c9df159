//! What writers do that readers do not insist on: where they place what records point at, and which numbers never change.

use crate::plan::Area;

/// What the writer of a format does beside what its [`super::Layout`] says: tests ask it of every file that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Placing<'a> {
    /// The areas, in file order, behind all parts that stand in none.
    pub areas: &'a [Area],
    /// The length of files is a multiple of this: zeros follow up to there.
    pub align_end: u64,
    /// The parts that do not just follow what stands before them.
    pub parts: &'a [Placed<'a>],
    /// The numbers that are the same in every file.
    pub constants: &'a [Constant<'a>],
}

/// A part that does not just follow what stands before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Placed<'a> {
    /// The record that points at it.
    pub record: &'a str,
    /// Its name in the schema.
    pub part: &'a str,
    /// Where it may start.
    pub alignment: Alignment<'a>,
    /// What stands in the gap before it.
    pub fill: u8,
    /// The number of the area that it stands in.
    pub area: Option<u64>,
}

/// Where a part may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub enum Alignment<'a> {
    /// At a multiple of this number.
    To(u64),
    /// At a multiple of the number that the caller of the writer chose.
    Option(&'a str),
}

/// A number that is the same in every file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Constant<'a> {
    /// The record that has it.
    pub record: &'a str,
    /// Its name in the schema.
    pub field: &'a str,
    /// The number.
    pub number: u64,
}
