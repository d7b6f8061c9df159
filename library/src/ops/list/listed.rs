//! A container that was found, as `list` shows it.

use crate::report::{Compression, EntryAttributes, Integer, ListedBundle, ListedEntry};
use crate::scan::{Content, FoundBundle, IdCache, RegionKind, Scan};

impl ListedBundle {
    /// The container `found`, number `number` of `scan`.
    pub(super) fn new(scan: &Scan, number: usize, found: &FoundBundle, ids: &mut IdCache<'_>) -> Self {
        let region = scan.regions.get(found.region);
        let whole = region.is_none_or(|region| region.kind == RegionKind::Whole);
        let table = found.form.attributes();
        let entries = found.bundle.entries.iter().map(|entry| {
            let id = entry.id.as_deref().ok();
            let place = entry.place.as_ref().ok();
            ListedEntry {
                entry: entry.index,
                id: id.map(Into::into),
                canonical: id.and_then(|id| ids.canonical(id)),
                offset: place.map(|place| Integer(place.ofs)),
                size: found.content_len(entry).map(Integer),
                packed_size: place
                    .filter(|_| matches!(found.content_of(entry), Content::Packed { .. }))
                    .map(|place| Integer(place.len)),
                archive: found.archive_of(entry.index).map(|input| input.name().clone()),
                attributes: table.map(|table| EntryAttributes::new(table, &entry.attributes)),
                holds: Vec::new(),
            }
        });
        Self {
            bundle: number,
            member: found.member(),
            offset: Integer(found.bundle.start),
            size: Integer(found.bundle.len),
            format: found.form.name(),
            version: found.bundle.version,
            section: region.and_then(|region| region.kind.section()).map(Into::into),
            section_offset: region
                .and_then(|region| region.kind.offset_in_section(found.start()))
                .map(Integer),
            compression: found.envelope.as_deref().map(Compression::new),
            entries: entries.collect(),
            start: found.start(),
            by_itself: whole && found.envelope.is_none() && found.archive_member().is_none(),
        }
    }
}
