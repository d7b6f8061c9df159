//! An entry and where it comes from.

use std::{string::ToString, sync::Arc};

use super::{OpError, Placeholder, Scan};
use crate::bytes::Place;
use crate::container::StoredEntry;
use crate::files::Input;

/// A stored entry, the bundle it is in, and what its place counts in.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'s> {
    /// The bundle, by its position in the scan.
    pub bundle: usize,
    /// The entry.
    pub entry: &'s StoredEntry,
    /// What its place counts in.
    pub input: &'s Arc<Input>,
    /// What its content stands for, if it only stands for something else.
    pub placeholder: Option<&'s Placeholder>,
}

impl<'s> Stored<'s> {
    /// Every entry of a scan, in file order.
    pub(super) fn all(scan: &'s Scan) -> impl Iterator<Item = Self> {
        let bundles = scan.bundles.iter().enumerate();
        bundles.flat_map(|(bundle, found)| {
            found.bundle.entries.iter().map(move |entry| Self {
                bundle,
                entry,
                input: &found.input,
                placeholder: found
                    .placeholder
                    .as_ref()
                    .filter(|stand_in| stand_in.entry == entry.index),
            })
        })
    }

    /// Where the content is. Errors: it is not there, or cannot be given out yet.
    pub(super) fn readable(self) -> Result<Place, OpError> {
        if let Some(Placeholder { rule, .. }) = self.placeholder {
            return Err(OpError::NotYet {
                file: self.input.name().to_string(),
                file_type: rule.file_type,
                why: rule.host_not_yet,
            });
        }
        self.entry
            .place
            .clone()
            .map_err(|error| OpError::Read { file: self.input.name().to_string(), error })
    }
}
