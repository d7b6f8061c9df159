//! A loader: maps a file, applies all relocations, and follows wrappers. It shares no code with the crate under test.

use std::ops::Range;

use crate::support::number;

/// Longest segment of a small file.
const MOST: usize = 1 << 20;

/// A program in memory.
pub struct Loaded {
    /// Mapped bytes: address, permissions, bytes.
    memory: Vec<(usize, usize, Vec<u8>)>,
    segments: Vec<[usize; 8]>,
}

impl Loaded {
    /// Maps all segments and applies the dynamic section.
    pub fn of(bytes: &[u8]) -> Self {
        let (headers, count) = (number(bytes, 32, 8), number(bytes, 56, 2));
        let segment = |index: usize| {
            let at = headers + 56 * index;
            let (kind, flags) = (number(bytes, at, 4), number(bytes, at + 4, 4));
            let word = |position: usize| number(bytes, at + 8 + 8 * position, 8);
            [kind, flags, word(0), word(1), word(2), word(3), word(4), word(5)]
        };
        let segments: Vec<[usize; 8]> = (0..count).map(segment).collect();
        let mut loaded = Self { memory: Vec::new(), segments };
        // Systems for AArch64 have pages up to the segment alignment.
        let page = match number(bytes, 18, 2) {
            183 => loaded.of_kind(1).iter().map(|segment| segment[7]).max().unwrap(),
            _ => 4096,
        };
        let mut last_page = 0;
        for [_, flags, offset, address, _, in_file, len, alignment] in loaded.of_kind(1) {
            assert_eq!(offset % alignment, address % alignment, "no loader maps it");
            assert!(address / page >= last_page, "segments share a page, or are in no order");
            last_page = (address + len).div_ceil(page);
            assert!(
                len < MOST && in_file <= len,
                "a segment of {len} bytes, of which {in_file} are in the file"
            );
            let mut mapped = bytes[offset..offset + in_file].to_vec();
            mapped.resize(len, 0);
            loaded.memory.push((address, flags, mapped));
        }
        for [_, _, _, address, _, in_file, len, _] in loaded.of_kind(6) {
            assert_eq!((in_file, len), (56 * count, 56 * count), "PT_PHDR");
            assert_eq!(
                loaded.bytes(address, 56 * count),
                &bytes[headers..headers + 56 * count],
                "PT_PHDR"
            );
        }
        loaded.relocate();
        loaded
    }

    /// The segments of a type: type, flags, offset, address, physical address, lengths in the file and in memory,
    /// alignment.
    pub fn of_kind(&self, kind: usize) -> Vec<[usize; 8]> {
        self.segments
            .iter()
            .copied()
            .filter(|segment| segment[0] == kind)
            .collect()
    }

    pub fn bytes(&self, address: usize, len: usize) -> Vec<u8> {
        self.from(address)[..len].to_vec()
    }

    fn word(&self, address: usize) -> usize {
        number(&self.bytes(address, 8), 0, 8)
    }

    fn set(&mut self, address: usize, word: usize) {
        let segment = self
            .memory
            .iter_mut()
            .find(|(start, _, bytes)| (*start..start + bytes.len()).contains(&address));
        let (start, _, bytes) = segment.unwrap();
        bytes[address - *start..][..8].copy_from_slice(&(word as u64).to_le_bytes());
    }

    /// The addresses of the dynamic section.
    pub fn dynamic(&self) -> Range<usize> {
        let [_, _, _, address, _, len, ..] = self.of_kind(2)[0];
        address..address + len
    }

    /// The value of a dynamic entry.
    pub fn tag(&self, wanted: usize) -> Option<usize> {
        let start = self.of_kind(2)[0][3];
        let mut entries = (start..).step_by(16).map(|at| (self.word(at), self.word(at + 8)));
        entries
            .find(|(tag, _)| *tag == wanted || *tag == 0)
            .filter(|(tag, _)| *tag == wanted)
            .map(|(_, value)| value)
    }

    fn relocate(&mut self) {
        if let Some(table) = self.tag(7) {
            let symbols = self.tag(6).unwrap();
            for at in (table..table + self.tag(8).unwrap()).step_by(24) {
                let (address, info, addend) = (self.word(at), self.word(at + 8), self.word(at + 16));
                let value = match info & 0xffff_ffff {
                    8 | 1027 => addend,
                    1 | 257 => self.word(symbols + 24 * (info >> 32) + 8) + addend,
                    other => panic!("a relocation of type {other}"),
                };
                self.set(address, value);
            }
        }
    }

    /// The note with the build ID, which must be in the first page of the file.
    pub fn build_id(&self) -> Vec<u8> {
        let [_, _, offset, address, _, len, ..] = self.of_kind(4)[0];
        assert!(len >= 36 && offset + 36 <= 4096);
        self.bytes(address, 36)
    }

    /// The interpreter name, read by file offset up to a zero.
    pub fn interpreter(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let [_, _, offset, address, _, len, ..] = self.of_kind(3).pop()?;
        let name = |bytes: &[u8]| {
            bytes[..len]
                .iter()
                .take_while(|byte| **byte != 0)
                .copied()
                .collect::<Vec<_>>()
        };
        assert_eq!(name(self.from(address)), name(&bytes[offset..]));
        Some(name(&bytes[offset..]))
    }

    /// The hash table, the string table, and the symbols, without address and length of the second, which belongs to a
    /// bundle.
    pub fn tables(&self) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
        let (hash, names, symbols) = (self.tag(0x6fff_fef5).or(self.tag(4)), self.tag(5), self.tag(6));
        (
            self.bytes(hash.unwrap(), 28),
            self.bytes(names.unwrap(), 14),
            self.bytes(symbols.unwrap(), 32),
        )
    }

    /// The address and the length of the second symbol.
    pub fn symbol(&self) -> (usize, usize) {
        let symbols = self.tag(6).unwrap();
        (self.word(symbols + 32), self.word(symbols + 40))
    }

    /// The targets of the wrappers in `place`.
    pub fn wrapped(&self, place: Range<usize>) -> Vec<usize> {
        let wrappers = place.step_by(24).map(|at| {
            assert!([0x1_4849_5046, 0x1_4662_43b1].contains(&self.word(at)));
            self.word(at + 8)
        });
        wrappers.collect()
    }

    /// The memory from `address` to the end of its segment.
    pub fn from(&self, address: usize) -> &[u8] {
        self.mapped(address).unwrap()
    }

    /// The same; `None` if nothing is mapped.
    pub fn mapped(&self, address: usize) -> Option<&[u8]> {
        let mut segments = self.memory.iter();
        let (start, _, bytes) = segments.find(|(start, _, bytes)| (*start..start + bytes.len()).contains(&address))?;
        Some(&bytes[address - start..])
    }

    /// Each byte with its permissions, outside of these addresses.
    pub fn outside(&self, places: &[Range<usize>]) -> Vec<(usize, u8, usize)> {
        let mut all = Vec::new();
        for (start, rights, bytes) in &self.memory {
            let outside = (*start..)
                .zip(bytes)
                .filter(|(at, _)| !places.iter().any(|place| place.contains(at)));
            all.extend(outside.map(|(at, byte)| (at, *byte, *rights)));
        }
        all
    }
}
