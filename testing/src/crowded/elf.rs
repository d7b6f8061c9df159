//! ELF objects with shared section bytes and names.

/// A section of bytes.
pub const PROGBITS: u32 = 1;
/// A table of symbols.
pub const SYMTAB: u32 = 2;
/// Names of symbols.
pub const STRTAB: u32 = 3;
/// A group of sections.
pub const GROUP: u32 = 17;
/// Images.
pub const OFFLOADING: u32 = 0x6fff_4c0b;

const HEADER: usize = 64;
const ENTRY: u64 = 24;
/// Length of a program header.
const SEGMENT: usize = 56;
const OBJECT: u16 = 1;
const PROGRAM: u16 = 2;
/// A loaded, readable segment.
const LOADED: u32 = 1;
const READ: u32 = 4;

/// A little-endian ELF64 object. Section 1 contains the names.
#[derive(Default)]
pub struct Elf {
    content: Vec<u8>,
    names: Vec<u8>,
    sections: Vec<[u64; 6]>,
}

impl Elf {
    /// Adds bytes; returns their offset.
    pub fn put(&mut self, bytes: &[u8]) -> u64 {
        let ofs = HEADER + self.content.len();
        self.content.extend(bytes);
        ofs as u64
    }

    /// Adds a name; returns its offset in the table.
    pub fn name(&mut self, name: &[u8]) -> u32 {
        if self.names.is_empty() {
            self.names.push(0);
        }
        let ofs = self.names.len() as u32;
        self.names.extend(name);
        self.names.push(0);
        ofs
    }

    /// Adds a section and its name.
    pub fn section(&mut self, name: &str, kind: u32, ofs: u64, len: u64) {
        let name = self.name(name.as_bytes());
        self.add_section(name, kind, (ofs, len), (0, 0));
    }

    /// Adds a section with this name, range, link and info.
    pub fn add_section(&mut self, name: u32, kind: u32, (ofs, len): (u64, u64), (link, info): (u32, u32)) {
        self.sections
            .push([name.into(), kind.into(), ofs, len, link.into(), info.into()]);
    }

    /// The number of sections, including the null and the name section.
    pub fn count(&self) -> usize {
        self.sections.len() + 2
    }

    /// The file.
    pub fn finish(self) -> Vec<u8> {
        self.finish_as(OBJECT, &[])
    }

    /// The file as a program; its bytes so far are loaded at `address` by `segments` segments.
    pub fn finish_loaded(mut self, address: u64, segments: usize) -> Vec<u8> {
        let len = self.put(&[]);
        let mut segment = [LOADED.to_le_bytes(), READ.to_le_bytes()].concat();
        for number in [0, address, address, len, len, 8] {
            segment.extend(number.to_le_bytes());
        }
        self.finish_as(PROGRAM, &segment.repeat(segments))
    }

    fn finish_as(mut self, kind: u16, segments: &[u8]) -> Vec<u8> {
        let segments_at = if segments.is_empty() { 0 } else { self.put(segments) };
        let own = self.name(b".shstrtab");
        let names = (HEADER + self.content.len()) as u64;
        let table = (HEADER + self.content.len() + self.names.len()).next_multiple_of(8);
        let count = self.count() as u64;
        let mut bytes = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
        bytes.extend([kind.to_le_bytes(), 62_u16.to_le_bytes()].concat());
        bytes.extend(1_u32.to_le_bytes());
        for number in [0, segments_at, table as u64] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(0_u32.to_le_bytes());
        // The first section header contains count and name index.
        let loaded = (segments.len() / SEGMENT) as u16;
        for number in [HEADER as u16, SEGMENT as u16, loaded, 64, 0, 0xffff] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(&self.content);
        bytes.extend(&self.names);
        bytes.resize(table, 0);
        let of_names = [own.into(), STRTAB.into(), names, self.names.len() as u64, 0, 0];
        for [name, kind, ofs, len, link, info] in [[0, 0, 0, count, 1, 0], of_names].into_iter().chain(self.sections) {
            bytes.extend((name as u32).to_le_bytes());
            bytes.extend((kind as u32).to_le_bytes());
            for number in [0, 0, ofs, len] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.extend([(link as u32).to_le_bytes(), (info as u32).to_le_bytes()].concat());
            let entry = if kind == u64::from(SYMTAB) { ENTRY } else { 0 };
            for number in [1, entry] {
                bytes.extend(number.to_le_bytes());
            }
        }
        bytes
    }
}

/// `n` symbols with the name at offset `name`, in the section `section`.
pub fn symbols(n: usize, name: u32, section: u16) -> Vec<u8> {
    let mut bytes = vec![0; ENTRY as usize];
    for _ in 0..n {
        bytes.extend(name.to_le_bytes());
        bytes.extend([0x10, 0]);
        bytes.extend(section.to_le_bytes());
        bytes.extend([0; 16]);
    }
    bytes
}
