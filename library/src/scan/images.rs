//! Images that a linked program registers, located by records in memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle_core::bytes::{Place, count};
use offload_bundle_core::container::{Bundle, StoredEntry};
use offload_bundle_core::envelope::DeclaredValue;
use offload_bundle_core::error::{Problem, ReadError};
use offload_bundle_core::placement::ImageRule;
use offload_bundle_core::walked::Packing;

use super::findings::findings;
use super::found::{Content, FoundBundle};
use super::image_record::{Record, entry, record};
use super::region::Form;
use super::search::Search;
use super::sections::of_section;
use super::toc::unpack;
use crate::archive::Members;
use crate::codec::{LONGEST_FRAME_HEADER, frame_content_len};
use crate::error::Error;
use crate::file_error::{Damage, FileError, damage};
use crate::input::{Input, LastBlock, WindowReader};
use crate::object::{Memory, Ranges, Section, SectionContent};

pub(super) struct Images<'i> {
    memory: Memory<'i>,
    /// By header offset of the section.
    sections: BTreeMap<u64, SectionImages>,
}

struct SectionImages {
    rule: &'static ImageRule<'static>,
    /// Registered together, in record order.
    sets: Vec<Vec<Record>>,
}

impl Images<'_> {
    pub(super) fn sections(&self) -> impl Iterator<Item = u64> {
        self.sections.keys().copied()
    }
}

impl Search<'_> {
    /// `None` if the file cannot register any.
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
        // Whole images: archive members are only parts.
        let records = sets.iter().flatten();
        let taken: Ranges = records.filter_map(|record| record.place(&images.memory)).collect();
        let before = self.scan.bundles.len();
        let (memory, reader) = (&mut images.memory, WindowReader::over(input, place));
        let mut looked_at = ImageSection { input, region, place, rule, memory, reader, last: Arc::default() };
        for records in sets {
            let found = self.image_set(&mut looked_at, &records)?;
            self.add(found);
        }
        for gap in taken.outside(place) {
            self.in_region(input, section, region, gap)?;
        }
        // File order, with the containers between them.
        if let Some(added) = self.scan.bundles.get_mut(before..) {
            added.sort_by_key(|found| found.bundle.start);
        }
        Ok(())
    }
}

/// Compilers know about thirty.
const MOST_DEVICES: u64 = 256;

pub(super) struct ImageSection<'i, 'm> {
    pub(super) input: &'i Arc<Input>,
    pub(super) region: usize,
    pub(super) place: Place,
    pub(super) rule: &'static ImageRule<'static>,
    pub(super) memory: &'m mut Memory<'i>,
    pub(super) reader: WindowReader<'i>,
    /// Shared by nearby images.
    pub(super) last: Arc<LastBlock>,
}

