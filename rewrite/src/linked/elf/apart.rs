//! Bundles that outgrow their place move to the end of the file, into a segment after all others.

use object::elf::{PF_X, PT_LOAD};
use offload_bundle::Error;

use super::LinkedElf;
use super::image::Image;
use super::layout::{Layout, RepackWay, Where};
use super::room::{LEAST_ALIGNMENT, Room};
use super::segment::Segment;
use super::split::{Split, next_address};

impl LinkedElf {
    /// `used` exceeds the bytes of the section.
    pub(super) fn longer(&self, used: u64, addresses: &[(i64, u64, u64)], may: Where) -> Result<Layout, Error> {
        let within = match Layout::longer(&self.image, used, addresses) {
            // A word in code counts from its own place.
            Err(error) if may == Where::Anywhere && self.pointers.fixed.is_empty() => error,
            other => return other,
        };
        let apart = Layout::apart(&self.image, used, addresses, |room| self.may_move(room))?;
        apart.ok_or(within)
    }
}

impl Layout {
    /// `None` without room for its header.
    fn apart(
        image: &Image,
        used: u64,
        addresses: &[(i64, u64, u64)],
        may_move: impl Fn(&Room) -> Result<bool, Error>,
    ) -> Result<Option<Self>, Error> {
        let found = image
            .segment()
            .and_then(|own| Some((own, *image.segments.get(own)?)))
            .and_then(|(own, segment)| Some((own, segment, behind_all(image, &segment, used)?)));
        let Some((own, segment, new)) = found else {
            return Ok(None);
        };
        let place = image.held.place;
        let split = Split { first: segment, second: None, replaced: place, len: place.len, joined: None };
        let with = |way, room, moved_to| Self::other(image, (way, used), split, room, moved_to);
        let is_alone = segment.place() == place && next_address(image, &segment).is_none();
        let mut layout = if is_alone && segment.memory_len == segment.file_len {
            let mut layout = with(RepackWay::Tail, Room::default(), Vec::new());
            layout.segments.remove(own);
            layout
        } else if image.has_free_header() {
            with(RepackWay::Phdr, Room::default(), Vec::new())
        } else {
            let mut rooms = Room::all(image, addresses).filter(|room| room.moved_len(image) <= place.len);
            let found = rooms.find_map(|room| Some((place_sections(image, &room)?, room)));
            let Some((moved_to, room)) = found else {
                return Ok(None);
            };
            if !may_move(&room)? {
                return Ok(None);
            }
            with(RepackWay::Move, room, moved_to)
        };
        let last = layout.segments.iter().rposition(Segment::is_loaded);
        let position = last.map_or(0, |last| last.saturating_add(1));
        layout.segments.insert(position, new);
        layout.way = RepackWay::Append;
        layout.apart = Some(position);
        Ok(Some(layout))
    }

    /// The end of the file as laid out.
    pub(super) fn with_offset_of_apart(mut self, image: &Image) -> Self {
        let end = image.held.input.len();
        let segment = self.apart.and_then(|position| self.segments.get_mut(position));
        if let (Some(segment), Some(section)) = (segment, self.sections.get_mut(image.held.section)) {
            let skip = segment.address.wrapping_sub(end).checked_rem(image.page);
            segment.offset = end.saturating_add(skip.unwrap_or(0));
            (section.address, section.offset) = (segment.address, segment.offset);
        }
        self
    }
}

/// Congruent with `own`; its offset is not known yet.
fn behind_all(image: &Image, own: &Segment, used: u64) -> Option<Segment> {
    let loaded = image.segments.iter().filter(|segment| segment.is_loaded());
    let end = loaded
        .map(Segment::memory_end)
        .max()?
        .checked_next_multiple_of(image.page)?;
    let address = end.checked_add(image.address().checked_rem(image.page)?)?;
    address.checked_add(used)?;
    Some(Segment {
        kind: PT_LOAD.0,
        flags: own.flags & !PF_X.0,
        offset: 0,
        address,
        physical: own.physical.wrapping_sub(own.address).wrapping_add(address),
        file_len: used,
        memory_len: used,
        alignment: image.page,
    })
}

/// Offsets from the start of the old bundles.
fn place_sections(image: &Image, room: &Room) -> Option<Vec<u64>> {
    let (mut at, mut places) = (image.address(), Vec::new());
    for position in &room.moved {
        let header = &image.file.sections.get(*position)?.header;
        at = at.checked_next_multiple_of(header.alignment.max(LEAST_ALIGNMENT))?;
        places.push(at.checked_sub(image.address())?);
        at = at.checked_add(header.size)?;
    }
    Some(places)
}
