//! The members of an archive that say where others are: symbol tables in the forms of GNU, BSD and COFF.

use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::{Problem, ReadError};

/// The form of a symbol table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OffsetForm {
    /// A count, and an offset for each symbol, with numbers of so many bytes, the most significant first.
    Gnu(u64),
    /// The length of a list, and for each symbol in it where its name is and an offset, with numbers of so many bytes in the order of the
    /// machine.
    Bsd(u64),
    /// A count, and an offset for each member, with numbers of four bytes, the least significant first.
    Coff,
}

/// A symbol table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OffsetTable {
    pub(super) place: Place,
    pub(super) form: OffsetForm,
}

/// Where the offsets are in a table, and how they are written.
struct Offsets {
    first: usize,
    count: usize,
    /// How far each is from the one before, in bytes.
    step: usize,
    width: usize,
    is_big: bool,
}

impl OffsetTable {
    /// The table `bytes`, which it holds, with `change` of each offset, that of a member's header.
    ///
    /// # Errors
    ///
    /// It says something else than offsets of members, which are at `headers`, in order; an offset has no room.
    pub(super) fn change(
        &self,
        bytes: &[u8],
        headers: &[u64],
        change: &dyn Fn(u64) -> u64,
    ) -> Result<Vec<u8>, ReadError> {
        let mut new = bytes.to_vec();
        let Some(offsets) = self.offsets(bytes, headers)? else {
            return Ok(new);
        };
        for index in 0..offsets.count {
            let at = offsets.first.saturating_add(index.saturating_mul(offsets.step));
            let old = number(bytes, at, offsets.width, offsets.is_big);
            // An offset of zero is that of a symbol that is in no member.
            let Some(old) = old.filter(|old| *old != 0) else {
                continue;
            };
            if headers.binary_search(&old).is_err() {
                return Err(self.damaged(at, old));
            }
            let value = change(old);
            if !put(&mut new, at, (offsets.width, offsets.is_big), value) {
                let problem = Problem::OverLimit { found: value, limit: u32::MAX.into() };
                return Err(ReadError::new(self.at(at), problem).in_field("members"));
            }
        }
        Ok(new)
    }

    fn at(&self, at: usize) -> u64 {
        self.place.ofs.saturating_add(u64::try_from(at).unwrap_or(u64::MAX))
    }

    fn damaged(&self, at: usize, found: u64) -> ReadError {
        let problem =
            Problem::Unexpected { found: format!("the offset {found:#x}"), expected: "the offset of a member".into() };
        ReadError::new(self.at(at), problem).in_field("members")
    }

    /// Where its offsets are; none where it is empty.
    fn offsets(&self, bytes: &[u8], headers: &[u64]) -> Result<Option<Offsets>, ReadError> {
        if bytes.is_empty() {
            return Ok(None);
        }
        let (width, per_symbol, orders): (u64, usize, &[bool]) = match self.form {
            OffsetForm::Gnu(width) => (width, 1, &[true]),
            OffsetForm::Coff => (4, 1, &[false]),
            OffsetForm::Bsd(width) => (width, 2, &[false, true]),
        };
        let width = usize::try_from(width).unwrap_or(usize::MAX);
        let step = width.saturating_mul(per_symbol);
        let first = width.saturating_mul(per_symbol);
        let room = bytes.len().saturating_sub(width).checked_div(step).unwrap_or(0);
        let counted = |is_big| -> Option<Offsets> {
            let said = usize::try_from(number(bytes, 0, width, is_big)?).ok()?;
            let count = match self.form {
                OffsetForm::Bsd(_) if !said.is_multiple_of(step) => return None,
                OffsetForm::Bsd(_) => said.checked_div(step)?,
                _ => said,
            };
            let offsets = Offsets { first, count, step, width, is_big };
            // Of two orders, the right one leads to members.
            let leads = |offsets: &Offsets| match number(bytes, first, width, is_big) {
                Some(offset) if offsets.count > 0 => offset == 0 || headers.binary_search(&offset).is_ok(),
                _ => true,
            };
            (count <= room && (orders.len() == 1 || leads(&offsets))).then_some(offsets)
        };
        match orders.iter().find_map(|is_big| counted(*is_big)) {
            Some(offsets) => Ok(Some(offsets)),
            None => {
                let found = number(bytes, 0, width, false).unwrap_or_else(|| length(bytes));
                let max = u64::try_from(room).unwrap_or(u64::MAX);
                let problem = Problem::OutOfRange { found, min: 0, max };
                Err(ReadError::new(self.place.ofs, problem).in_field("members"))
            }
        }
    }
}

/// The number of `width` bytes at `at`.
fn number(bytes: &[u8], at: usize, width: usize, is_big: bool) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(width)?)?;
    let add = |number: u64, byte: &u8| (number << 8) | u64::from(*byte);
    Some(match is_big {
        true => bytes.iter().fold(0, add),
        false => bytes.iter().rev().fold(0, add),
    })
}

/// Whether there is room for a number.
fn put(bytes: &mut [u8], at: usize, (width, is_big): (usize, bool), value: u64) -> bool {
    let all = match is_big {
        true => value.to_be_bytes(),
        false => value.to_le_bytes(),
    };
    let unused = all.len().saturating_sub(width);
    let (kept, rest) = match is_big {
        true => all.split_at_checked(unused).map(|(rest, kept)| (kept, rest)),
        false => all.split_at_checked(width),
    }
    .unwrap_or((&all, &[]));
    for (to, from) in bytes.iter_mut().skip(at).zip(kept) {
        *to = *from;
    }
    rest.iter().all(|byte| *byte == 0)
}
