//! The walk over entries.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::tables::Packing;
use super::walker::Walker;
use crate::attributes::{Attributes, TextAttribute};
use crate::bytes::{Bytes, Number, Place, View, count};
use crate::describe::{Describer, Field, NullDescriber, Shape};
use crate::error::{Path, Problem, ReadError, ViewError};
use crate::stored::{Bundle, StoredEntry};
use crate::tree::{Numbers, Records};

/// The result of a walk over a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walked {
    /// The frame and its entries; groups are replaced with their images. Places of packed contents locate the packed bytes.
    pub bundle: Bundle,
    /// The packed contents, in entry order.
    pub packed: Vec<Packed>,
    /// The stored entries in file order, up to the first with a bad header.
    pub parts: Vec<Part>,
}

/// A stored entry with its header: one image, or a group of images.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The bytes from the start of its header to the next entry, from the start of the input.
    pub place: Place,
    /// The indices of its images in [`Walked::bundle`].
    pub images: Range<usize>,
}

/// Packed content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// The index of the entry in [`Walked::bundle`].
    pub entry: u64,
    /// The packing.
    pub packing: Packing,
    /// The packed bytes without padding, from the start of the input. Several contents may share them.
    pub stored: Place,
    /// The length of all unpacked bytes.
    pub unpacked_len: u64,
    /// The place of the content in the unpacked bytes.
    pub within: Place,
    /// The path of the entry.
    pub path: Path,
    /// The offset of the field with the packed length, in bytes from the start of the input.
    pub stored_at: u64,
    /// The offset of the field with the unpacked length, in bytes from the start of the input.
    pub unpacked_at: u64,
}

#[derive(Debug, Clone)]
pub(super) struct Contents {
    pub(super) packing: Option<Packing>,
    /// From the start of the input.
    pub(super) stored: Place,
    pub(super) len: u64,
    stored_at: u64,
    unpacked_at: u64,
}

pub(super) struct At<'h> {
    /// In bytes from the start of the input.
    pub(super) start: u64,
    /// The bytes before the content.
    pub(super) head: &'h [u8],
    pub(super) path: Path,
}

