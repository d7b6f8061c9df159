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
use crate::input::{Input, InputPiece};
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
    let splice = Splice::new(ranges).map_err(refused)?;
    let mut changes = Changes::default();
    for table in &listed.tables {
        let bytes = input.window(table.place.ofs, table.place.len)?;
        let made = table.change(&bytes, &listed.headers, &|offset| splice.new_offset(offset));
        let made = made.map_err(|error| Error::Read { file: input.name().into(), error })?;
        changes.set(table.place.ofs, made).map_err(refused)?;
    }
    splice.pieces(input, &changes).map_err(refused)
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
