//! Small linked files in the layouts of common linkers, built byte by byte, so that tests need no linker and can change
//! every field.

use std::ops::Range;

use offload_bundle::BundleBuilder;

/// Page size in bytes.
pub const PAGE: usize = 4096;

/// The layout of a file.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shape {
    /// PT_PHDR exists.
    pub phdr: bool,
    /// PT_INTERP exists.
    pub interpreter: bool,
    /// Addresses are fixed and stored in wrappers, without relocations.
    pub fixed: bool,
    /// Relocations are packed; the addresses are stored in place.
    pub relr: bool,
    /// Relocations hold the addresses, and the words do too.
    pub in_place: bool,
    /// Two wrappers point at the first bundle by a symbol. It is the only bundle.
    pub symbol: bool,
    /// The bundles end their segment.
    pub last: bool,
    /// The segment of the bundles continues to the end of the page.
    pub padding: bool,
    /// The hash table has the old form.
    pub sysv: bool,
    /// The machine is AArch64.
    pub arm: bool,
    /// Segment alignment in pages; 0 means 1.
    pub pages: u8,
}

/// A file.
pub struct Linked {
    pub bytes: Vec<u8>,
    /// The addresses of the bundles and the bytes after them, up to the next section or page.
    pub held: Range<usize>,
    /// The addresses of the headers and of the sections that may move.
    pub front: Range<usize>,
    /// The addresses of the wrappers.
    pub wrappers: Range<usize>,
    /// File offsets of the symbols, the relocations, and the other writable data.
    pub symbols: usize,
    pub relocations: usize,
    pub data: usize,
}

/// A section header to write.
struct Section {
    name: &'static str,
    kind: u32,
    flags: u64,
    address: usize,
    offset: usize,
    size: usize,
    link: u32,
    alignment: u64,
    entry: u64,
}

/// Appends words.
fn put(bytes: &mut Vec<u8>, words: &[u64]) {
    words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
}

fn align(bytes: &mut Vec<u8>, to: usize) -> usize {
    bytes.resize(bytes.len().next_multiple_of(to), 0);
    bytes.len()
}

