//! What of a file is known to hold something, or has been searched.

use offload_bundle_core::bytes::Place;

use super::region::RegionKind;
use super::search::Search;
use crate::object::Ranges;

impl Search<'_> {
    /// The ranges of the file that are known to hold something, or of which it is known what they hold: sections that rules speak of, what has
    /// been found, and what has been searched.
    pub(super) fn known_ranges(&self) -> Ranges {
        let regions = self.scan.regions.iter();
        let sections = regions.filter(|region| matches!(region.kind, RegionKind::Section { .. }));
        let found = self.scan.bundles.iter().flat_map(|found| {
            let region = self.scan.regions.get(found.region).map(|region| &region.kind);
            match region {
                // Between the sections of one bundle there may be others.
                Some(RegionKind::Sections { .. }) => {
                    let entries = found.bundle.entries.iter();
                    entries.filter_map(|entry| entry.place.clone().ok()).collect()
                }
                _ => vec![Place { ofs: found.start(), len: found.len_in_file() }],
            }
        });
        let searched = self.searched.iter().copied();
        sections
            .map(|region| region.place)
            .chain(found)
            .chain(searched)
            .collect()
    }
}
