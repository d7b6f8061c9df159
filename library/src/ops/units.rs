//! Units: what a program registers at once, of which the runtime takes the one code object that fits. A program runs on a GPU if each of its
//! units has code for it, whatever the format.

use std::collections::BTreeMap;

use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::ids::IdGrammar;

use crate::error::Error;
use crate::file_name::FileName;
use crate::scan::Scan;

/// What a program registers at once.
pub(super) struct Unit<'s> {
    /// The number of its first container.
    pub(super) bundle: usize,
    /// The IDs of its entries with code for a device.
    pub(super) ids: Vec<&'s str>,
}

/// Refuses to judge containers whose code runs by other rules than those of the grammar of IDs: an answer might be wrong.
///
/// # Errors
///
/// [`Error::CannotJudge`].
pub(super) fn refuse_unjudged(name: &FileName, scan: &Scan) -> Result<(), Error> {
    let mut containers = scan.in_use().filter_map(|(_, found)| found.form.container());
    match containers.any(|container| container.walked().is_some()) {
        true => Err(Error::CannotJudge(name.clone())),
        false => Ok(()),
    }
}

/// The units of `scan`: each bundle is one. Offload binaries of one section, or of one member of an archive, are one together: each of them
/// may hold a single image. What holds entries of the host only is none.
pub(super) fn units<'s>(ids: &dyn IdGrammar, scan: &'s Scan) -> Vec<Unit<'s>> {
    let mut units: Vec<Unit<'s>> = Vec::new();
    // The units of containers that may hold a part of one, by region and member.
    let mut shared: BTreeMap<(usize, Option<u64>), usize> = BTreeMap::new();
    for (number, found) in scan.in_use() {
        let is_device = |entry: &&StoredEntry| entry.id.as_deref().is_ok_and(|id| !ids.is_host(id));
        let entries = found.bundle.entries.iter().filter(is_device);
        let has_content = |entry: &&StoredEntry| entry.place.as_ref().is_ok_and(|place| place.len > 0);
        let with_code = entries
            .clone()
            .filter(has_content)
            .filter_map(|entry| entry.id.as_deref().ok());
        if entries.clone().next().is_none() {
            continue;
        }
        let mut unit = Unit { bundle: number, ids: with_code.collect() };
        if found.form.attributes().is_none() {
            units.push(unit);
            continue;
        }
        let key = (found.region, found.input.member().map(|member| member.offset));
        match shared.get(&key).and_then(|position| units.get_mut(*position)) {
            Some(first) => first.ids.append(&mut unit.ids),
            None => {
                shared.insert(key, units.len());
                units.push(unit);
            }
        }
    }
    units
}
