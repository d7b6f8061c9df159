//! Images that a linked program registers: they lie in sections one after the other, and records in its memory say where each begins.

use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{Bundle, StoredEntry};
use offload_bundle_core::envelope::DeclaredValue;
use offload_bundle_core::error::{Problem, ReadError};
use offload_bundle_core::placement::ImageRule;
use offload_bundle_core::walked::Packing;

use super::findings::findings;
use super::form::Form;
use super::found::FoundBundle;
use super::gaps::without;
use super::image_record::{Record, entry, record};
use super::search::Search;
use super::sections::of_section;
use super::walked::unpacked;
use crate::archive::Members;
use crate::codec::{LONGEST_FRAME_HEADER, frame_content_len};
use crate::error::Error;
use crate::file_error::{Damage, FileError, damage};
use crate::input::{Input, WindowReader};
use crate::object::{Memory, Section, SectionContent};

/// So many devices of an archive are told apart. Compilers know some thirty.
const MOST_DEVICES: usize = 256;

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
    /// Whether there are some in the section whose header is there.
    pub(super) fn are_in(&self, section: &Section) -> bool {
        self.sections.contains_key(&section.offset)
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
        let Some(memory) = Memory::of(input)? else {
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
    pub(super) fn image_sets(
        &mut self,
        input: &Arc<Input>,
        section: &Section,
        place: Place,
        images: &mut Images<'_>,
    ) -> Result<(), Error> {
        let Some(SectionImages { rule, sets }) = images.sections.remove(&section.offset) else {
            return Ok(());
        };
        let region = self.region(of_section(section), place);
        // Whole images, of which the code in an archive is but a part.
        let records = sets.iter().flatten();
        let mut taken: Vec<Place> = records.filter_map(|record| record.place(&images.memory)).collect();
        let mut sets: Vec<FoundBundle> = sets
            .into_iter()
            .map(|records| self.image_set(input, (region, place), &mut images.memory, rule, &records))
            .collect::<Result<_, _>>()?;
        sets.sort_by_key(|found| found.bundle.start);
        taken.sort_unstable();
        let before = self.scan.bundles.len();
        self.scan.bundles.extend(sets);
        for gap in without(place, &taken) {
            self.in_region(input, section, region, gap)?;
        }
        // What was found between them comes in file order too.
        if let Some(added) = self.scan.bundles.get_mut(before..) {
            added.sort_by_key(|found| found.bundle.start);
        }
        Ok(())
    }

    /// The images of `records`, which are registered together.
    fn image_set(
        &mut self,
        input: &Arc<Input>,
        (region, section): (usize, Place),
        memory: &mut Memory<'_>,
        rule: &'static ImageRule<'static>,
        records: &[Record],
    ) -> Result<FoundBundle, Error> {
        let limit = self.options.max_size.map_or(u64::MAX, |size| size.0);
        let mut reader = WindowReader::over(input, section);
        // Images that lie close together share what is read of the file.
        let last = Arc::default();
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
                match unpacked_image(input, &mut reader, place, limit)? {
                    Ok(unpacked) => whole = Some(unpacked),
                    Err(error) => entry.place = Err(error),
                }
            }
            let devices = match entry.place {
                Ok(place) if !record.is_shared && rule.devices.targets.contains(&target.as_str()) => {
                    let content = whole
                        .clone()
                        .unwrap_or_else(|| Arc::new(Input::part(input.name().clone(), input, place, &last)));
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
                entry.index = count(entries.len());
                if let Some(whole) = whole {
                    let within = whole.whole();
                    packed.insert(entry.index, (whole, within));
                }
                entries.push(entry);
                continue;
            }
            for (device, within) in members {
                let index = count(entries.len());
                let id = self.registry.ids.entry_id(record.kind.kind, &target, &device);
                let place = match &whole {
                    Some(whole) => {
                        packed.insert(index, (Arc::clone(whole), within));
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
        let version = records.first().map_or(0, |record| record.layout.version);
        let bundle = Bundle { start, frame_len: 0, len: end.saturating_sub(start), version, entries };
        let mut findings = findings(&bundle, Some(&rule.attributes), &mut self.ids);
        findings.shrink_to_fit();
        let found = FoundBundle::new(Form::Images(rule), bundle, input, region);
        Ok(FoundBundle { findings, unpacked: packed, ..found })
    }
}

/// What the image at `place` is that is compressed; or why it cannot be told.
fn unpacked_image(
    input: &Arc<Input>,
    reader: &mut WindowReader<'_>,
    place: Place,
    limit: u64,
) -> Result<Result<Arc<Input>, ReadError>, Error> {
    let head = reader.view(place.ofs, place.len.min(LONGEST_FRAME_HEADER))?;
    let Some(size) = frame_content_len(head) else {
        let expected = "a frame of Zstandard that says how long its content is".to_owned();
        let problem = Problem::Unexpected { found: "one that does not".to_owned(), expected };
        return Ok(Err(ReadError::new(place.ofs, problem)));
    };
    let declared = |value| DeclaredValue { value, offset: place.ofs, path: &[] };
    Ok(unpacked(
        input,
        Packing::Zstd,
        place,
        declared(place.len),
        declared(size),
        limit,
    ))
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// The members of the archive `image` whose names begin so, with the rest of their names, and where they are; or what is wrong with it.
/// None where it is no archive.
fn devices(image: &Arc<Input>, begins: &str) -> Result<Result<Vec<(String, Place)>, ReadError>, Error> {
    let found = damage(members(image, begins))?;
    image.release();
    Ok(found.unwrap_or_else(|Damage { error, .. }| Err(error)))
}

fn members(image: &Input, begins: &str) -> Result<Result<Vec<(String, Place)>, ReadError>, FileError> {
    let mut found = Vec::new();
    let Some(mut members) = Members::of(image)? else {
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
            if found.len() >= MOST_DEVICES {
                let (found, limit) = (count(found.len().saturating_add(1)), count(MOST_DEVICES));
                return Ok(Err(ReadError::new(member.offset, Problem::OverLimit { found, limit })));
            }
            found.push((device.to_owned(), place));
        }
    }
    Ok(Ok(found))
}
