//! An archive with other contents of some members: their order, names, dates and modes stay, and symbol tables follow.

use std::collections::BTreeMap;
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

/// The new content of members, by where their headers are: an input, and the place in it.
pub(crate) type ChangedMembers = BTreeMap<u64, (Arc<Input>, Place)>;

/// The number of digits of a length.
const DIGITS: usize = 10;

/// The parts of the archive `input` with the members that are `changed`.
///
/// # Errors
///
/// It is damaged; a member or the archive is larger than its form allows.
pub(crate) fn with_members(input: &Arc<Input>, changed: &ChangedMembers) -> Result<Vec<InputPiece>, Error> {
    let listed = Listed::of(input)?;
    // What has come into the archive and what has left it up to the end of each member that is changed.
    let mut moved: Vec<(u64, (u64, u64))> = Vec::new();
    let (mut more, mut less) = (0_u64, 0_u64);
    let mut new = Vec::new();
    for member in &listed.members {
        let (Some((content, place)), Some(old)) = (changed.get(&member.offset), member.content) else {
            continue;
        };
        let name_len = old.ofs.saturating_sub(member.offset).saturating_sub(HEADER_LEN);
        let size = name_len.saturating_add(place.len);
        if size > LARGEST {
            let problem = WriteProblem::TooLarge { found: size, max: LARGEST };
            let error = WriteError::new("size", problem);
            return Err(Error::Write { file: input.name().into(), error });
        }
        let end = listed.end(old);
        let fill = size % 2;
        more = more.saturating_add(place.len).saturating_add(fill);
        less = less.saturating_add(end.saturating_sub(old.ofs));
        moved.push((end, (more, less)));
        new.push((member.offset, old, end, (Arc::clone(content), *place), size, fill));
    }
    let change = |offset: u64| {
        let behind = moved.partition_point(|(end, _)| *end <= offset);
        let (more, less) = behind
            .checked_sub(1)
            .and_then(|last| moved.get(last))
            .map(|(_, by)| *by)
            .unwrap_or_default();
        offset.saturating_add(more).saturating_sub(less)
    };
    let mut replaced: BTreeMap<u64, (u64, Vec<InputPiece>)> = BTreeMap::new();
    for table in &listed.tables {
        let bytes = input.window(table.place.ofs, table.place.len)?;
        let made = table.changed(&bytes, &listed.headers, &change);
        let made = made.map_err(|error| Error::Read { file: input.name().into(), error })?;
        replaced.insert(table.place.ofs, (table.place.end(), vec![InputPiece::Bytes(made)]));
    }
    for (offset, old, end, (content, place), size, fill) in new {
        let digits = format!("{size:<width$}", width = DIGITS).into_bytes();
        let at = MemberHeader::size_at(offset);
        replaced.insert(
            at,
            (at.saturating_add(length(&digits)), vec![InputPiece::Bytes(digits)]),
        );
        let mut pieces = vec![InputPiece::Range(content, place)];
        if fill == 1 {
            pieces.push(InputPiece::Bytes(vec![FILL]));
        }
        replaced.insert(old.ofs, (end, pieces));
    }
    let (mut pieces, mut at) = (Vec::new(), 0);
    for (ofs, (end, mut new)) in replaced {
        let before = Place { ofs: at, len: ofs.saturating_sub(at) };
        pieces.push(InputPiece::Range(Arc::clone(input), before));
        pieces.append(&mut new);
        at = end;
    }
    let rest = Place { ofs: at, len: input.len().saturating_sub(at) };
    pieces.push(InputPiece::Range(Arc::clone(input), rest));
    pieces.retain(|piece| piece.len() > 0);
    Ok(pieces)
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
    let (old, new) = (Listed::of(input)?, Listed::of(result)?);
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
            Ok(table.changed(&bytes, &listed.headers, &number).ok())
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
    fn of(input: &Arc<Input>) -> Result<Self, Error> {
        let damaged = |error: ReadError| Error::Read { file: input.name().into(), error };
        let Some(mut members) = Members::of(input)? else {
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

    /// Where a member with this content ends: headers are at even places.
    fn end(&self, content: Place) -> u64 {
        let end = content.end();
        end.saturating_add(end % 2).min(self.len)
    }
}
