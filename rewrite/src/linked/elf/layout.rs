//! The layout of a file with other bundles.

use offload_bundle::internal::object::elf::Header;
use offload_bundle_core::bytes::Place;

use super::growth;
use super::image::Image;
use super::room::{LEAST_ALIGNMENT, Room, SHIFT};
use super::segment::Segment;
use super::split::Split;

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum RepackWay {
    /// The bundles end their segment, which shrinks.
    Tail,
    /// The header of a second segment replaces PT_PHDR.
    Phdr,
    /// Content after the headers makes room for the header of a second segment.
    Move,
    /// Bytes are added at unused addresses after the bundles; the segment merges with the next if they reach it.
    Grow,
    /// The bundles move to the end of the file; zeros replace the old ones.
    Append,
    /// Zeros follow the bundles. A file system with holes stores no blocks for them.
    Zero,
}

#[derive(Debug)]
pub(super) struct Layout {
    pub(super) way: RepackWay,
    pub(super) segments: Vec<Segment>,
    /// Without the null section.
    pub(super) sections: Vec<Header>,
    /// Bundles, moved sections and zeros.
    pub(super) replaced: Place,
    pub(super) len: u64,
    /// New offsets from the start of the replaced bytes.
    pub(super) room: Room,
    pub(super) moved_to: Vec<u64>,
    pub(super) table: u64,
    /// For bundles at the end of the file.
    pub(super) apart: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Where {
    There,
    Anywhere,
}

impl Layout {
    /// `addresses` are the dynamic entries; `may_move` tells whether sections can make room.
    pub(super) fn plan(
        image: &Image,
        used: u64,
        addresses: &[(i64, u64, u64)],
        may_move: impl Fn(&Room) -> Result<bool, offload_bundle::Error>,
    ) -> Result<Self, offload_bundle::Error> {
        let Some(split) = Split::plan(image, used) else {
            return Ok(Self::as_long(image, used));
        };
        if split.second.is_none() {
            return Ok(Self::other(
                image,
                (RepackWay::Tail, used),
                split,
                Room::default(),
                Vec::new(),
            ));
        }
        if image.has_free_header() {
            return Ok(Self::other(
                image,
                (RepackWay::Phdr, used),
                split,
                Room::default(),
                Vec::new(),
            ));
        }
        for room in Room::all(image, addresses) {
            let split = Split::before(image, used, room.moved_len(image));
            let placed = split.and_then(|split| Some((place_sections(image, &room, &split)?, split)));
            if let Some((moved_to, split)) = placed
                && may_move(&room)?
            {
                return Ok(Self::other(image, (RepackWay::Move, used), split, room, moved_to));
            }
        }
        Ok(Self::as_long(image, used))
    }

    /// Over zeros, or over unused addresses.
    pub(super) fn longer(
        image: &Image,
        used: u64,
        addresses: &[(i64, u64, u64)],
    ) -> Result<Self, offload_bundle::Error> {
        let is_free = |place: Place| {
            let end = image.held.place.end();
            image.is_free(Place { ofs: end, len: place.end().saturating_sub(end) }, addresses)
        };
        let room = growth::room(image).unwrap_or(image.held.place);
        let within = Place { len: used, ..room };
        if used <= room.len && is_free(within)? {
            return Ok(Self::as_long(image, used));
        }
        for split in [Split::longer(image, used), Split::join_segments(image, used)]
            .into_iter()
            .flatten()
        {
            if is_free(split.replaced)? {
                return Ok(Self::other(
                    image,
                    (RepackWay::Grow, used),
                    split,
                    Room::default(),
                    Vec::new(),
                ));
            }
        }
        let have = if is_free(room)? { room.len } else { image.held.place.len };
        let have = have.max(growth::most(image)).min(used.saturating_sub(1));
        Err(offload_bundle::Error::LongerBundles { file: image.held.input.name().clone(), have, need: used })
    }

    /// The file offset of the bundles.
    pub(super) fn start(&self, image: &Image) -> u64 {
        let section = self.sections.get(image.held.section);
        section.map_or(image.held.place.ofs, |section| section.offset)
    }

    pub(super) fn address(&self, image: &Image) -> u64 {
        let section = self.sections.get(image.held.section);
        section.map_or(image.address(), |section| section.address)
    }

