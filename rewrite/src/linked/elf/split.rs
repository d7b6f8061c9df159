//! Removes bytes after the bundles from the file, and shortens or splits their segment.

use object::elf::{PF_X, SHF_EXECINSTR};
use offload_bundle_core::bytes::Place;

use super::image::Image;
use super::segment::Segment;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Split {
    /// Up to the end of the new bundles.
    pub(super) first: Segment,
    pub(super) second: Option<Segment>,
    /// The bundles, and zeros after them.
    pub(super) replaced: Place,
    pub(super) len: u64,
    /// If it merges with the second part.
    pub(super) joined: Option<usize>,
}

impl Split {
    /// `None` if no bytes can be removed.
    pub(super) fn plan(image: &Image, used: u64) -> Option<Self> {
        Self::before(image, used, 0)
    }

    /// With `room` bytes before the content after the section.
    pub(super) fn before(image: &Image, used: u64, room: u64) -> Option<Self> {
        let position = image.segment()?;
        let segment = *image.segments.get(position)?;
        let (place, address) = (image.held.place, image.address());
        let next = next_address(image, &segment);
        let end = place.ofs.checked_add(used)?.checked_next_multiple_of(image.page)?;
        let (replaced_end, second) = match next {
            None if segment.memory_len == segment.file_len => (segment.place().end(), None),
            None => return None,
            Some(next) => {
                let first = match room {
                    0 => next,
                    _ => next.min(address.checked_add(place.len)?).checked_sub(room)?,
                };
                let start = first.checked_sub(first.checked_rem(image.page)?)?;
                let offset = place.ofs.checked_add(start.checked_sub(address)?)?;
                if segment.alignment < image.page
                    || !offset.is_multiple_of(image.page)
                    || offset > segment.place().end()
                {
                    return None;
                }
                let skip = start.checked_sub(segment.address)?;
                let second = Segment {
                    offset,
                    address: start,
                    physical: segment.physical.checked_add(skip)?,
                    file_len: segment.place().end().checked_sub(offset)?,
                    memory_len: segment.memory_end().checked_sub(start)?,
                    ..segment
                };
                (place.end().max(offset), Some(second))
            }
        };
        let limit = second.map_or(replaced_end, |second| second.offset);
        let replaced = Place { ofs: place.ofs, len: replaced_end.checked_sub(place.ofs)? };
        let unit = unit(image, position, second.is_some(), replaced_end)?;
        let free = limit.checked_sub(end)?;
        let cut = free.checked_sub(free.checked_rem(unit)?)?;
        if cut == 0 || !is_alone(image, position, replaced) {
            return None;
        }
        let first = up_to(image, segment, used)?;
        let second = second.map(|second| Segment { offset: second.offset.saturating_sub(cut), ..second });
        let (first, second) = match second {
            None => (first, None),
            Some(second) => (limit_execution(image, first), Some(limit_execution(image, second))),
        };
        Some(Self { first, second, replaced, len: replaced.len.checked_sub(cut)?, joined: None })
    }

    pub(super) fn offset(&self, ofs: u64) -> u64 {
        let new_end = self.replaced.ofs.saturating_add(self.len);
        match ofs {
            before if before < self.replaced.ofs => before,
            within if within < self.replaced.end() => within.min(new_end),
            behind => behind.saturating_sub(self.replaced.end()).saturating_add(new_end),
        }
    }
}

/// Cut after `used` bytes of the bundle section.
pub(super) fn up_to(image: &Image, segment: Segment, used: u64) -> Option<Segment> {
    let len = image.address().checked_add(used)?.checked_sub(segment.address)?;
    Some(Segment { file_len: len, memory_len: len, ..segment })
}

/// The address of the first section after the bundles in their segment.
pub(super) fn next_address(image: &Image, segment: &Segment) -> Option<u64> {
    let end = image.address().saturating_add(image.held.place.len);
    let sections = image
        .file
        .sections
        .iter()
        .filter(|section| section.is_loaded() && section.header.size > 0);
    let behind = sections.map(|section| section.header.address);
    behind
        .filter(|address| *address >= end && *address < segment.memory_end())
        .min()
}

/// Keeps each later segment congruent.
pub(super) fn unit(image: &Image, position: usize, with_own: bool, from: u64) -> Option<u64> {
    let segments = image.segments.iter().enumerate();
    let behind = segments.filter(|(other, segment)| {
        segment.is_loaded() && ((*other == position && with_own) || (*other != position && segment.offset >= from))
    });
    let mut unit = image.page;
    for (_, segment) in behind {
        if segment.alignment > 1 && !segment.alignment.is_power_of_two() {
            return None;
        }
        unit = unit.max(segment.alignment);
    }
    Some(unit)
}

/// Whether only the bundle section and its segment have bytes in `replaced`.
pub(super) fn is_alone(image: &Image, position: usize, replaced: Place) -> bool {
    let meets = |place: Place| place.len > 0 && place.ofs < replaced.end() && replaced.ofs < place.end();
    let sections = image
        .sections_with_bytes()
        .filter(|(section, _)| *section != image.held.section);
    let segments = image
        .segments
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != position);
    let segments = segments.filter(|(_, segment)| !segment.is_of_stack());
    let places = sections
        .map(|(_, place)| place)
        .chain(segments.map(|(_, segment)| segment.place()))
        .chain([image.headers, image.file.table]);
    places.into_iter().all(|place| !meets(place))
}

/// Executable only if it contains code.
fn limit_execution(image: &Image, half: Segment) -> Segment {
    let has_code = image.file.sections.iter().any(|section| {
        let header = &section.header;
        header.flags & SHF_EXECINSTR.0 != 0
            && section.is_loaded()
            && header.address >= half.address
            && header.address < half.memory_end()
    });
    match has_code {
        true => half,
        false => Segment { flags: half.flags & !PF_X.0, ..half },
    }
}
