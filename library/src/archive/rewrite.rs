//! An archive with other contents of some members: their order, names, dates and modes stay, and symbol tables follow.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::{Problem, ReadError, WriteError, WriteProblem};

use super::FILL;
use super::header::{HEADER_LEN, MemberHeader};
use super::members::{Member, Members};
use super::offset_table::OffsetTable;
use super::write::LARGEST;
use crate::error::Error;
use crate::input::{Input, InputPiece, same_bytes};
use crate::object::{Changes, RepackFault, Splice};

/// The new content of members, by where their headers are: an input, and the place in it.
pub(crate) type ChangedMembers = BTreeMap<u64, (Arc<Input>, Place)>;

/// The number of digits of a length.
const DIGITS: usize = 10;

/// The parts of the archive `input` with the members that are `changed`, and without those whose headers are at `removed`.
///
/// # Errors
///
/// It is damaged; a member or the archive is larger than its form allows; symbols are in a member that is removed.
pub(crate) fn with_members(
    input: &Arc<Input>,
    changed: &ChangedMembers,
    removed: &BTreeSet<u64>,
) -> Result<Vec<InputPiece>, Error> {
    let mut listed = Listed::read(input)?;
    let mut ranges = Vec::new();
    for member in &listed.members {
        let Some(old) = member.content else { continue };
        if removed.contains(&member.offset) {
            let len = listed.end(old).saturating_sub(member.offset);
            ranges.push((Place { ofs: member.offset, len }, Vec::new()));
        } else if let Some(new) = changed.get(&member.offset) {
            ranges.push(listed.range(input, (member.offset, old), new)?);
        }
    }
    listed.headers.retain(|header| !removed.contains(header));
    let refused = |fault: RepackFault| input.refuse(fault);
    let splice = Splice::new(ranges, 1).map_err(refused)?;
    let mut changes = Changes::default();
    for table in &listed.tables {
        let bytes = input.window(table.place.ofs, table.place.len)?;
        let made = table.change(&bytes, &listed.headers, &|offset| splice.new_offset(offset));
        let made = made.map_err(|error| Error::Read { file: input.name().into(), error })?;
        changes.set(table.place.ofs, made).map_err(refused)?;
    }
    splice.pieces(input, &changes).map_err(refused)
}

/// What is otherwise in `result` than in the archive `input` with the members that are `changed`, for people.
///
/// # Errors
///
/// Those of reading.
pub(crate) fn check_members(
    input: &Arc<Input>,
    changed: &ChangedMembers,
    result: &Arc<Input>,
) -> Result<Option<&'static str>, Error> {
    let (old, new) = (Listed::read(input)?, Listed::read(result)?);
    if old.members.len() != new.members.len() || old.tables.len() != new.tables.len() {
        return Ok(Some("it has other members"));
    }
    for (before, after) in old.members.iter().zip(&new.members) {
        let (Some(was), Some(is)) = (before.content, after.content) else {
            return Ok(Some("a member has no content"));
        };
        // The header but for the length, and a name before the content.
        let front = Place { ofs: before.offset, len: MemberHeader::size_at(0) };
        let name = Place {
            ofs: before.offset.saturating_add(HEADER_LEN),
            len: was.ofs.saturating_sub(before.offset).saturating_sub(HEADER_LEN),
        };
        let name_at = after.offset.saturating_add(HEADER_LEN);
        let is_alike = before.name == after.name
            && same_bytes((input, front), (result, after.offset))?
            && same_bytes((input, name), (result, name_at))?;
        let (content, place) = match changed.get(&before.offset) {
            Some((content, place)) => (content, *place),
            None => (input, was),
        };
        if !is_alike || place.len != is.len || !same_bytes((content, place), (result, is.ofs))? {
            return Ok(Some("a member is not what it should be"));
        }
    }
    // Each symbol is in the member with the same number.
    for (before, after) in old.tables.iter().zip(&new.tables) {
        let numbered = |listed: &Listed, table: &OffsetTable, input: &Input| -> Result<Option<Vec<u8>>, Error> {
            let bytes = input.window(table.place.ofs, table.place.len)?;
            let number = |offset: u64| {
                let found = listed.headers.binary_search(&offset).ok();
                found.and_then(|found| u64::try_from(found).ok()).unwrap_or(u64::MAX)
            };
            Ok(table.change(&bytes, &listed.headers, &number).ok())
        };
        let (was, is) = (numbered(&old, before, input)?, numbered(&new, after, result)?);
        if was.is_none() || was != is {
            return Ok(Some("its symbols are in other members"));
        }
    }
    Ok(None)
}

/// The members of an archive, and what says where they are.
struct Listed {
    members: Vec<Member>,
    tables: Vec<OffsetTable>,
    /// Where the headers of the members are.
    headers: Vec<u64>,
    len: u64,
}

impl Listed {
    fn read(input: &Arc<Input>) -> Result<Self, Error> {
        let damaged = |error: ReadError| Error::Read { file: input.name().into(), error };
        let Some(mut members) = Members::open(input)? else {
            let (found, expected) = ("another file".into(), "an archive".into());
            return Err(damaged(ReadError::new(0, Problem::Unexpected { found, expected })));
        };
        let mut all = Vec::new();
        while let Some(member) = members.next()? {
            all.push(member.map_err(|error| damaged(error.error))?);
        }
        let (tables, headers) = members.offsets();
        Ok(Self { tables: tables.to_vec(), headers: headers.to_vec(), members: all, len: input.len() })
    }

    /// Where the member ends whose content is at `place`: headers are at even places.
    fn end(&self, place: Place) -> u64 {
        place.end().saturating_add(place.end() % 2).min(self.len)
    }

    /// From the length in the header at `offset` to the end of its member, whose content is at `old`; and what comes there with a `new` content.
    fn range(
        &self,
        input: &Arc<Input>,
        (offset, old): (u64, Place),
        (content, place): &(Arc<Input>, Place),
    ) -> Result<(Place, Vec<InputPiece>), Error> {
        let at = MemberHeader::size_at(offset);
        let end = self.end(old);
        let name_len = old.ofs.saturating_sub(offset).saturating_sub(HEADER_LEN);
        let size = name_len.saturating_add(place.len);
        if size > LARGEST {
            let problem = WriteProblem::TooLarge { found: size, max: LARGEST };
            let error = WriteError::new("size", problem);
            return Err(Error::Write { file: input.name().into(), error });
        }
        let digits = format!("{size:<DIGITS$}").into_bytes();
        let behind = at.saturating_add(length(&digits));
        let front = Place { ofs: behind, len: old.ofs.saturating_sub(behind) };
        let fill = if size.is_multiple_of(2) { Vec::new() } else { vec![FILL] };
        let pieces = vec![
            InputPiece::Bytes(digits),
            InputPiece::Range(Arc::clone(input), front),
            InputPiece::Range(Arc::clone(content), *place),
            InputPiece::Bytes(fill),
        ];
        Ok((Place { ofs: at, len: end.saturating_sub(at) }, pieces))
    }
}
