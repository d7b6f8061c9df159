//! A file with ranges replaced by bytes of other lengths: later bytes move.

use std::sync::Arc;

use offload_bundle::Refusal;
use offload_bundle::input::Input;
use offload_bundle::internal::input::InputPiece;
use offload_bundle_core::bytes::Place;

use super::changes::Changes;
use super::refusals::shared;

#[derive(Debug, Default)]
pub(crate) struct Splice {
    /// In file order, without overlap.
    parts: Vec<Part>,
    /// For each part, the bytes added and removed up to its end.
    moved: Vec<(u64, u64)>,
}

#[derive(Debug)]
struct Part {
    old: Place,
    new: Vec<InputPiece>,
    len: u64,
}

impl Splice {
    /// Fails if ranges overlap.
    pub(crate) fn new(ranges: Vec<(Place, Vec<InputPiece>)>) -> Result<Self, Refusal> {
        let part = |(old, new): (Place, Vec<InputPiece>)| Part { old, len: InputPiece::total(&new), new };
        let mut splice = Self { parts: ranges.into_iter().map(part).collect(), moved: Vec::new() };
        splice.parts.sort_by_key(|part| (part.old.ofs, part.old.len));
        let (mut end, mut more, mut less) = (0_u64, 0_u64, 0_u64);
        for Part { old, len, .. } in &splice.parts {
            if old.ofs < end {
                return Err(shared(old.ofs));
            }
            end = old.end();
            (more, less) = (more.saturating_add(*len), less.saturating_add(old.len));
            splice.moved.push((more, less));
        }
        Ok(splice)
    }

    /// A byte inside a range maps to its new start or end.
    pub(crate) fn new_offset(&self, ofs: u64) -> u64 {
        let behind = self
            .parts
            .partition_point(|part| part.old.end() <= ofs && part.old.ofs < ofs);
        let shift = behind.checked_sub(1).and_then(|last| self.moved.get(last)).copied();
        let (more, less) = shift.unwrap_or_default();
        ofs.saturating_add(more).saturating_sub(less)
    }

    /// `changes` apply outside of the ranges; fails if one is inside.
    pub(crate) fn pieces(self, input: &Arc<Input>, changes: &Changes) -> Result<Vec<InputPiece>, Refusal> {
        let (mut pieces, mut at) = (Vec::new(), 0_u64);
        for mut part in self.parts {
            let before = Place { ofs: at, len: part.old.ofs.saturating_sub(at) };
            pieces.extend(changes.pieces(input, before)?);
            pieces.append(&mut part.new);
            at = part.old.end();
        }
        let rest = input.len().saturating_sub(at);
        pieces.extend(changes.pieces(input, Place { ofs: at, len: rest })?);
        pieces.retain(|piece| piece.len() > 0);
        Ok(pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offload_bundle::internal::input::assemble;

    fn bytes(splice: Splice, changes: &Changes) -> Vec<u8> {
        let input = Arc::new(Input::from_bytes("in", (0..40).collect::<Vec<u8>>()));
        let whole = assemble("out", splice.pieces(&input, changes).unwrap());
        whole.window(0, whole.len()).unwrap().into_vec()
    }

    #[test]
    fn later_offsets_follow() {
        let new = |bytes: &[u8]| vec![InputPiece::Bytes(bytes.to_vec())];
        let ranges = || vec![(Place { ofs: 20, len: 2 }, new(&[7; 5])), (Place { ofs: 4, len: 9 }, new(&[9]))];
        let splice = Splice::new(ranges()).unwrap();
        assert_eq!(
            [3, 4, 13, 19, 20, 22, 30].map(|ofs| splice.new_offset(ofs)),
            [3, 4, 5, 11, 12, 17, 25]
        );
        let mut changes = Changes::default();
        changes.set(30, vec![1, 2]).unwrap();
        let expected: Vec<u8> = [0, 1, 2, 3, 9]
            .into_iter()
            .chain(13..20)
            .chain([7, 7, 7, 7, 7])
            .chain(22..30)
            .chain([1, 2])
            .chain(32..40)
            .collect();
        assert_eq!(bytes(Splice::new(ranges()).unwrap(), &changes), expected);
        // Inserted bytes follow a range that ends there, and precede a range that begins there.
        let come_in = vec![(Place { ofs: 6, len: 2 }, new(&[1])), (Place { ofs: 8, len: 0 }, new(&[2, 3, 4]))];
        let splice = Splice::new(come_in).unwrap();
        assert_eq!([6, 8, 9].map(|ofs| splice.new_offset(ofs)), [6, 7, 11]);
        let meeting = vec![(Place { ofs: 4, len: 9 }, Vec::new()), (Place { ofs: 12, len: 1 }, Vec::new())];
        assert!(Splice::new(meeting).is_err());
    }
}
