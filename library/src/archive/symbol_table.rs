//! The symbol table of an archive: which member defines what. Nothing here needs it, but linkers do, so it is checked.

use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::{Problem, ReadError};

use crate::file_error::FileError;
use crate::input::WindowReader;

/// How much of it is looked at at once, in bytes.
const BLOCK: u64 = 64 << 10;

/// A symbol table: a count, then for each symbol where the header of its member is, then their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SymbolTable {
    pub(super) place: Place,
    /// Width of its numbers in bytes; their most significant byte comes first.
    pub(super) width: u64,
    /// Its number among the members.
    pub(super) index: u64,
}

impl SymbolTable {
    /// What is wrong with it in an archive with `headers` of members in these places, in order.
    pub(super) fn check(&self, reader: &mut WindowReader<'_>, headers: &[u64]) -> Result<Option<ReadError>, FileError> {
        let Place { ofs: start, len } = self.place;
        let failed = |at, problem| {
            let error = ReadError::new(at, problem).at_index(self.index);
            Ok(Some(error.in_field("members")))
        };
        if len == 0 {
            return Ok(None);
        }
        if len < self.width {
            return failed(start, Problem::Truncated { need: self.width, have: len });
        }
        let count = reader.view(start, self.width)?;
        let count = self.numbers(count).next().unwrap_or_default();
        let room = len
            .saturating_sub(self.width)
            .checked_div(self.width)
            .unwrap_or_default();
        if count > room {
            return failed(start, Problem::OutOfRange { found: count, min: 0, max: room });
        }
        let end = start.saturating_add(self.width.saturating_mul(count.saturating_add(1)));
        let mut at = start.saturating_add(self.width);
        while at < end {
            let len = BLOCK.min(end.saturating_sub(at));
            let view = reader.view(at, len)?;
            let view = view.get(..usize::try_from(len).unwrap_or(usize::MAX)).unwrap_or(view);
            for number in self.numbers(view) {
                if headers.binary_search(&number).is_err() {
                    let found = format!("the offset {number:#x}");
                    let expected = "the offset of a member".into();
                    return failed(at, Problem::Unexpected { found, expected });
                }
                at = at.saturating_add(self.width);
            }
        }
        Ok(None)
    }

    /// The numbers in `bytes`.
    fn numbers<'b>(&self, bytes: &'b [u8]) -> impl Iterator<Item = u64> + use<'b> {
        let width = usize::try_from(self.width).unwrap_or(usize::MAX);
        let number = |bytes: &[u8]| bytes.iter().fold(0, |number, byte| (number << 8) | u64::from(*byte));
        bytes.chunks_exact(width).map(number)
    }
}
