//! Images in a linked program's memory: address and attributes.

use offload_bundle_core::attributes::{Attributes, TextAttribute};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::error::{Path, Problem, ReadError};
use offload_bundle_core::placement::{ImageKind, ImageRecord, ImageRule, Requirement};

use crate::error::Error;
use crate::object::Memory;

/// Targets and properties, in bytes.
const LONGEST_NAME: u64 = 256;
/// In bytes: many records may refer to the same text.
const LONGEST_TEXT: u64 = 1024;
/// Also of properties of a set. Compilers write about ten.
const MOST_PROPERTIES: u64 = 64;
/// Reported for a property.
const MOST_NUMBERS: u64 = 64;

pub(super) struct Record {
    pub(super) address: u64,
    pub(super) layout: &'static ImageRecord,
    pub(super) kind: &'static ImageKind<'static>,
    pub(super) start: u64,
    pub(super) end: u64,
    /// Begins inside another image. Not read, because many may share bytes.
    pub(super) is_shared: bool,
}

impl Record {
    pub(super) fn place(&self, memory: &Memory<'_>) -> Option<Place> {
        memory.place(self.start, self.end.saturating_sub(self.start))
    }
}

/// `pointer` is the start of its image; `None` if part of something else.
pub(super) fn record(
    memory: &mut Memory<'_>,
    rule: &'static ImageRule<'static>,
    pointer: u64,
) -> Result<Option<Record>, Error> {
    for layout in rule.records {
        let Some(address) = pointer.checked_sub(layout.start) else {
            continue;
        };
        let version = memory.read_stored(address, 2)?;
        let number = memory.read_stored(address.saturating_add(rule.kind), 1)?;
        let kind = rule.kinds.iter().find(|kind| Some(kind.number) == number);
        if version != Some(layout.version) || memory.place(address, layout.size).is_none() {
            continue;
        }
        let (start, end) = (memory.pointer(pointer)?, memory.pointer(pointer.saturating_add(8))?);
        if let Some(kind) = kind.filter(|_| start <= end) {
            return Ok(Some(Record { address, layout, kind, start, end, is_shared: false }));
        }
    }
    Ok(None)
}

/// With the name of its target.
pub(super) fn entry(
    memory: &mut Memory<'_>,
    rule: &'static ImageRule<'static>,
    record: &Record,
    index: u64,
    section: Place,
) -> Result<(StoredEntry, String), Error> {
    let path = Path::from("images").index(index);
    let in_file = |memory: &Memory<'_>, skip: u64| {
        let place = memory.place(record.address.saturating_add(skip), 0);
        place.map_or(0, |place| place.ofs)
    };
    let ofs_offset = in_file(memory, record.layout.start);
    let len = record.end.saturating_sub(record.start);
    let place = record
        .place(memory)
        .filter(|place| section.ofs <= place.ofs && place.end() <= section.end());
    let place = place.ok_or_else(|| {
        let ofs = memory.place(record.start, 0).map_or(0, |place| place.ofs);
        let problem = Problem::OutOfBounds { ofs: ofs.saturating_sub(section.ofs), len, have: section.len };
        let error = ReadError::new(ofs_offset, problem).in_field("end");
        error.at_index(index).in_field("images")
    });
    let target = memory.pointer(record.address.saturating_add(rule.target))?;
    let target_at = in_file(memory, rule.target);
    let (id_offset, id) = match memory.text(target, LONGEST_NAME)? {
        Some((ofs, text)) => (ofs, String::from_utf8(text).ok()),
        None => (target_at, None),
    };
    let target = id.clone().unwrap_or_default();
    let named = TextAttribute { key: rule.attributes.id.triple.to_owned(), value: target.clone(), offset: id_offset };
    let id = id
        .map(|target| format!("{}-{target}", record.kind.kind))
        .ok_or_else(|| {
            let why = "the address does not point to a UTF-8 target name with a NUL";
            let error = ReadError::new(target_at, Problem::BadText { why }).in_field("target");
            error.at_index(index).in_field("images")
        });
    let attributes = match &id {
        Ok(_) => attributes(memory, rule, record, named)?,
        Err(_) => Attributes::default(),
    };
    Ok((
        StoredEntry { index, id, id_offset, place, path, ofs_field: "start", ofs_offset, attributes },
        target,
    ))
}

