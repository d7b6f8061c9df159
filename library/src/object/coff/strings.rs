//! The strings after the symbols of a COFF object: long names.

use std::sync::Arc;

use offload_bundle_core::bytes::{Place, length};

use crate::input::{Input, InputPiece};

/// The largest offset that is written in decimal after a slash.
const MOST_DECIMAL: u64 = 9_999_999;
/// The digits of larger offsets, six of which follow two slashes.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Length of the number at the start of the strings, in bytes: their own length.
pub(super) const LEN: usize = 4;

/// The strings of a file: those that it had, and what is added or put in their place.
#[derive(Debug)]
pub(super) struct Strings {
    /// What it had, with the length in front.
    pub(super) old: Place,
    /// What stays of them, from their start on.
    pub(super) kept: u64,
    added: Vec<u8>,
    /// What stands in place of all of them.
    pub(super) new: Option<Vec<u8>>,
}

impl Strings {
    /// Those at `old`.
    pub(super) fn new(old: Place) -> Self {
        Self { old, kept: old.len, added: Vec::new(), new: None }
    }

    /// None yet, where `end` is.
    pub(super) fn none(end: Place) -> Self {
        Self { old: end, kept: 0, added: Vec::new(), new: Some(vec![0; LEN]) }
    }

    /// The field with a section's name, which is added if it is a long one; `None` if it would be too far from the start.
    pub(super) fn add(&mut self, name: &[u8]) -> Option<[u8; 8]> {
        let mut field = [0; 8];
        if let Some(short) = field.get_mut(..name.len()) {
            short.copy_from_slice(name);
            return Some(field);
        }
        let before = self.new.as_ref().map_or(self.kept, |new| length(new));
        let ofs = before.saturating_add(length(&self.added));
        self.added.extend_from_slice(name);
        self.added.push(0);
        long(ofs)
    }

    /// Their parts; `None` if they are too long. `input` is the file that has the old ones.
    pub(super) fn parts(&self, input: &Arc<Input>) -> Option<Vec<InputPiece>> {
        let kept = match &self.new {
            Some(new) => InputPiece::Bytes(new.get(LEN..).unwrap_or_default().to_vec()),
            None => {
                let ofs = self.old.ofs.saturating_add(wide_len());
                let len = self.kept.saturating_sub(wide_len());
                InputPiece::Range(Arc::clone(input), Place { ofs, len })
            }
        };
        let len = kept.len().checked_add(length(&self.added))?.checked_add(wide_len())?;
        let len = u32::try_from(len).ok()?.to_le_bytes().to_vec();
        Some(vec![
            InputPiece::Bytes(len),
            kept,
            InputPiece::Bytes(self.added.clone()),
        ])
    }
}

fn wide_len() -> u64 {
    u64::try_from(LEN).unwrap_or(u64::MAX)
}

/// The field of a section's name that is `ofs` bytes from the start of the strings; `None` if that is too far.
pub(super) fn long(ofs: u64) -> Option<[u8; 8]> {
    let mut field = [0; 8];
    if ofs <= MOST_DECIMAL {
        for (to, from) in field.iter_mut().zip(format!("/{ofs}").bytes()) {
            *to = from;
        }
        return Some(field);
    }
    let mut rest = ofs;
    for digit in field.iter_mut().rev().take(6) {
        *digit = *usize::try_from(rest % 64).ok().and_then(|digit| DIGITS.get(digit))?;
        rest /= 64;
    }
    let slashes = field.iter_mut().take(2);
    slashes.for_each(|slash| *slash = b'/');
    (rest == 0).then_some(field)
}

#[cfg(test)]
mod tests {
    use object::pe::ImageSectionHeader;

    use super::*;

    #[test]
    fn long_names_are_found_where_their_fields_say() {
        for (ofs, field) in [
            (4, Some(b"/4\0\0\0\0\0\0")),
            (9_999_999, Some(b"/9999999")),
            (10_000_000, Some(b"//AAmJaA")),
            ((1 << 36) - 1, Some(b"////////")),
            (1 << 36, None),
        ] {
            assert_eq!(long(ofs), field.copied(), "{ofs}");
            let section = ImageSectionHeader { name: long(ofs).unwrap_or_default(), ..ImageSectionHeader::default() };
            if let Ok(ofs) = u32::try_from(ofs) {
                assert_eq!(section.name_offset().unwrap(), Some(ofs));
            }
        }
    }
}
