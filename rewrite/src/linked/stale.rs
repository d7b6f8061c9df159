//! References to bundles that no table lists, which cannot follow: instructions and words.

use std::collections::BTreeSet;

use offload_bundle::Error;
use offload_bundle::internal::object::{Ranges, Source};
use offload_bundle_core::bytes::Place;

use super::refusals::not_repackable;

/// Bytes read at once.
const CHUNK: u64 = 64 << 10;
/// Length of an EM_X86_64 `lea` in bytes: prefix, opcode, register, and a 4-byte distance from its end.
const LEA: u64 = 7;
const PREFIXES: [u8; 2] = [0x48, 0x4c];
const OPCODE: u8 = 0x8d;
/// Mask and value of the ModRM byte for RIP-relative addresses.
const MODE: u8 = 0b1100_0111;
const BY_WAY: u8 = 0b0000_0101;
const WORD: u64 = 8;

pub(super) struct Stale<'s> {
    source: Source<'s>,
    starts: BTreeSet<u64>,
}

impl<'s> Stale<'s> {
    pub(super) fn new(source: Source<'s>, starts: BTreeSet<u64>) -> Self {
        Self { source, starts }
    }

    /// EM_X86_64 code, loaded to `address`.
    pub(super) fn refuse_code(&mut self, place: Place, address: u64) -> Result<(), Error> {
        self.refuse(place, CHUNK.saturating_add(LEA), |starts, bytes, skip| {
            let mut opcodes = memchr::memchr_iter(OPCODE, bytes);
            opcodes.find(|at| {
                let before = at.checked_sub(1).and_then(|before| bytes.get(before));
                let (mode, way) = match bytes
                    .get(at.saturating_add(1)..)
                    .and_then(<[u8]>::split_first_chunk::<5>)
                {
                    Some(([mode, way @ ..], _)) => (*mode, i32::from_le_bytes(*way)),
                    None => return false,
                };
                let end = address
                    .wrapping_add(skip)
                    .wrapping_add(length(*at))
                    .wrapping_add(LEA.saturating_sub(1));
                before.is_some_and(|prefix| PREFIXES.contains(prefix))
                    && mode & MODE == BY_WAY
                    && starts.contains(&end.wrapping_add_signed(way.into()))
            })
        })
    }

    /// Words are relative to `base`; those at `known` places follow their bundles.
    pub(super) fn refuse_data(
        &mut self,
        place: Place,
        (address, base): (u64, u64),
        known: &Ranges,
    ) -> Result<(), Error> {
        let skip = address.wrapping_neg() % WORD;
        let place = Place { ofs: place.ofs.saturating_add(skip), len: place.len.saturating_sub(skip) };
        self.refuse(place, CHUNK, |starts, bytes, skip| {
            let (words, _) = bytes.as_chunks::<8>();
            let mut numbered = (0_usize..).step_by(8).zip(words);
            let found = numbered.find(|(at, word)| {
                let ofs = place.ofs.saturating_add(skip).saturating_add(length(*at));
                starts.contains(&u64::from_le_bytes(**word).wrapping_sub(base)) && !known.has(ofs)
            });
            found.map(|(at, _)| at)
        })
    }

    /// `find` gets up to `len` bytes at a time, with some overlap, and their offset in `place`.
    fn refuse(
        &mut self,
        place: Place,
        len: u64,
        find: impl Fn(&BTreeSet<u64>, &[u8], u64) -> Option<usize>,
    ) -> Result<(), Error> {
        let mut skip = 0;
        while skip < place.len && !self.starts.is_empty() {
            let at = place.ofs.saturating_add(skip);
            let len = len.min(place.len.saturating_sub(skip));
            let bytes = self.source.view(at, len)?;
            let bytes = bytes.get(..usize::try_from(len).unwrap_or(usize::MAX)).unwrap_or(bytes);
            if let Some(found) = find(&self.starts, bytes, skip) {
                let offset = at.saturating_add(length(found));
                let why = format!(
                    "the pointer at byte {offset:#x} lacks a relocation: keep the size of earlier bundles, or relink the file"
                );
                return Err(self.source.input().refuse(not_repackable(why)));
            }
            skip = skip.saturating_add(CHUNK);
        }
        Ok(())
    }
}

fn length(at: usize) -> u64 {
    u64::try_from(at).unwrap_or(u64::MAX)
}
