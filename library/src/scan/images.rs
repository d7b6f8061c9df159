//! Images that a linked program registers: they lie in sections one after the other, and records in its memory say where each begins.

use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::ImageRule;

use super::image_record::{Record, record};
use super::image_set::ImageSection;
use super::search::Search;
use super::sections::of_section;
use crate::error::Error;
use crate::input::{Input, WindowReader};
use crate::object::{Memory, Ranges, Section, SectionContent};

/// The images of a linked program.
pub(super) struct Images<'i> {
    memory: Memory<'i>,
    /// Those of each section, by where its header is.
    sections: BTreeMap<u64, SectionImages>,
}

/// The images in a section.
struct SectionImages {
    rule: &'static ImageRule<'static>,
    /// Those that are registered together, each in the order of their records.
    sets: Vec<Vec<Record>>,
}

impl Images<'_> {
    /// The sections that have some, by where their headers are.
    pub(super) fn sections(&self) -> impl Iterator<Item = u64> {
        self.sections.keys().copied()
    }
}

impl Search<'_> {
    /// Finds the images in `sections` of `input`; `None` where it is no program that could register some.
    pub(super) fn images<'i>(&self, input: &'i Input, sections: &[Section]) -> Result<Option<Images<'i>>, Error> {
        let is_theirs = |section: &&Section| {
            let mut rules = self.registry.images.iter();
            rules.any(|rule| rule.sections.contains(&section.rule.name))
        };
        if self.options.rules.own_form || !sections.iter().any(|section| is_theirs(&section)) {
            return Ok(None);
        }
        let Some(memory) = Memory::open(input)? else {
            return Ok(None);
        };
        let mut images = Images { memory, sections: BTreeMap::new() };
        for rule in self.registry.images {
            images.find(rule, sections)?;
        }
        Ok(Some(images))
    }
}

impl Images<'_> {
    /// Finds those that `rule` is about.
    fn find(&mut self, rule: &'static ImageRule<'static>, sections: &[Section]) -> Result<(), Error> {
        let Self { memory, sections: found } = self;
        let wanted = sections
            .iter()
            .filter(|section| rule.sections.contains(&section.rule.name));
        let mut wanted: Vec<(Place, u64)> = wanted
            .filter_map(|section| match section.content {
                SectionContent::Bytes(Ok(place)) if place.len > 0 => Some((place, section.offset)),
                _ => None,
            })
            .collect();
        wanted.sort_unstable();
        let mut end = 0;
        wanted.retain(|(place, _)| {
            let is_apart = place.ofs >= end;
            end = end.max(place.end());
            is_apart
        });
        let places: Vec<Place> = wanted.iter().map(|(place, _)| *place).collect();
        let mut records = Vec::new();
        for pointer in memory.pointers_into(&places)? {
            records.extend(record(memory, rule, pointer)?);
        }
        records.sort_by_key(|record| record.start);
        let mut end = 0;
        for record in &mut records {
            record.is_shared = record.start < end;
            end = end.max(record.end);
        }
        records.sort_by_key(|record| record.address);
        let mut last: Option<(u64, u64)> = None;
        for record in records {
            let place = memory.place(record.start, 0);
            let holds = |place: Place| {
                let next = wanted.partition_point(|(section, _)| section.ofs <= place.ofs);
                let (section, header) = wanted.get(next.checked_sub(1)?)?;
                (place.ofs < section.end()).then_some(*header)
            };
            let Some(header) = place.and_then(holds) else { continue };
            let images = found
                .entry(header)
                .or_insert_with(|| SectionImages { rule, sets: Vec::new() });
            let end = record.address.saturating_add(record.layout.size);
            let is_next = last == Some((header, record.address));
            last = Some((header, end));
            match images.sets.last_mut().filter(|_| is_next) {
                Some(set) => set.push(record),
                None => images.sets.push(vec![record]),
            }
        }
        Ok(())
    }
}

impl Search<'_> {
    /// Adds those of `images` that are in `section`, which lies at `place`.
    pub(super) fn image_sets<'i>(
        &mut self,
        input: &'i Arc<Input>,
        section: &Section,
        place: Place,
        images: &mut Images<'i>,
    ) -> Result<(), Error> {
        let Some(SectionImages { rule, sets }) = images.sections.remove(&section.offset) else {
            return Ok(());
        };
        let region = self.region(of_section(section), place);
        // Whole images, of which the code in an archive is but a part.
        let records = sets.iter().flatten();
        let taken: Ranges = records.filter_map(|record| record.place(&images.memory)).collect();
        let before = self.scan.bundles.len();
        let (memory, reader) = (&mut images.memory, WindowReader::over(input, place));
        let mut looked_at = ImageSection { input, region, place, rule, memory, reader, last: Arc::default() };
        for records in sets {
            let found = self.image_set(&mut looked_at, &records)?;
            self.scan.bundles.push(found);
        }
        for gap in taken.outside(place) {
            self.in_region(input, section, region, gap)?;
        }
        // In file order, with what is between them.
        if let Some(added) = self.scan.bundles.get_mut(before..) {
            added.sort_by_key(|found| found.bundle.start);
        }
        Ok(())
    }
}
