//! Room for one more program header: the sections after the table move.

use object::elf::{
    DT_GNU_HASH, DT_HASH, DT_SYMTAB, DynamicTag, SHT_DYNSYM, SHT_GNU_HASH, SHT_HASH, SHT_NOTE, SectionType,
};
use offload_bundle::Error;
use offload_bundle::internal::input::first_not_zero;
use offload_bundle::internal::object::Ranges;
use offload_bundle_core::bytes::Place;

use super::dynamic::is_address;
use super::image::Image;
use super::segment::{self, Segment};

/// Keeps alignments up to eight bytes.
pub(super) const SHIFT: u64 = segment::LEN;
/// In bytes.
const KEPT_ALIGNMENT: u64 = 8;

/// In bytes.
pub(super) const LEAST_ALIGNMENT: u64 = 8;

/// Bytes kept free for programs such as patchelf that add headers.
const SPARE: u64 = 2 * segment::LEN;

/// Linkers put about five there.
const MOST: usize = 64;

pub(super) fn naming_tag(kind: SectionType) -> Option<DynamicTag> {
    match kind {
        SHT_HASH => Some(DT_HASH),
        SHT_GNU_HASH => Some(DT_GNU_HASH),
        SHT_DYNSYM => Some(DT_SYMTAB),
        _ => None,
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Room {
    /// Positions of notes and the interpreter name: some programs look for the build ID only on its page.
    pub(super) shifted: Vec<usize>,
    /// Positions; only the dynamic section refers to them.
    pub(super) moved: Vec<usize>,
    /// The headers and the parts after them that move.
    pub(super) place: Option<Place>,
}

impl Room {
    /// With spare bytes and without.
    pub(super) fn all(image: &Image, addresses: &[(i64, u64, u64)]) -> impl Iterator<Item = Self> {
        [SPARE, 0]
            .into_iter()
            .filter_map(|spare| Self::with_spare(image, addresses, spare))
    }

    fn with_spare(image: &Image, addresses: &[(i64, u64, u64)], spare: u64) -> Option<Self> {
        let holder = image.segments.iter().filter(|segment| segment.is_loaded());
        let holder = holder
            .map(Segment::place)
            .find(|place| place.ofs <= image.headers.ofs && image.headers.end().saturating_add(SHIFT) <= place.end())?;
        let mut sections: Vec<(usize, Place)> = image.sections_with_bytes().collect();
        sections.sort_by_key(|(_, place)| place.ofs);
        let mut room = Self::default();
        let mut need = image.headers.end().saturating_add(SHIFT);
        let mut end = holder.end();
        for (position, place) in sections {
            if place.end() <= image.headers.ofs || place.ofs >= holder.end() {
                continue;
            }
            if place.ofs < image.headers.end() || room.shifted.len().saturating_add(room.moved.len()) >= MOST {
                return None;
            }
            let is_in_the_way = place.ofs < need;
            let spare = if room.moved.is_empty() { 0 } else { spare };
            if place.ofs >= need.saturating_add(spare) {
                end = place.ofs;
                break;
            }
            let section = image.file.sections.get(position)?;
            let kind = SectionType(section.header.kind);
            let is_interpreter = image
                .segments
                .iter()
                .any(|segment| segment.kind == object::elf::PT_INTERP.0 && segment.place() == place);
            if is_in_the_way && (kind == SHT_NOTE || is_interpreter) && section.header.alignment <= KEPT_ALIGNMENT {
                room.shifted.push(position);
                need = place.end().saturating_add(SHIFT);
            } else if naming_tag(kind).is_some_and(|named| {
                let mut named = addresses.iter().filter(|(tag, ..)| *tag == named.0);
                named.any(|(_, value, _)| *value == section.header.address)
            }) {
                room.moved.push(position);
            } else if is_in_the_way {
                return None;
            } else {
                end = place.ofs;
                break;
            }
        }
        if need > end {
            return None;
        }
        let start = image.headers.ofs;
        let place = Place { ofs: start, len: end.saturating_sub(start) };
        room.place = Some(place);
        (room.segments_follow(image, place) && room.entries_follow(image, place, addresses)).then_some(room)
    }

    /// Other bytes may look free once the section table no longer lists them.
    fn entries_follow(&self, image: &Image, place: Place, addresses: &[(i64, u64, u64)]) -> bool {
        let follows = |tag: i64, value: u64| {
            let sections = self
                .moved
                .iter()
                .filter_map(|position| image.file.sections.get(*position));
            let mut headers = sections.map(|section| &section.header);
            headers.any(|header| {
                header.address == value && naming_tag(SectionType(header.kind)).is_some_and(|named| named.0 == tag)
            })
        };
        let mut named = addresses.iter().filter(|(tag, value, _)| {
            let offset = image.offset_of(*value);
            is_address(*tag) && offset.is_some_and(|offset| place.ofs <= offset && offset < place.end())
        });
        named.all(|(tag, value, _)| follows(*tag, *value))
    }

    /// Whether each segment is inside the shifted bytes or outside of `all`.
    fn segments_follow(&self, image: &Image, all: Place) -> bool {
        let shifted = self.shifted_place(image);
        let others = image
            .segments
            .iter()
            .filter(|segment| !segment.is_loaded() && !segment.is_of_headers());
        others.map(Segment::place).filter(|place| place.len > 0).all(|place| {
            let within = shifted.is_some_and(|shifted| shifted.ofs <= place.ofs && place.end() <= shifted.end());
            let apart = place.end() <= all.ofs || all.end() <= place.ofs;
            within || apart
        })
    }

    /// Only zeros are between them.
    pub(super) fn is_all_known(&self, image: &Image) -> Result<bool, Error> {
        let sections = image.sections_with_bytes();
        let these = sections.filter(|(position, _)| self.has(*position));
        let known: Ranges = these.map(|(_, place)| place).chain([image.headers]).collect();
        for place in known.outside(self.place.unwrap_or(image.headers)) {
            if first_not_zero(&image.held.input, place)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn addresses(&self, image: &Image) -> Vec<Place> {
        let sections = image.file.sections.iter().enumerate();
        let these = sections.filter(|(position, _)| self.has(*position));
        these
            .map(|(_, section)| Place { ofs: section.header.address, len: section.header.size })
            .collect()
    }

    /// Padding included.
    pub(super) fn moved_len(&self, image: &Image) -> u64 {
        let moved = self
            .moved
            .iter()
            .filter_map(|position| image.file.sections.get(*position));
        let lengths = moved.map(|section| {
            section
                .header
                .size
                .saturating_add(section.header.alignment.max(LEAST_ALIGNMENT))
        });
        lengths.fold(0, u64::saturating_add)
    }

    /// From the first shifted section to the last.
    pub(super) fn shifted_place(&self, image: &Image) -> Option<Place> {
        let places = image
            .sections_with_bytes()
            .filter(|(position, _)| self.shifted.contains(position));
        places.map(|(_, place)| place).reduce(|all, place| {
            let start = all.ofs.min(place.ofs);
            Place { ofs: start, len: all.end().max(place.end()).saturating_sub(start) }
        })
    }

    pub(super) fn has(&self, position: usize) -> bool {
        self.positions().any(|own| own == position)
    }

    pub(super) fn positions(&self) -> impl Iterator<Item = usize> {
        self.shifted.iter().chain(&self.moved).copied()
    }
}
