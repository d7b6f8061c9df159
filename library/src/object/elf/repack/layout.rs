//! How a file is laid out when its bundles are shorter: which bytes leave it, and where the program header comes from that this takes.

use offload_bundle_core::bytes::Place;

use super::image::Image;
use super::room::{Room, SHIFT};
use super::segment::Segment;
use super::split::Split;
use crate::object::elf::form::Header;

/// How bytes leave a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum RepackWay {
    /// The bundles end their segment, which becomes shorter.
    Tail,
    /// The segment becomes two. The header of the second comes in place of the one that says where the headers are.
    Phdr,
    /// The same. What was behind the headers makes way for one more.
    Move,
    /// No bytes leave the file: those behind the bundles are zeros, which take no room on the disk where the file system has holes.
    Zero,
}

/// How the file is laid out.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) way: RepackWay,
    /// The program headers.
    pub(super) segments: Vec<Segment>,
    /// The headers of the sections, without the first, which is that of no section.
    pub(super) sections: Vec<Header>,
    /// The bytes in whose place the bundles come, what moves there, and zeros.
    pub(super) replaced: Place,
    /// How many bytes the file loses there.
    pub(super) cut: u64,
    /// What makes way for a program header, and how far behind the start of the bundles each section comes that moves.
    pub(super) room: Room,
    pub(super) moved_to: Vec<u64>,
    /// Where the table of sections is.
    pub(super) table: u64,
}

impl Layout {
    /// That of `image`, if bundles of `used` bytes come in place of those that it has. `addresses` are what its dynamic section says;
    /// `may_move` says of a range of addresses whether nothing else refers to it.
    pub(super) fn of(
        image: &Image,
        used: u64,
        addresses: &[(i64, u64, u64)],
        may_move: impl Fn(&[Place]) -> Result<bool, crate::error::Error>,
    ) -> Result<Self, crate::error::Error> {
        let Some(split) = Split::of(image, used) else {
            return Ok(Self::as_long(image, used));
        };
        if split.second.is_none() {
            return Ok(Self::shorter(
                image,
                (RepackWay::Tail, used),
                split,
                Room::default(),
                Vec::new(),
            ));
        }
        // Only loaders of programs that can be anywhere look for the header of headers.
        let has_slot = image.segments.iter().any(Segment::is_of_headers);
        if has_slot && !(image.is_dynamic_kind && image.has_interpreter()) {
            return Ok(Self::shorter(
                image,
                (RepackWay::Phdr, used),
                split,
                Room::default(),
                Vec::new(),
            ));
        }
        if let Some(room) = Room::of(image, addresses) {
            let (moved_to, all) = placed(image, &room, used);
            let makes_way: Vec<Place> = (image.file.sections.iter().enumerate())
                .filter(|(position, _)| room.has(*position))
                .map(|(_, section)| Place { ofs: section.header.address, len: section.header.size })
                .collect();
            if let Some(split) = Split::of(image, all).filter(|_| all <= image.place().len)
                && may_move(&makes_way)?
            {
                return Ok(Self::shorter(image, (RepackWay::Move, used), split, room, moved_to));
            }
        }
        Ok(Self::as_long(image, used))
    }

    /// The same where no bytes leave the file.
    pub(super) fn as_long(image: &Image, used: u64) -> Self {
        let mut sections: Vec<Header> = image.file.sections.iter().map(|section| section.header).collect();
        if let Some(section) = sections.get_mut(image.bundles) {
            section.size = used;
        }
        Self {
            way: RepackWay::Zero,
            segments: image.segments.clone(),
            sections,
            replaced: image.place(),
            cut: 0,
            room: Room::default(),
            moved_to: Vec::new(),
            table: image.table.ofs,
        }
    }

    fn shorter(image: &Image, (way, used): (RepackWay, u64), split: Split, room: Room, moved_to: Vec<u64>) -> Self {
        let own = image.segment();
        let shifted = room.shifted_place(image);
        let mut segments = Vec::new();
        for (position, segment) in image.segments.iter().enumerate() {
            if Some(position) == own {
                segments.push(split.first);
                segments.extend(split.second);
                continue;
            }
            let mut segment = *segment;
            if segment.is_of_headers() {
                match way {
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
        let (start, address) = (image.place().ofs, image.address());
        let sections = image.file.sections.iter().enumerate().map(|(position, section)| {
            let mut header = section.header;
            if position == image.bundles {
                header.size = used;
            } else if room.shifted.contains(&position) {
                header.offset = header.offset.saturating_add(SHIFT);
                header.address = header.address.saturating_add(SHIFT);
            } else if let Some(to) = room.moved.iter().position(|moved| *moved == position) {
                let skip = moved_to.get(to).copied().unwrap_or(0);
                header.offset = start.saturating_add(skip);
                header.address = address.saturating_add(skip);
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
            cut: split.cut,
            table: split.offset(image.table.ofs),
            room,
            moved_to,
        }
    }
}

/// How far behind the start of the bundles each section comes that moves, if they take `used` bytes; and how many they all take.
fn placed(image: &Image, room: &Room, used: u64) -> (Vec<u64>, u64) {
    let mut end = used;
    let address = image.address();
    let moved = room
        .moved
        .iter()
        .filter_map(|position| image.file.sections.get(*position));
    let places = moved.map(|section| {
        let alignment = section.header.alignment.max(8);
        let at = address.saturating_add(end).checked_next_multiple_of(alignment);
        let skip = at.unwrap_or(u64::MAX).saturating_sub(address);
        end = skip.saturating_add(section.header.size);
        skip
    });
    (places.collect(), end)
}