impl Search<'_> {
    pub(super) fn image_set(
        &mut self,
        section: &mut ImageSection<'_, '_>,
        records: &[Record],
    ) -> Result<FoundBundle, Error> {
        let ImageSection { input, region, place: section, rule, memory, reader, last } = section;
        let (input, region, section, rule) = (*input, *region, *section, *rule);
        let limit = self.options.max_size.map_or(u64::MAX, |size| size.0);
        let mut packed = BTreeMap::new();
        let mut entries: Vec<StoredEntry> = Vec::new();
        for (number, record) in (0..).zip(records) {
            let (mut entry, target) = entry(memory, rule, record, number, section)?;
            let mut whole = None;
            if let Ok(place) = entry.place
                && reader
                    .view(place.ofs, place.len.min(LONGEST_FRAME_HEADER))?
                    .starts_with(rule.packed)
            {
                match unpack_image(input, reader, place, limit)? {
                    Ok(unpacked) => whole = Some(unpacked),
                    Err(error) => entry.place = Err(error),
                }
            }
            let devices = match entry.place {
                Ok(place) if !record.is_shared && rule.devices.targets.contains(&target.as_str()) => {
                    let content = whole
                        .clone()
                        .unwrap_or_else(|| Arc::new(Input::part(input.name().clone(), input, place, last)));
                    devices(&content, rule.devices.begins)?
                }
                _ => Ok(Vec::new()),
            };
            let members = devices.unwrap_or_else(|error| {
                entry.place = Err(ReadError::new(entry.ofs_offset, error.problem.clone())
                    .at_index(number)
                    .in_field("images"));
                Vec::new()
            });
            if members.is_empty() {
                entry.index = count(&entries);
                if let Some(whole) = whole {
                    let within = whole.full_range();
                    packed.insert(
                        entry.index,
                        Content::Packed { input: whole, place: within, archive: None },
                    );
                }
                entries.push(entry);
                continue;
            }
            for (device, within) in members {
                let index = count(&entries);
                let id = self.registry.ids.entry_id(record.kind.kind, &target, &device);
                let place = match &whole {
                    Some(whole) => {
                        let input = Arc::clone(whole);
                        packed.insert(index, Content::Packed { input, place: within, archive: None });
                        entry.place.clone()
                    }
                    None => entry
                        .place
                        .clone()
                        .map(|place| Place { ofs: place.ofs.saturating_add(within.ofs), ..within }),
                };
                entries.push(StoredEntry { index, id: Ok(id), place, ..entry.clone() });
            }
        }
        let places = || entries.iter().filter_map(|entry| entry.place.as_ref().ok());
        let start = places().map(|place| place.ofs).min().unwrap_or(section.ofs);
        let end = places().map(|place| place.end()).max().unwrap_or(start);
        let bundle = Bundle { start, frame_len: 0, len: end.saturating_sub(start), version: None, entries };
        let findings = findings(&bundle, Some(&rule.attributes), &mut self.ids);
        let found = FoundBundle::new(Form::Images(rule), bundle, input, region);
        Ok(FoundBundle { findings, contents: packed, ..found })
    }
}

fn unpack_image(
    input: &Arc<Input>,
    reader: &mut WindowReader<'_>,
    place: Place,
    limit: u64,
) -> Result<Result<Arc<Input>, ReadError>, Error> {
    let head = reader.view(place.ofs, place.len.min(LONGEST_FRAME_HEADER))?;
    let Some(size) = frame_content_len(head) else {
        let expected = "a Zstandard frame with the length of its content".to_owned();
        let problem = Problem::Unexpected { found: "a frame without it".to_owned(), expected };
        return Ok(Err(ReadError::new(place.ofs, problem)));
    };
    let declared = |value| DeclaredValue { value, offset: place.ofs, path: &[] };
    Ok(unpack(
        input,
        Packing::Zstd,
        place,
        declared(place.len),
        declared(size),
        limit,
    ))
}

/// Rest of the name after `begins`, and place; `None` without an archive.
fn devices(image: &Arc<Input>, begins: &str) -> Result<Result<Vec<(String, Place)>, ReadError>, Error> {
    let found = damage(members(image, begins))?;
    image.release();
    Ok(found.unwrap_or_else(|Damage { error, .. }| Err(error)))
}

fn members(image: &Input, begins: &str) -> Result<Result<Vec<(String, Place)>, ReadError>, FileError> {
    let mut found = Vec::new();
    let Some(mut members) = Members::open(image)? else {
        return Ok(Ok(found));
    };
    while let Some(member) = members.next()? {
        let member = match member {
            Ok(member) => member,
            Err(error) => return Ok(Err(error.error)),
        };
        let name = std::str::from_utf8(&member.name)
            .ok()
            .and_then(|name| name.strip_prefix(begins));
        if let (Some(device), Some(place)) = (name, member.content) {
            let (found_before, limit) = (count(&found), MOST_DEVICES);
            if found_before >= limit {
                let found = found_before.saturating_add(1);
                return Ok(Err(ReadError::new(member.offset, Problem::OverLimit { found, limit })));
            }
            found.push((device.to_owned(), place));
        }
    }
    Ok(Ok(found))
}
