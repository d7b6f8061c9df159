//! Changes to single fields of a file.

use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle::Refusal;
use offload_bundle::input::Input;
use offload_bundle::internal::input::InputPiece;
use offload_bundle_core::bytes::{Place, length};

use super::refusals::shared;

/// By file offset.
#[derive(Debug, Clone, Default)]
pub(crate) struct Changes {
    fields: BTreeMap<u64, Vec<u8>>,
}

impl Changes {
    /// Fails if an earlier change overlaps and differs.
    pub(crate) fn set(&mut self, ofs: u64, bytes: Vec<u8>) -> Result<(), Refusal> {
        let place = Place { ofs, len: length(&bytes) };
        if let Some((at, known)) = self.fields.range(..place.end()).next_back() {
            let end = at.saturating_add(length(known));
            if *at == ofs && *known == bytes {
                return Ok(());
            }
            if end > ofs {
                return Err(shared(ofs));
            }
        }
        self.fields.insert(ofs, bytes);
        Ok(())
    }

    pub(crate) fn set_word(&mut self, ofs: u64, word: u64) -> Result<(), Refusal> {
        self.set(ofs, word.to_le_bytes().into())
    }

    /// Fails if a change crosses the start or the end of `place`.
    pub(crate) fn pieces(&self, input: &Arc<Input>, place: Place) -> Result<Vec<InputPiece>, Refusal> {
        let mut pieces = Vec::new();
        let mut at = place.ofs;
        let before = self.fields.range(..place.ofs).next_back();
        if before.is_some_and(|(ofs, bytes)| ofs.saturating_add(length(bytes)) > place.ofs) && place.len > 0 {
            return Err(shared(place.ofs));
        }
        for (ofs, bytes) in self.fields.range(place.ofs..place.end()) {
            let end = ofs.saturating_add(length(bytes));
            if end > place.end() {
                return Err(shared(*ofs));
            }
            let kept = Place { ofs: at, len: ofs.saturating_sub(at) };
            pieces.push(InputPiece::Range(Arc::clone(input), kept));
            pieces.push(InputPiece::Bytes(bytes.clone()));
            at = end;
        }
        let kept = Place { ofs: at, len: place.end().saturating_sub(at) };
        pieces.push(InputPiece::Range(Arc::clone(input), kept));
        pieces.retain(|piece| piece.len() > 0);
        Ok(pieces)
    }
}
