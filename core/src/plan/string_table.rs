//! String tables with shared tails, as in ELF.

use alloc::vec::Vec;

use crate::bytes::length;

/// A string table with the offset of each text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StringTable {
    /// The bytes of the table: a NUL, then NUL-terminated texts.
    pub bytes: Vec<u8>,
    /// The offset of each text, in bytes from the start of the table, in the given order.
    pub offsets: Vec<u64>,
}

impl StringTable {
    /// Creates the smallest table of `texts`: a text may be the tail of another, and the empty text is the first NUL.
    ///
    /// The order is that of LLVM's `StringTableBuilder` for ELF: descending by reversed bytes, with a text before its
    /// own tails.
    pub fn merged(texts: &[&[u8]]) -> Self {
        let mut order: Vec<(usize, &[u8])> = texts.iter().copied().enumerate().collect();
        order.sort_by(|(_, a), (_, b)| b.iter().rev().cmp(a.iter().rev()));
        let mut bytes = Vec::from([0]);
        let mut offsets = alloc::vec![0; texts.len()];
        let mut previous: &[u8] = &[];
        for (index, text) in order {
            if !previous.ends_with(text) {
                bytes.extend_from_slice(text);
                bytes.push(0);
                previous = text;
            }
            let end = length(&bytes).saturating_sub(1);
            if let Some(offset) = offsets.get_mut(index).filter(|_| !text.is_empty()) {
                *offset = end.saturating_sub(length(text));
            }
        }
        Self { bytes, offsets }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn merged(texts: &[&str]) -> StringTable {
        let texts: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
        StringTable::merged(&texts)
    }

    #[test]
    fn order_matches_llvm() {
        let table = merged(&["colour", "red-blue", "size", "x19+"]);
        assert_eq!(table.bytes, b"\0colour\0size\0red-blue\0x19+\0");
        assert_eq!(table.offsets, [1, 13, 8, 22]);
    }

    #[test]
    fn tail_shares_bytes_of_longer_text() {
        let table = merged(&["", "b", "ab", "ab", "xab", "é", ""]);
        assert_eq!(table.bytes, "\0é\0xab\0".as_bytes());
        assert_eq!(table.offsets, [0, 6, 5, 5, 4, 1, 0]);
    }

    #[test]
    fn empty_table_is_a_nul() {
        assert_eq!(merged(&[]).bytes, b"\0");
        assert_eq!(
            merged(&["", ""]),
            StringTable { bytes: Vec::from([0]), offsets: Vec::from([0, 0]) }
        );
    }

    proptest! {
        #[test]
        fn texts_are_found_without_wasted_bytes(texts in vec("[ab\\x00é]{0,5}", 0..12)) {
            let given: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
            let table = StringTable::merged(&given);
            prop_assert_eq!(table.offsets.len(), given.len());
            for (text, offset) in given.iter().zip(&table.offsets) {
                let from = usize::try_from(*offset).unwrap();
                let found = table.bytes.get(from..).unwrap_or_default();
                prop_assert!(found.starts_with(&[*text, &[0]].concat()));
            }
            let mut kept: Vec<&[u8]> = given.clone();
            kept.sort_unstable();
            kept.dedup();
            let longest = |text: &&&[u8]| !text.is_empty() && !kept.iter().any(|other| other != *text && other.ends_with(text));
            let all: Vec<&[u8]> = kept.iter().filter(longest).flat_map(|text| [*text, &[0]]).collect();
            prop_assert_eq!(table.bytes.len().checked_sub(1), Some(all.concat().len()));
        }
    }
}
