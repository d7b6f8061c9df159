//! What a loader would not take of an ELF file, by what is checked.

use std::collections::BTreeMap;

use offload_bundle_core::error::Path;
use offload_bundle_core::ids::tables::LoaderCheck;

/// The first violation of a check, and the number of others.
#[derive(Debug, Clone)]
pub(crate) struct Violation {
    /// The offset, in bytes from the start of the ELF file.
    pub(crate) ofs: u64,
    /// The field.
    pub(crate) path: Path,
    /// What was expected, and what was found.
    what: String,
    /// The number of further violations.
    more: u64,
}

impl Violation {
    /// Returns the sentence for people.
    pub(crate) fn to_text(&self) -> String {
        match self.more {
            0 => self.what.clone(),
            more => format!("{}, and {more} more like this", self.what),
        }
    }
}

/// The violations of an ELF file.
#[derive(Debug, Default)]
pub(crate) struct Violations(BTreeMap<LoaderCheck, Violation>);

impl Violations {
    /// Adds a violation, whose text is only made for the first.
    pub(super) fn add(
        &mut self,
        check: LoaderCheck,
        ofs: u64,
        path: impl FnOnce() -> Path,
        what: impl FnOnce() -> String,
    ) {
        match self.0.get_mut(&check) {
            Some(first) => first.more = first.more.saturating_add(1),
            None => {
                self.0
                    .insert(check, Violation { ofs, path: path(), what: what(), more: 0 });
            }
        }
    }

    /// Adds `more` violations of a check to those before.
    pub(super) fn add_more(&mut self, check: LoaderCheck, more: u64) {
        if let Some(first) = self.0.get_mut(&check) {
            first.more = first.more.saturating_add(more);
        }
    }

    /// Returns each check that is violated.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (LoaderCheck, &Violation)> {
        self.0.iter().map(|(check, violation)| (*check, violation))
    }
}
