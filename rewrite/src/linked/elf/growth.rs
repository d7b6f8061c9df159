//! Room for longer bundles: zeros after them, or unused addresses, with new bytes in the file.

use offload_bundle_core::bytes::Place;

use super::image::Image;
use super::segment::Segment;
use super::split::{Split, is_alone, next_address, unit, up_to};

/// Zeros up to the next content.
pub(super) fn room(image: &Image) -> Option<Place> {
    let position = image.segment()?;
    let segment = *image.segments.get(position)?;
    let (place, address) = (image.held.place, image.address());
    let end = match next_address(image, &segment) {
        Some(next) => place.ofs.checked_add(next.checked_sub(address)?)?,
        None => segment.place().end(),
    };
    let behind = Place { ofs: place.end(), len: end.checked_sub(place.end())? };
    is_alone(image, position, behind).then_some(Place { ofs: place.ofs, len: end.checked_sub(place.ofs)? })
}

impl Split {
    /// Into unused addresses.
    pub(super) fn longer(image: &Image, used: u64) -> Option<Self> {
        let position = image.segment()?;
        let segment = *image.segments.get(position)?;
        let place = image.held.place;
        if !ends_with_bundles(image, &segment) || used > free(image, &segment) {
            return None;
        }
        let next = next_offset(image, segment.place().end());
        let replaced = Place { ofs: place.ofs, len: next.checked_sub(place.ofs)? };
        let unit = unit(image, position, false, next)?;
        let more = used.saturating_sub(replaced.len).checked_next_multiple_of(unit)?;
        let first = up_to(image, segment, used)?;
        let len = replaced.len.checked_add(more)?;
        is_alone(image, position, replaced).then_some(Self { first, second: None, replaced, len, joined: None })
    }

    /// Up to the next segment's page: both become one again, like before a prune.
    pub(super) fn join_segments(image: &Image, used: u64) -> Option<Self> {
        let position = image.segment()?;
        let segment = *image.segments.get(position)?;
        let (place, address) = (image.held.place, image.address());
        let (behind, next) = following(image, &segment)?;
        let physical = |segment: &Segment| segment.physical.wrapping_sub(segment.address);
        let is_alike =
            (segment.flags, segment.alignment, physical(&segment)) == (next.flags, next.alignment, physical(&next));
        if !ends_with_bundles(image, &segment) || !is_alike || !next.is_congruent() || !segment.is_congruent() {
            return None;
        }
        // The first section of the next segment keeps its address; all bytes before it are free.
        let sections = image
            .file
            .sections
            .iter()
            .filter(|section| section.is_loaded() && section.header.size > 0);
        let addresses = sections.map(|section| section.header.address);
        let first = addresses
            .filter(|first| *first >= next.address && *first < next.memory_end())
            .min()?;
        let skip = first.checked_sub(next.address)?;
        let end = next
            .offset
            .checked_add(skip)
            .filter(|_| skip < image.page && skip < next.file_len)?;
        let len = first.checked_sub(address)?;
        let replaced = Place { ofs: place.ofs, len: end.checked_sub(place.ofs)? };
        let more = len.checked_sub(replaced.len)?;
        let own = [position, behind];
        let others = image.segments.iter().enumerate().filter(|(other, other_segment)| {
            !own.contains(other) && other_segment.is_loaded() && other_segment.offset >= end
        });
        let keeps = |(_, other): (usize, &Segment)| other.alignment <= 1 || more.is_multiple_of(other.alignment);
        if used > len || !others.into_iter().all(keeps) {
            return None;
        }
        // Only these two segments have bytes there.
        let mut apart = Place { ofs: place.ofs, len: next.offset.checked_sub(place.ofs)? };
        if !is_alone(image, position, apart) {
            return None;
        }
        apart = Place { ofs: next.offset, len: skip };
        if !is_alone(image, behind, apart) {
            return None;
        }
        let before = next.address.checked_sub(segment.address)?;
        let joined = Segment {
            file_len: before.checked_add(next.file_len)?,
            memory_len: before.checked_add(next.memory_len)?,
            ..segment
        };
        Some(Self { first: joined, second: None, replaced, len, joined: Some(behind) })
    }
}

/// 0 if the segment cannot grow.
pub(super) fn most(image: &Image) -> u64 {
    let own = image.segment().and_then(|position| image.segments.get(position));
    let own = own.filter(|own| ends_with_bundles(image, own));
    own.map_or(0, |own| free(image, own))
}

/// Up to the page of the next segment.
fn free(image: &Image, own: &Segment) -> u64 {
    let page = following(image, own).map(|(_, next)| {
        let within = next.address.checked_rem(image.page).unwrap_or(0);
        next.address.saturating_sub(within)
    });
    page.unwrap_or(u64::MAX).saturating_sub(image.address())
}

/// By address, with its position.
fn following(image: &Image, own: &Segment) -> Option<(usize, Segment)> {
    let others = image.segments.iter().copied().enumerate();
    let behind = others.filter(|(_, other)| other.is_loaded() && other.address > own.address);
    behind.min_by_key(|(_, other)| other.address)
}

fn ends_with_bundles(image: &Image, own: &Segment) -> bool {
    next_address(image, own).is_none() && own.memory_len == own.file_len
}

/// Or the end of the file.
fn next_offset(image: &Image, from: u64) -> u64 {
    let sections = image.sections_with_bytes().map(|(_, place)| place);
    let segments = image.segments.iter().filter(|segment| !segment.is_of_stack());
    let places = sections
        .chain(segments.map(Segment::place))
        .chain([image.headers, image.file.table]);
    let behind = places.filter(|place| place.len > 0 && place.ofs >= from);
    behind
        .map(|place| place.ofs)
        .min()
        .unwrap_or_else(|| image.held.input.len().max(from))
}