impl Shape {
    /// A file with these bundles, and a wrapper for each.
    pub fn file(self, bundles: &[Vec<u8>]) -> Linked {
        let base = if self.fixed { 0x40_0000 } else { 0 };
        let unit = PAGE * usize::from(self.pages.max(1));
        let wrappers = if self.symbol { 2 } else { bundles.len() };
        let segment_count = 5 + usize::from(self.phdr) + usize::from(self.interpreter);
        let mut bytes = vec![0; 64 + 56 * segment_count];
        let mut sections: Vec<Section> = Vec::new();
        let mut section = |name, kind, flags, place: (usize, usize), (link, alignment, entry)| {
            let (offset, size) = place;
            let address = if flags & 2 == 0 { 0 } else { base + offset };
            sections.push(Section { name, kind, flags, address, offset, size, link, alignment, entry });
            offset
        };
        // The sections after the headers.
        let mut segments: Vec<(u32, u32, usize, usize, u64)> = Vec::new();
        if self.phdr {
            segments.push((6, 4, 64, bytes.len() - 64, 8));
        }
        if self.interpreter {
            let at = bytes.len();
            bytes.extend(b"/lib64/ld-linux-x86-64.so.2\0");
            section(".interp", 1, 2, (at, bytes.len() - at), (0, 1, 0));
            segments.push((3, 4, at, bytes.len() - at, 1));
        }
        let note = align(&mut bytes, 4);
        bytes.extend([4_u32, 20, 3].iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend(b"GNU\0");
        bytes.extend(1..=20);
        section(".note.gnu.build-id", 7, 2, (note, bytes.len() - note), (0, 4, 0));
        segments.push((4, 4, note, bytes.len() - note, 4));
        let hash = align(&mut bytes, 8);
        bytes.extend([1_u32, 1, 1, 0].iter().flat_map(|word| word.to_le_bytes()));
        put(&mut bytes, &[u64::MAX]);
        bytes.extend([0; 4]);
        let (name, kind) = if self.sysv {
            (".hash", 5)
        } else {
            (".gnu.hash", 0x6fff_fff6)
        };
        section(name, kind, 2, (hash, bytes.len() - hash), (0, 8, 0));
        let symbols = align(&mut bytes, 8);
        bytes.extend([0; 48]);
        section(
            ".dynsym",
            11,
            2,
            (symbols, 48),
            (4 + u32::from(self.interpreter), 8, 24),
        );
        let front = bytes.len();
        let strings = bytes.len();
        bytes.extend(b"\0__hip_fatbin\0");
        section(".dynstr", 3, 2, (strings, bytes.len() - strings), (0, 1, 0));
        let relocations = align(&mut bytes, 8);
        let relocation_len = match (self.fixed, self.relr) {
            (true, _) => 0,
            (false, true) => 8 * (1 + (3 * wrappers - 1).div_ceil(63)),
            (false, false) => 24 * (wrappers + 1),
        };
        bytes.resize(relocations + relocation_len, 0);
        if !self.fixed {
            let (name, kind, entry) = if self.relr {
                (".relr.dyn", 19, 8)
            } else {
                (".rela.dyn", 4, 24)
            };
            section(
                name,
                kind,
                2,
                (relocations, relocation_len),
                (3 + u32::from(self.interpreter), 8, entry),
            );
        }
        segments.push((1, 4, 0, bytes.len(), unit as u64));
        // The bundles and the content after them; if they end their segment, after all writable data.
        let mut held = 0..0;
        let mut starts = Vec::new();
        let mut hold = |bytes: &mut Vec<u8>| {
            let start = align(bytes, unit);
            for bundle in bundles {
                starts.push(align(bytes, PAGE));
                bytes.extend(bundle);
            }
            held = start..bytes.len();
            (start, bytes.len() - start)
        };
        if !self.last {
            let place = hold(&mut bytes);
            section(".hip_fatbin", 1, 2, place, (0, 4096, 0));
            let frames = align(&mut bytes, if self.padding { PAGE } else { 8 });
            bytes.extend((0..150_u8).map(|at| at | 1));
            section(".eh_frame", 1, 2, (frames, 150), (0, 8, 0));
            segments.push((1, 4, place.0, bytes.len() - place.0, unit as u64));
        }
        // Writable data.
        let written = align(&mut bytes, unit);
        let dynamic = written;
        let tags = 12;
        bytes.resize(dynamic + 16 * tags, 0);
        section(
            ".dynamic",
            6,
            3,
            (dynamic, 16 * tags),
            (4 + u32::from(self.interpreter), 8, 16),
        );
        let segment = bytes.len();
        bytes.resize(segment + 24 * wrappers, 0);
        section(".hipFatBinSegment", 1, 3, (segment, 24 * wrappers), (0, 8, 0));
        let data = bytes.len();
        bytes.extend((0..96_u8).map(|at| at ^ 0x55));
        section(".data", 1, 3, (data, 96), (0, 8, 0));
        if self.last {
            let place = hold(&mut bytes);
            section(".hip_fatbin", 1, 2, place, (0, 4096, 0));
            if self.padding {
                align(&mut bytes, PAGE);
            }
        }
        segments.push((1, 6, written, bytes.len() - written, unit as u64));
        segments.push((2, 6, dynamic, 16 * tags, 8));
        if self.last {
            segments.push((0x6474_e551, 6, 0, 0, 16));
        }
        assert_eq!(segments.len(), segment_count);
        // Pointers to bundles.
        let (absolute, relative) = if self.arm { (257, 1027) } else { (1, 8) };
        let starts: Vec<usize> = starts.iter().map(|start| base + start).collect();
        let word = |bytes: &mut Vec<u8>, at: usize, word: usize| {
            bytes[at..at + 8].copy_from_slice(&(word as u64).to_le_bytes())
        };
        for wrapper in 0..wrappers {
            let (at, start) = (
                segment + 24 * wrapper,
                if self.symbol { starts[0] } else { starts[wrapper] },
            );
            word(&mut bytes, at, 0x1_4849_5046);
            if self.fixed || self.relr || self.in_place {
                word(&mut bytes, at + 8, start);
            }
            let entry = relocations + 24 * wrapper;
            if !self.fixed && !self.relr {
                word(&mut bytes, entry, base + at + 8);
                word(
                    &mut bytes,
                    entry + 8,
                    if self.symbol { 1 << 32 | absolute } else { relative },
                );
                word(&mut bytes, entry + 16, if self.symbol { 0 } else { start });
            }
        }
        if self.relr {
            // A bit for each word after the first: the wrappers, and one word after them.
            word(&mut bytes, relocations, base + segment + 8);
            let words = (1..wrappers).map(|wrapper| 3 * wrapper).chain([3 * wrappers - 1]);
            let mut bits = vec![1_usize; (relocation_len - 8) / 8];
            words.for_each(|at| bits[(at - 1) / 63] |= 2 << ((at - 1) % 63));
            for (position, bits) in bits.into_iter().enumerate() {
                word(&mut bytes, relocations + 8 + 8 * position, bits);
            }
            word(&mut bytes, data, base + data + 8);
        } else if !self.fixed {
            let entry = relocations + 24 * wrappers;
            word(&mut bytes, entry, base + data);
            word(&mut bytes, entry + 8, relative);
            word(&mut bytes, entry + 16, base + data + 8);
        }
        let fatbin = sections_position(&sections, ".hip_fatbin");
        bytes[symbols + 24..symbols + 30].copy_from_slice(&[1, 0, 0, 0, 0x11, 0]);
        bytes[symbols + 30] = fatbin as u8;
        word(&mut bytes, symbols + 32, starts[0]);
        word(&mut bytes, symbols + 40, bundles[0].len());
        let (table, table_len) = if self.relr { (36, 35) } else { (7, 8) };
        let mut dynamics = vec![
            (if self.sysv { 4 } else { 0x6fff_fef5 }, base + hash),
            (5, base + strings),
            (6, base + symbols),
            (10, 14),
            (11, 24),
        ];
        if !self.fixed {
            dynamics.extend([(table, base + relocations), (table_len, relocation_len)]);
        }
        for (position, (tag, value)) in dynamics.into_iter().enumerate() {
            word(&mut bytes, dynamic + 16 * position, tag);
            word(&mut bytes, dynamic + 16 * position + 8, value);
        }
        let at = |place: Range<usize>| base + place.start..base + place.end;
        let (front, held, wrappers) = (at(0..front), at(held), at(segment..data));
        let linked = Linked { bytes: Vec::new(), held, front, wrappers, symbols, relocations, data };
        self.finish(bytes, base, &segments, sections, linked)
    }

    /// Appends the section table and fills in the headers.
    fn finish(
        self,
        mut bytes: Vec<u8>,
        base: usize,
        segments: &[(u32, u32, usize, usize, u64)],
        mut sections: Vec<Section>,
        linked: Linked,
    ) -> Linked {
        let comment = bytes.len();
        bytes.extend(b"made byte by byte\0");
        let plain = |name, kind, offset, size| Section {
            name,
            kind,
            flags: 0,
            address: 0,
            offset,
            size,
            link: 0,
            alignment: 1,
            entry: 0,
        };
        sections.push(plain(".comment", 1, comment, bytes.len() - comment));
        let names_at = bytes.len();
        let mut names = vec![0];
        let mut table = vec![0; 64];
        sections.push(plain(".shstrtab", 3, names_at, 0));
        let starts: Vec<usize> = sections
            .iter()
            .map(|section| {
                let start = names.len();
                names.extend(section.name.bytes().chain([0]));
                start
            })
            .collect();
        if let Some(last) = sections.last_mut() {
            last.size = names.len();
        }
        bytes.extend(&names);
        for (section, name) in sections.iter().zip(starts) {
            table.extend((name as u32).to_le_bytes());
            table.extend(section.kind.to_le_bytes());
            put(
                &mut table,
                &[section.flags, section.address as u64, section.offset as u64, section.size as u64],
            );
            table.extend(section.link.to_le_bytes());
            table.extend([0; 4]);
            put(&mut table, &[section.alignment, section.entry]);
        }
        let table_at = align(&mut bytes, 8);
        bytes.extend(table);
        let mut headers = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
        headers.extend(
            [if self.fixed { 2_u16 } else { 3 }, if self.arm { 183 } else { 62 }]
                .iter()
                .flat_map(|half| half.to_le_bytes()),
        );
        headers.extend(1_u32.to_le_bytes());
        put(&mut headers, &[0, 64, table_at as u64]);
        headers.extend(0_u32.to_le_bytes());
        let halves = [64, 56, segments.len(), 64, sections.len() + 1, sections.len()];
        headers.extend(halves.iter().flat_map(|half| (*half as u16).to_le_bytes()));
        for (kind, flags, offset, len, alignment) in segments {
            headers.extend(kind.to_le_bytes());
            headers.extend(flags.to_le_bytes());
            let (offset, len) = (*offset as u64, *len as u64);
            let address = if *kind == 0x6474_e551 { 0 } else { base as u64 + offset };
            put(&mut headers, &[offset, address, address, len, len, *alignment]);
        }
        bytes[..headers.len()].copy_from_slice(&headers);
        Linked { bytes, ..linked }
    }
}

fn sections_position(sections: &[Section], name: &str) -> usize {
    sections
        .iter()
        .position(|section| section.name == name)
        .map_or(0, |position| position + 1)
}

/// A bundle with different code for each target and `seed`.
pub fn bundle(seed: usize, targets: &[&str], len: usize) -> Vec<u8> {
    let mut builder = BundleBuilder::new()
        .alignment(4096)
        .entry("host-x86_64-unknown-linux-gnu-", b"");
    for (number, target) in targets.iter().enumerate() {
        let code: Vec<u8> = (0..len + number * 100)
            .map(|at| (at * 7 + at / 251 + seed * 31 + number * 13) as u8 | 1)
            .collect();
        builder = builder.entry(format!("hipv4-amdgcn-amd-amdhsa--{target}"), code);
    }
    builder.to_bytes().unwrap()
}

impl Linked {
    /// The same file with the section names and wrappers of CUDA.
    pub fn into_cuda(mut self) -> Self {
        for (from, to) in
            [(&b".hip_fatbin\0"[..], &b".nv_fatbin\0\0"[..]), (b".hipFatBinSegment\0", b".nvFatBinSegment\0\0")]
        {
            let at = self.bytes.windows(from.len()).rposition(|bytes| bytes == from).unwrap();
            self.bytes[at..at + to.len()].copy_from_slice(to);
        }
        for at in (self.data - self.wrappers.len()..self.data).step_by(24) {
            self.bytes[at..at + 4].copy_from_slice(&0x4662_43b1_u32.to_le_bytes());
        }
        self
    }
}

/// Kinds of images in CUDA fat binaries.
pub const PTX: u16 = 1;
pub const CUBIN: u16 = 2;
pub const LTO: u16 = 8;

/// An entry of a CUDA fat binary, with content that depends on all parameters.
pub fn image(kind: u16, arch: u32, len: usize) -> Vec<u8> {
    let name = b"unit.cu\0";
    let stored = len.next_multiple_of(8);
    let mut bytes = Vec::new();
    bytes.extend(kind.to_le_bytes());
    bytes.extend(0x101_u16.to_le_bytes());
    bytes.extend((64 + name.len() as u32).to_le_bytes());
    put(&mut bytes, &[stored as u64]);
    [0, 0, 8 << 16, arch, 64, 7]
        .iter()
        .for_each(|word: &u32| bytes.extend(word.to_le_bytes()));
    put(&mut bytes, &[0x11, 0, 0]);
    bytes.extend(name);
    bytes.extend((0..len).map(|at| (at * 7 + arch as usize * 31 + usize::from(kind) * 13) as u8 | 1));
    bytes.resize(64 + name.len() + stored, 0);
    bytes
}

/// A CUDA fat binary with these entries.
pub fn fat_binary(images: &[Vec<u8>]) -> Vec<u8> {
    let content = images.concat();
    let mut bytes = vec![0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0];
    put(&mut bytes, &[content.len() as u64]);
    [bytes, content].concat()
}