fn attributes(
    memory: &mut Memory<'_>,
    rule: &'static ImageRule<'static>,
    record: &Record,
    target: TextAttribute,
) -> Result<Attributes, Error> {
    let mut attributes = Attributes { numbers: Vec::new(), texts: vec![target] };
    let at = |skip: u64| record.address.saturating_add(skip);
    let format = memory.read_stored(at(rule.format), 1)?.unwrap_or(0);
    let (first, last) = range(memory, at(record.layout.entries))?;
    let kernels = last.saturating_sub(first).checked_div(record.kind.entry).unwrap_or(0);
    for (known, number) in rule.attributes.numbers.iter().zip([format, kernels]) {
        attributes.numbers.push((known.name, number));
    }
    for (key, skip) in rule.texts {
        let address = memory.pointer(at(*skip))?;
        if let Some((offset, text)) = memory.text(address, LONGEST_TEXT)?.filter(|(_, text)| !text.is_empty()) {
            let value = String::from_utf8_lossy(&text).into_owned();
            attributes
                .texts
                .push(TextAttribute { key: (*key).to_owned(), value, offset });
        }
    }
    requirements(memory, rule, at(record.layout.properties), &mut attributes.texts)?;
    Ok(attributes)
}

/// Start and end address.
fn range(memory: &mut Memory<'_>, address: u64) -> Result<(u64, u64), Error> {
    Ok((memory.pointer(address)?, memory.pointer(address.saturating_add(8))?))
}

fn requirements(
    memory: &mut Memory<'_>,
    rule: &'static ImageRule<'static>,
    address: u64,
    texts: &mut Vec<TextAttribute>,
) -> Result<(), Error> {
    let layout = rule.properties;
    for set in items(range(memory, address)?, layout.set) {
        let name = name(memory, set)?;
        let told: Vec<&Requirement<'_>> = rule
            .requirements
            .iter()
            .filter(|told| name.as_deref() == Some(told.set.as_bytes()))
            .collect();
        if told.is_empty() {
            continue;
        }
        for property in items(range(memory, set.saturating_add(8))?, layout.size) {
            let name = self::name(memory, property)?;
            if let Some(told) = told
                .iter()
                .find(|told| name.as_deref() == Some(told.property.as_bytes()))
            {
                let (offset, value) = numbers(memory, rule, property, told)?;
                if !value.is_empty() {
                    texts.push(TextAttribute { key: told.name.to_owned(), value: value.join(","), offset });
                }
            }
        }
    }
    Ok(())
}

fn items((first, end): (u64, u64), size: u64) -> impl Iterator<Item = u64> {
    let count = end.saturating_sub(first).checked_div(size).unwrap_or(0);
    (0..count.min(MOST_PROPERTIES)).map(move |index| first.saturating_add(index.saturating_mul(size)))
}

fn name(memory: &mut Memory<'_>, address: u64) -> Result<Option<Vec<u8>>, Error> {
    let to = memory.pointer(address)?;
    Ok(memory.text(to, LONGEST_NAME)?.map(|(_, text)| text))
}

/// With their file offset.
fn numbers(
    memory: &mut Memory<'_>,
    rule: &ImageRule<'_>,
    address: u64,
    told: &Requirement<'_>,
) -> Result<(u64, Vec<String>), Error> {
    let layout = rule.properties;
    let len_at = address.saturating_add(layout.len);
    let len = memory.read_stored(len_at, 8)?.unwrap_or(0);
    let value = memory.pointer(address.saturating_add(layout.value))?;
    let in_file = |memory: &Memory<'_>, address| memory.place(address, 0).map_or(0, |place| place.ofs);
    let shown = |number: u64| {
        let known = told.words.iter().find(|(known, _)| *known == number);
        known.map_or_else(|| number.to_string(), |(_, word)| (*word).to_owned())
    };
    if value == 0 {
        return Ok((in_file(memory, len_at), vec![shown(len)]));
    }
    // The number of bits is before the list.
    let count = len.saturating_sub(8).checked_div(4).unwrap_or(0).min(MOST_NUMBERS);
    let mut numbers = Vec::new();
    for index in 0..count {
        let at = value.saturating_add(8).saturating_add(index.saturating_mul(4));
        numbers.extend(memory.read_stored(at, 4)?.map(shown));
    }
    Ok((in_file(memory, value), numbers))
}
