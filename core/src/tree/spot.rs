//! Where fields and parts are, as far as the first numbers of their record tell it.

use crate::bytes::Width;

/// The place of a field or part, as far as the first numbers of the record tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Spot {
    /// The start: of a field, in bytes from the start of the record; of a part, in bytes from the start of the file.
    pub start: Amount,
    /// The length in bytes, the number of items, or the value of a switch.
    pub len: Amount,
}

impl Spot {
    /// A place that only evaluation tells.
    pub const UNKNOWN: Self = Self { start: Amount::Unknown, len: Amount::Unknown };
}

/// A number that is baked, or at a fixed place of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Amount {
    /// Only evaluation tells it.
    Unknown,
    /// This number.
    Is(u64),
    /// The number at this offset, in bytes from the start of the record.
    At(u16, Width),
}

/// The first fields of a record that are numbers at fixed places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub struct Fixed {
    /// The number of these fields.
    pub count: u8,
    /// Their length in bytes.
    pub len: u16,
    /// Whether any of them has a rule.
    pub is_checked: bool,
    /// Whether all that follows them is bytes whose sizes they give, so that the record is read without evaluation.
    pub is_simple: bool,
}

impl Fixed {
    /// No such fields.
    pub const NONE: Self = Self { count: 0, len: 0, is_checked: false, is_simple: false };
}
