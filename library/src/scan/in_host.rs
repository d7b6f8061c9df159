//! Containers that belong to the host of an object file with a section for each entry: the host may hold device code itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::found::{FoundBundle, Scan};
use crate::input::Input;

/// Which containers lie in an object file that is the host of a bundle of sections. Bundlers see that bundle alone: the others are a part
/// of what they give back as the host.
#[derive(Debug)]
pub(crate) struct InHost(BTreeMap<*const Input, usize>);

impl InHost {
    /// Those of `scan`.
    pub(crate) fn new(scan: &Scan) -> Self {
        let bundles = scan.bundles.iter().enumerate();
        let fat = bundles.filter(|(_, found)| found.stub().is_some());
        Self(fat.map(|(number, found)| (Arc::as_ptr(&found.input), number)).collect())
    }

    /// The number of the bundle whose host has `found` in it.
    pub(crate) fn bundle_around(&self, found: &FoundBundle) -> Option<usize> {
        let file = found.envelope.as_ref().map_or(&found.input, |envelope| &envelope.outer);
        let around = self.0.get(&Arc::as_ptr(file)).copied();
        around.filter(|_| found.stub().is_none())
    }
}
