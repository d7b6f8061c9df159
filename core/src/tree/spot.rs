//! Precomputed places of fields and parts.

use crate::bytes::Width;

/// The place of a field or part, if the first numbers of its record determine it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Spot {
    /// The start: for a field, in bytes from the start of the record; for a part, in bytes from the start of the file.
    pub start: Amount,
    /// The length in bytes, the number of items, or the value of a switch.
    pub len: Amount,
}

impl Spot {
    /// A place that requires evaluation.
    pub const UNKNOWN: Self = Self { start: Amount::Unknown, len: Amount::Unknown };
}

/// A constant, or a number at a fixed place of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Amount {
    /// It requires evaluation.
    Unknown,
    /// A constant.
    Is(u64),
    /// The number at this offset, in bytes from the start of the record.
    At(u16, Width),
}

/// The leading fields that are numbers at fixed places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Fixed {
    /// The number of fields.
    pub count: u8,
    /// The length of these fields in bytes.
    pub len: u16,
    /// Whether a field has a rule.
    pub is_checked: bool,
    /// Whether only bytes with sizes from these fields follow, so that the record can be read without evaluation.
    pub is_simple: bool,
}

impl Fixed {
    /// No such fields.
    pub const NONE: Self = Self { count: 0, len: 0, is_checked: false, is_simple: false };
}