impl Walker {
    /// Walks over the file of at most `have` bytes at `start` of an input, and shows all fields to `describer`.
    ///
    /// # Errors
    ///
    /// Returns the error of `view`, and an error if the file header is not valid. An entry with a bad header is the
    /// last, because the next one cannot be found.
    pub fn walk<E>(
        &self,
        start: u64,
        have: u64,
        view: &mut View<'_, '_, E>,
        describer: &mut dyn Describer,
    ) -> Result<Walked, ViewError<E>> {
        let (table, records) = (self.table, Records(self.tree));
        let mut seen = |ofs: u64, len: u64| {
            let place = Place { ofs, len: len.min(have.saturating_sub(ofs)) };
            view(place).map_err(ViewError::Unseen)
        };
        let head_len = records.len_of(records.root());
        let head = seen(0, head_len)?;
        let header = records.read(records.root(), Bytes::new(&head).at_origin(start), 0, describer)?;
        let content = header.get(table.length);
        let len = head_len.saturating_add(content.value);
        if len > have {
            return Err(out_of_bounds(start, content, head_len, have).into());
        }
        let bundle = Bundle { start, frame_len: head_len, len, version: None, entries: Vec::new() };
        let mut walked = Walked { bundle, packed: Vec::new(), parts: Vec::new() };
        let entry_len = records.len_of(table.entry);
        let (mut at, mut number) = (head_len, 0_u64);
        describer.begin("entries", Shape::List);
        while at < len {
            let path = Path::from("entries").index(number);
            let left = len.saturating_sub(at);
            let begin = start.saturating_add(at);
            if number >= table.limit {
                let problem = Problem::OverLimit { found: number.saturating_add(1), limit: table.limit };
                walked.damaged(ReadError::new(begin, problem), begin, path);
                break;
            }
            describer.item(number);
            let head = seen(at, entry_len.min(left))?;
            let entry = self.header(Bytes::new(&head).at_origin(begin), left, describer);
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    describer.end();
                    walked.damaged(error.under(&path), begin, path);
                    break;
                }
            };
            let header_len = entry.value(table.header);
            let head = seen(at, header_len)?;
            let first = walked.bundle.entries.len();
            self.entry(&mut walked, &entry, &At { start: begin, head: &head, path }, describer);
            describer.end();
            let len = header_len.saturating_add(entry.value(table.content));
            let images = first..walked.bundle.entries.len();
            walked.parts.push(Part { place: Place { ofs: begin, len }, images });
            at = at.saturating_add(len);
            number = number.saturating_add(1);
        }
        describer.end();
        Ok(walked)
    }

    /// In bytes, from the header.
    pub(crate) fn declared_len(&self, bytes: Bytes<'_>) -> Result<u64, ReadError> {
        let records = Records(self.tree);
        let header = records.read(records.root(), bytes, 0, &mut NullDescriber)?;
        let (content, head_len) = (header.get(self.table.length), records.len_of(records.root()));
        let len = head_len.checked_add(content.value);
        len.ok_or_else(|| out_of_bounds(bytes.origin(), content, head_len, bytes.len()))
    }

    /// Returns the header of the file at the start of `bytes`, with `len` bytes of entries.
    ///
    /// # Errors
    ///
    /// Returns an error if `bytes` end within the header.
    pub fn header_with(&self, bytes: Bytes<'_>, len: u64) -> Result<Vec<u8>, ReadError> {
        let records = Records(self.tree);
        let mut header = bytes.take(0, records.len_of(records.root()))?.to_vec();
        records.put(self.table.length, len, &mut header);
        Ok(header)
    }

    fn header(&self, bytes: Bytes<'_>, left: u64, describer: &mut dyn Describer) -> Result<Numbers, ReadError> {
        let (table, records) = (self.table, Records(self.tree));
        let entry = records.read(table.entry, bytes, 0, describer)?;
        let header = entry.get(table.header);
        bytes.in_range(header, records.len_of(table.entry), table.header_limit)?;
        let content = entry.get(table.content);
        for number in [header, content] {
            if !number.value.is_multiple_of(table.alignment.max(1)) {
                let expected = format!("a multiple of {}", table.alignment);
                let problem = Problem::Unexpected { found: number.value.to_string(), expected };
                return Err(bytes.error(number.at, problem).in_field(number.field));
            }
        }
        if header.value > left {
            return Err(out_of_bounds(bytes.origin(), header, 0, left));
        }
        if content.value > left.saturating_sub(header.value) {
            return Err(out_of_bounds(bytes.origin(), content, header.value, left));
        }
        Ok(entry)
    }

    fn entry(&self, walked: &mut Walked, entry: &Numbers, at: &At<'_>, describer: &mut dyn Describer) {
        let table = self.table;
        let header_len = entry.value(table.header);
        let place = Place { ofs: at.start.saturating_add(header_len), len: entry.value(table.content) };
        let contents = self.contents(entry, at.start, place);
        let is_group = entry.value(table.groups.kind) == table.groups.number;
        match contents.clone().and_then(|contents| match is_group {
            true => self
                .images(entry, at, &contents, describer)
                .map(|images| (contents, Some(images))),
            false => Ok((contents, None)),
        }) {
            Ok((contents, Some(images))) => {
                for image in images {
                    let path = at.path.clone().field(table.groups.image).index(image.number);
                    let place = match contents.packing {
                        Some(_) => contents.stored,
                        None => {
                            Place { ofs: contents.stored.ofs.saturating_add(image.within.ofs), len: image.within.len }
                        }
                    };
                    let index = walked.push(
                        Ok(image.id),
                        Ok(place),
                        ((self.table.content, image.start), path),
                        image.attributes,
                    );
                    walked.pack(index, &contents, image.within, &at.path);
                }
            }
            Ok((contents, None)) => {
                self.show_content(&contents, describer);
                let index = self.push(walked, entry, at, Ok(contents.stored));
                walked.pack(index, &contents, Place { ofs: 0, len: contents.len }, &at.path);
            }
            Err(error) => {
                self.push(walked, entry, at, Err(error.under(&at.path)));
            }
        }
    }

    fn push(&self, walked: &mut Walked, entry: &Numbers, at: &At<'_>, place: Result<Place, ReadError>) -> u64 {
        let told = self.attributes(at.head, entry, at.start);
        let begin = ((self.table.content, at.start), at.path.clone());
        walked.push(Ok(self.id(entry)), place, begin, told)
    }

    fn show_content(&self, contents: &Contents, describer: &mut dyn Describer) {
        describer.field(Field {
            name: "content",
            offset: contents.stored.ofs,
            len: contents.stored.len,
            value: crate::describe::FieldValue::Opaque(contents.stored.len),
            meaning: "The stored image.",
        });
    }

    /// `place` includes the padding.
    fn contents(&self, entry: &Numbers, start: u64, place: Place) -> Result<Contents, ReadError> {
        let table = self.table;
        let flags = entry.value(table.flags);
        let mut packings = table.packed.iter().filter(|(bit, _)| flags & bit != 0);
        let packing = packings.next().map(|(_, packing)| *packing);
        let packing = packing.filter(|_| flags & table.as_stored == 0);
        let (stored, unpacked) = (entry.get(table.stored), entry.get(table.unpacked));
        if stored.value > place.len {
            return Err(out_of_bounds(start, stored, 0, place.len));
        }
        let len = if stored.value == 0 { place.len } else { stored.value };
        Ok(Contents {
            packing,
            stored: Place { len, ..place },
            len: if packing.is_some() { unpacked.value } else { len },
            stored_at: start.saturating_add(stored.at),
            unpacked_at: start.saturating_add(unpacked.at),
        })
    }

    pub(super) fn id(&self, record: &Numbers) -> String {
        let of = self.table.processor;
        let flags = record.value(self.table.flags);
        let letters = of.letters.iter().filter(|(bit, _)| flags & bit != 0);
        let letters: String = letters.map(|(_, letter)| *letter).collect();
        let target = format!("{}{}{letters}", of.prefix, record.value(of.number));
        self.grammar.entry_id(of.kind, of.triple, &target)
    }

    pub(super) fn options(&self, head: &[u8], record: &Numbers) -> Option<Place> {
        let (table, records) = (self.table.options, Records(self.tree));
        let at = record.value(table.at);
        let bytes = Bytes::new(head);
        let options = records.read(table.record, bytes, at, &mut crate::describe::NullDescriber);
        let options = options.ok().filter(|_| at != 0)?;
        let place = Place { ofs: options.value(table.offset), len: options.value(table.size) };
        // Without declared options, the record is alone.
        let end = at.saturating_add(records.len_of(table.record));
        Some(Place { ofs: place.ofs.max(end), ..place })
    }

    pub(super) fn attributes(&self, head: &[u8], record: &Numbers, start: u64) -> Attributes {
        let table = self.table;
        let numbers = table.attributes.numbers.iter();
        let numbers = numbers.map(|known| (known.name, record.value(known.name)));
        let name = Place { ofs: record.value(table.name_offset), len: record.value(table.name_size) };
        let is_text = record.value(table.flags) & table.options.no_text == 0;
        let is_group = record.value(table.groups.kind) == table.groups.number;
        let options = self.options(head, record).filter(|_| is_text && !is_group);
        let texts = [("name", Some(name)), ("options", options)];
        let texts = texts.into_iter().filter_map(|(key, place)| {
            let place = place.filter(|place| place.len > 0 && place.ofs > 0)?;
            let text = Bytes::new(head).take(place.ofs, place.len).ok()?;
            let value = String::from_utf8_lossy(text).trim_matches(['\0', ' ']).to_string();
            let offset = start.saturating_add(place.ofs);
            (!value.is_empty()).then(|| TextAttribute { key: key.to_string(), value, offset })
        });
        Attributes { numbers: numbers.collect(), texts: texts.collect() }
    }
}

