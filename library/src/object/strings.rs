//! A table of strings in which one that ends another is stored as that end, as the tools of LLVM write it.

use std::collections::BTreeMap;

/// A table that is made.
pub(super) struct StringTable<'s> {
    bytes: Vec<u8>,
    offsets: BTreeMap<&'s [u8], u32>,
    /// The last string that is stored whole.
    last: &'s [u8],
}

impl<'s> StringTable<'s> {
    /// The table of `strings`, each with a zero byte after it, that begins with `start`; `None` if it is too long for offsets of four
    /// bytes. The order is that of the strings read backwards, the last one first, so that equal strings give equal tables.
    pub(super) fn new(start: &[u8], strings: impl IntoIterator<Item = &'s [u8]>) -> Option<Self> {
        let mut table = Self { bytes: start.to_vec(), offsets: BTreeMap::new(), last: &[] };
        table.add(strings)?;
        Some(table)
    }

    /// Adds `strings` after those that there are, in the same order.
    pub(super) fn add(&mut self, strings: impl IntoIterator<Item = &'s [u8]>) -> Option<()> {
        let table = self;
        let strings = strings.into_iter().filter(|string| !string.is_empty());
        let mut sorted: Vec<&[u8]> = strings.filter(|string| !table.offsets.contains_key(string)).collect();
        sorted.sort_unstable_by(|one, other| other.iter().rev().cmp(one.iter().rev()));
        sorted.dedup();
        for string in sorted {
            let end = table.bytes.len().checked_sub(string.len().saturating_add(1));
            let ofs = match end.filter(|_| table.last.ends_with(string)) {
                Some(ofs) => ofs,
                None => {
                    let ofs = table.bytes.len();
                    table.bytes.extend_from_slice(string);
                    table.bytes.push(0);
                    table.last = string;
                    ofs
                }
            };
            table.offsets.insert(string, u32::try_from(ofs).ok()?);
        }
        Some(())
    }

    /// Where `string` is in the table, which holds it; 0 for one that is empty.
    pub(super) fn offset(&self, string: &[u8]) -> u32 {
        self.offsets.get(string).copied().unwrap_or_default()
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_strings_are_shared() {
        let strings: [&[u8]; 5] = [b".text", b".rela.text", b".data", b".text", b"a"];
        let table = StringTable::new(b"\0", strings).unwrap();
        assert_eq!(table.offset(b".text"), table.offset(b".rela.text") + 5);
        assert_eq!(table.offset(b"a"), table.offset(b".data") + 4);
        assert_eq!(table.offset(b""), 0);
        assert_eq!(table.into_bytes(), b"\0.rela.text\0.data\0");
    }
}
