//! Other names of sections: those that are not in the table of names come to the end of the file, with the table of sections.

use memchr::memmem;
use offload_bundle_core::bytes::{Place, length};

use super::image::Image;
use super::layout::{Layout, NewEnd};
use crate::error::Error;
use crate::object::RepackFault;
use crate::object::source::Source;

/// The longest table of names that is written anew, in bytes. Those of the largest libraries have some thousands.
const MOST_NAMES: u64 = 1 << 24;
/// What the table of sections is aligned to, in bytes.
const TABLE_ALIGNMENT: u64 = 8;

impl Image {
    /// The sections that are called `name`, by their positions.
    pub(super) fn find_named(&self, name: &str) -> Result<Vec<usize>, Error> {
        let own = self.file.names.checked_sub(1);
        let table = self.sections_with_bytes().find(|(position, _)| Some(*position) == own);
        let Some((_, place)) = table.filter(|(_, place)| place.len <= MOST_NAMES) else {
            return Ok(Vec::new());
        };
        let known = Source::new(&self.held.input).bytes(place)?;
        let ended = [name.as_bytes(), &[0]].concat();
        let is_called = |offset: u32| {
            let rest = usize::try_from(offset).ok().and_then(|offset| known.get(offset..));
            rest.is_some_and(|rest| rest.starts_with(&ended))
        };
        let sections = self.file.sections.iter().enumerate();
        let called = sections.filter(|(_, section)| is_called(section.header.name));
        Ok(called.map(|(position, _)| position).collect())
    }
}

impl Layout {
    /// The same with other `names` of sections, which are told by their positions.
    pub(super) fn with_names(mut self, image: &Image, names: &[(usize, &'static str)]) -> Result<Self, Error> {
        let own = image.file.names.checked_sub(1);
        let table = own.and_then(|own| {
            Some((
                own,
                image.sections_with_bytes().find(|(position, _)| *position == own)?.1,
            ))
        });
        let Some((own, place)) = table.filter(|(_, place)| place.len <= MOST_NAMES && !names.is_empty()) else {
            return match names {
                [] => Ok(self),
                _ => Err(image
                    .held
                    .error(RepackFault::Unlisted { what: "the names of sections" })),
            };
        };
        let mut known = Source::new(&image.held.input).bytes(place)?;
        for (position, name) in names {
            let offset = match find_name(&known, name.as_bytes()) {
                Some(offset) => offset,
                None => {
                    let offset = known.len();
                    known.extend_from_slice(name.as_bytes());
                    known.push(0);
                    offset
                }
            };
            if let Some(header) = self.sections.get_mut(*position) {
                header.name = u32::try_from(offset).unwrap_or(u32::MAX);
            }
        }
        if length(&known) > place.len {
            let cut = cut_offset(image, place);
            let start = self.offset(cut);
            let end = start.saturating_add(length(&known));
            self.table = end.checked_next_multiple_of(TABLE_ALIGNMENT).unwrap_or(u64::MAX);
            if let Some(header) = self.sections.get_mut(own) {
                (header.offset, header.size) = (start, length(&known));
            }
            self.end = Some(NewEnd { cut, gap: self.table.saturating_sub(end), names: known });
        }
        Ok(self)
    }

    /// Where the byte is that was at `ofs` of the file, which is not among those that are replaced.
    fn offset(&self, ofs: u64) -> u64 {
        match ofs >= self.replaced.end() {
            true => ofs
                .saturating_sub(self.replaced.end())
                .saturating_add(self.replaced.ofs)
                .saturating_add(self.len),
            false => ofs,
        }
    }
}

/// Where `name` is among `names`, each of which ends with a zero.
fn find_name(names: &[u8], name: &[u8]) -> Option<usize> {
    let ended = [name, &[0]].concat();
    memmem::find(names, &ended)
}

/// From where on the file has nothing but the table of sections and the names at `names`, which come anew.
fn cut_offset(image: &Image, names: Place) -> u64 {
    let table = image.file.table;
    let end = image.held.input.len();
    let loaded = image.segments.iter().map(|segment| segment.place().end());
    let others = image.sections_with_bytes().map(|(_, place)| place);
    let others = others.filter(|place| *place != names).map(|place| place.end());
    let used = loaded.chain(others).chain([image.headers.end()]).max().unwrap_or(0);
    let is_last = |place: Place, end: u64, gap: u64| {
        place.ofs >= used && place.end() <= end && end.saturating_sub(place.end()) < gap
    };
    match is_last(table, end, 1) {
        true if is_last(names, table.ofs, TABLE_ALIGNMENT) => names.ofs,
        true if names.end() <= table.ofs => table.ofs,
        _ => end,
    }
}
