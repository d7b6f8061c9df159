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
use super::image_record::{Record, entry, record};
use super::search::Search;
use super::walked::unpacked;
use crate::archive::Members;
use crate::codec::frame_content_len;
use crate::error::Error;
use crate::file_error::{Damage, FileError, damage};
use crate::finding::{Anomaly, Finding};
use crate::input::{Input, WindowReader};
use crate::object::{Memory, Section, SectionContent};

/// How much of an image is looked at to tell whether it is compressed, in bytes.
const HEAD: u64 = 18;

/// The images in a section.
pub(super) struct SectionImages {
    rule: &'static ImageRule<'static>,
    /// Those that are registered together, each in the order of their records.
    sets: Vec<Vec<Record>>,
}

impl Search<'_> {
    /// Finds the images in `sections` of `input`: those of each section by where its header is.
    pub(super) fn images(
        &self,
        input: &Arc<Input>,
        sections: &[Section],
    ) -> Result<BTreeMap<u64, SectionImages>, Error> {
        let mut found = BTreeMap::new();
        if self.options.rules.own_form {
            return Ok(found);
        }
        for rule in self.registry.images {
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
            if places.is_empty() {
                continue;
            }
            let Some(mut memory) = Memory::of(input)? else { continue };
            let mut records = Vec::new();
            for pointer in memory.pointers_into(&places)? {
                records.extend(record(&mut memory, rule, pointer)?);
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
        }
        Ok(found)
    }

    /// Adds the images of `section`, which lie at `place`.
    pub(super) fn image_sets(
        &mut self,
        input: &Arc<Input>,
        section: &Section,
        place: Place,
        images: SectionImages,
    ) -> Result<(), Error> {
        let region = self.region(super::sections::of_section(section), place);
        let Some(mut memory) = Memory::of(input)? else {
            return Ok(());
        };
        let SectionImages { rule, sets } = images;
        let mut sets: Vec<FoundBundle> = sets
            .into_iter()
            .map(|records| self.image_set(input, (region, place), &mut memory, rule, &records))
            .collect::<Result<_, _>>()?;
        sets.sort_by_key(|found| found.bundle.start);
        self.unclaimed(input, section, place, &sets)?;
        self.scan.bundles.extend(sets);
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
        let mut packed = BTreeMap::new();
        let mut entries: Vec<StoredEntry> = Vec::new();
        for (number, record) in (0..).zip(records) {
            let (mut entry, target) = entry(memory, rule, record, number, section)?;
            let mut whole = None;
            if let Ok(place) = entry.place
                && reader.view(place.ofs, place.len.min(HEAD))?.starts_with(rule.packed)
            {
                match unpacked_image(input, &mut reader, place, limit)? {
                    Ok(unpacked) => whole = Some(unpacked),
                    Err(error) => entry.place = Err(error),
                }
            }
            let devices = match entry.place {
                Ok(place) if rule.devices.targets.contains(&target.as_str()) => {
                    let content = whole.clone().unwrap_or_else(|| {
                        let last = Arc::default();
                        Arc::new(Input::part(input.name().clone(), input, place, &last))
                    });
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
                entry.index = index_of(&entries);
                if let Some(whole) = whole {
                    let within = whole.whole();
                    packed.insert(entry.index, (whole, within));
                }
                entries.push(entry);
                continue;
            }
            for (device, within) in members {
                let index = index_of(&entries);
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

    /// Notes what of the section at `place` is neither an image of `sets` nor zeros.
    fn unclaimed(
        &mut self,
        input: &Arc<Input>,
        section: &Section,
        place: Place,
        sets: &[FoundBundle],
    ) -> Result<(), Error> {
        let entries = sets.iter().flat_map(|found| &found.bundle.entries);
        let mut taken: Vec<Place> = entries.filter_map(|entry| entry.place.as_ref().ok().copied()).collect();
        taken.sort_unstable();
        let mut reader = WindowReader::over(input, place);
        for gap in super::gaps::without(place, &taken) {
            if reader.run(gap.ofs, 0)? < gap.len {
                let anomaly = Anomaly::Unrecognised { len: gap.len, section: section.name() };
                self.note(input, Finding::at(gap.ofs, anomaly));
            }
        }
        Ok(())
    }
}

/// What the image at `place` is that is compressed; or why it cannot be told.
fn unpacked_image(
    input: &Arc<Input>,
    reader: &mut WindowReader<'_>,
    place: Place,
    limit: u64,
) -> Result<Result<Arc<Input>, ReadError>, Error> {
    let head = reader.view(place.ofs, place.len.min(HEAD))?;
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

/// The number of the entry behind `entries`.
fn index_of(entries: &[StoredEntry]) -> u64 {
    u64::try_from(entries.len()).unwrap_or(u64::MAX)
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
            found.push((device.to_owned(), place));
        }
    }
    Ok(Ok(found))
}