    /// Keeps the length of the file.
    pub(super) fn as_long(image: &Image, used: u64) -> Self {
        let place = image.held.place;
        let replaced = Place { len: place.len.max(used), ..place };
        let mut sections: Vec<Header> = image.file.sections.iter().map(|section| section.header).collect();
        if let Some(section) = sections.get_mut(image.held.section) {
            section.size = used;
        }
        Self {
            way: RepackWay::Zero,
            segments: image.segments.clone(),
            sections,
            replaced,
            len: replaced.len,
            room: Room::default(),
            moved_to: Vec::new(),
            table: image.file.table.ofs,
            apart: None,
        }
    }

    pub(super) fn other(
        image: &Image,
        (way, used): (RepackWay, u64),
        split: Split,
        room: Room,
        moved_to: Vec<u64>,
    ) -> Self {
        let own = image.segment();
        let shifted = room.shifted_place(image);
        let mut segments = Vec::new();
        for (position, segment) in image.segments.iter().enumerate() {
            if Some(position) == own {
                segments.push(split.first);
                segments.extend(split.second);
                continue;
            }
            if Some(position) == split.joined {
                continue;
            }
            let mut segment = *segment;
            if segment.is_of_headers() {
                match way {
                    RepackWay::Grow if split.joined.is_some() => {
                        segment.file_len = segment.file_len.saturating_sub(SHIFT);
                        segment.memory_len = segment.memory_len.saturating_sub(SHIFT);
                    }
                    RepackWay::Phdr => continue,
                    RepackWay::Move => {
                        segment.file_len = segment.file_len.saturating_add(SHIFT);
                        segment.memory_len = segment.memory_len.saturating_add(SHIFT);
                    }
                    _ => {}
                }
            }
            let place = segment.place();
            if place.len > 0
                && !segment.is_loaded()
                && shifted.is_some_and(|shifted| shifted.ofs <= place.ofs && place.end() <= shifted.end())
            {
                segment.offset = segment.offset.saturating_add(SHIFT);
                segment.address = segment.address.saturating_add(SHIFT);
                segment.physical = segment.physical.saturating_add(SHIFT);
            }
            if !segment.is_of_stack() {
                segment.offset = split.offset(segment.offset);
            }
            segments.push(segment);
        }
        let (start, address) = (image.held.place.ofs, image.address());
        let cut = split.replaced.len.saturating_sub(split.len);
        let sections = image.file.sections.iter().enumerate().map(|(position, section)| {
            let mut header = section.header;
            if position == image.held.section {
                header.size = used;
            } else if room.shifted.contains(&position) {
                header.offset = header.offset.saturating_add(SHIFT);
                header.address = header.address.saturating_add(SHIFT);
            } else if let Some(to) = room.moved.iter().position(|moved| *moved == position) {
                let skip = moved_to.get(to).copied().unwrap_or(0);
                header.offset = start.saturating_add(skip);
                header.address = address.saturating_add(skip).saturating_add(cut);
            } else {
                header.offset = split.offset(header.offset);
            }
            header
        });
        Self {
            way,
            segments,
            sections: sections.collect(),
            replaced: split.replaced,
            len: split.len,
            table: split.offset(image.file.table.ofs),
            apart: None,
            room,
            moved_to,
        }
    }
}

/// At the end of the old bundles, which can then grow again; `None` if one is outside of the second segment.
fn place_sections(image: &Image, room: &Room, split: &Split) -> Option<Vec<u64>> {
    let address = image.address();
    let cut = split.replaced.len.checked_sub(split.len)?;
    let mut end = address.checked_add(image.held.place.len)?;
    let lowest = split.second?.address;
    let mut places = Vec::new();
    for position in room.moved.iter().rev() {
        let section = image.file.sections.get(*position)?;
        let alignment = section.header.alignment.max(LEAST_ALIGNMENT);
        let at = end.checked_sub(section.header.size)?;
        end = at.checked_sub(at.checked_rem(alignment)?)?;
        if end < lowest {
            return None;
        }
        places.push(end.checked_sub(address)?.checked_sub(cut)?);
    }
    places.reverse();
    Some(places)
}
