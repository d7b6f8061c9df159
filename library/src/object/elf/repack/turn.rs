//! What changes beside the bundles where these leave the file, or come into it: what each pointer leads to, other bytes, and what sections
//! are called.

use super::pointers::Pointers;
use crate::object::held::Target;

/// What pointers lead to, and other bytes in the file.
#[derive(Debug)]
pub(super) struct Turn {
    /// What each field is to lead to, in the order of the fields.
    pub(super) targets: Vec<Target>,
    /// The bundle of each wrapper.
    pub(super) wrapped: Vec<usize>,
    /// What each symbol with a length begins and ends with.
    pub(super) lengths: Vec<(usize, Option<Target>)>,
    /// The bundle of each relocation that cannot change.
    pub(super) fixed: Vec<usize>,
    /// Other bytes, and where in the file they come.
    pub(super) bytes: Vec<(u64, Vec<u8>)>,
    /// Sections with another name, by their positions.
    pub(super) names: Vec<(usize, &'static str)>,
}

impl Turn {
    /// Whether everything leads to the bundle to which it led.
    pub(super) fn keeps_targets(&self) -> bool {
        self.names.is_empty() && self.bytes.is_empty()
    }

    /// Everything leads to the bundle to which it leads.
    pub(super) fn none(pointers: &Pointers) -> Self {
        Self {
            targets: pointers.fields.iter().map(|field| field.target).collect(),
            wrapped: pointers.wrapped.clone(),
            lengths: pointers
                .lengths
                .iter()
                .map(|length| (length.bundle, length.end))
                .collect(),
            fixed: pointers.fixed.iter().map(|fixed| fixed.bundle).collect(),
            bytes: Vec::new(),
            names: Vec::new(),
        }
    }
}