impl Walked {
    fn damaged(&mut self, error: ReadError, start: u64, path: Path) {
        let (at, attributes) = (("", start), Attributes::default());
        self.push(Err(error.clone()), Err(error), (at, path), attributes);
    }

    fn push(
        &mut self,
        id: Result<String, ReadError>,
        place: Result<Place, ReadError>,
        (at, path): ((&'static str, u64), Path),
        attributes: Attributes,
    ) -> u64 {
        let index = count(&self.bundle.entries);
        let entry = StoredEntry { attributes, ..StoredEntry::new(index, id, place, path, at) };
        self.bundle.entries.push(entry);
        index
    }

    fn pack(&mut self, entry: u64, contents: &Contents, within: Place, path: &Path) {
        let Some(packing) = contents.packing else { return };
        self.packed.push(Packed {
            entry,
            packing,
            stored: contents.stored,
            unpacked_len: contents.len,
            within,
            path: path.clone(),
            stored_at: contents.stored_at,
            unpacked_at: contents.unpacked_at,
        });
    }
}

pub(super) fn out_of_bounds(start: u64, number: Number, ofs: u64, have: u64) -> ReadError {
    let problem = Problem::OutOfBounds { ofs, len: number.value, have };
    ReadError::new(start.saturating_add(number.at), problem).in_field(number.field)
}
