//! The two classes and byte orders of ELF: how long structures are, and how their fields are written.

use object::Endianness;
use object::elf::{FileHeader32, FileHeader64, Sym32, Sym64};

/// A class and a byte order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form {
    /// Whether it is the class of 64 bits.
    pub(super) wide: bool,
    pub(super) endian: Endianness,
}

/// A section header of either class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) name: u32,
    pub(super) kind: u32,
    pub(super) flags: u64,
    pub(super) address: u64,
    pub(super) offset: u64,
    pub(super) size: u64,
    pub(super) link: u32,
    pub(super) info: u32,
    pub(super) alignment: u64,
    pub(super) entry_size: u64,
}

/// Where fields of the file header are, in bytes.
pub(super) struct HeaderFields {
    pub(super) section_table: usize,
    pub(super) section_len: usize,
    pub(super) section_count: usize,
    pub(super) section_names: usize,
}

impl Form {
    /// Length of an offset, which is the alignment of tables too.
    pub(super) fn word(self) -> u64 {
        if self.wide { 8 } else { 4 }
    }

    pub(super) fn header_fields(self) -> HeaderFields {
        macro_rules! of {
            ($header:ty) => {
                HeaderFields {
                    section_table: std::mem::offset_of!($header, e_shoff),
                    section_len: std::mem::offset_of!($header, e_shentsize),
                    section_count: std::mem::offset_of!($header, e_shnum),
                    section_names: std::mem::offset_of!($header, e_shstrndx),
                }
            };
        }
        if self.wide {
            of!(FileHeader64<Endianness>)
        } else {
            of!(FileHeader32<Endianness>)
        }
    }

    /// Length of a section header.
    pub(super) fn section_len(self) -> u16 {
        if self.wide { 64 } else { 40 }
    }

    pub(super) fn symbol_len(self) -> usize {
        if self.wide {
            size_of::<Sym64<Endianness>>()
        } else {
            size_of::<Sym32<Endianness>>()
        }
    }

    /// Where a symbol says which section it is in, in bytes.
    pub(super) fn symbol_section(self) -> usize {
        if self.wide {
            std::mem::offset_of!(Sym64<Endianness>, st_shndx)
        } else {
            std::mem::offset_of!(Sym32<Endianness>, st_shndx)
        }
    }

    /// Where a symbol says of what kind it is, in bytes.
    pub(super) fn symbol_info(self) -> usize {
        if self.wide {
            std::mem::offset_of!(Sym64<Endianness>, st_info)
        } else {
            std::mem::offset_of!(Sym32<Endianness>, st_info)
        }
    }

    pub(super) fn half(self, value: u16) -> [u8; 2] {
        match self.endian {
            Endianness::Little => value.to_le_bytes(),
            Endianness::Big => value.to_be_bytes(),
        }
    }

    pub(super) fn number(self, value: u32) -> [u8; 4] {
        match self.endian {
            Endianness::Little => value.to_le_bytes(),
            Endianness::Big => value.to_be_bytes(),
        }
    }

    /// The number of two bytes at `at`.
    pub(super) fn half_at(self, bytes: &[u8], at: usize) -> Option<u16> {
        let bytes = bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(match self.endian {
            Endianness::Little => u16::from_le_bytes(bytes),
            Endianness::Big => u16::from_be_bytes(bytes),
        })
    }

    /// The number of four bytes at `at`.
    pub(super) fn number_at(self, bytes: &[u8], at: usize) -> Option<u32> {
        let bytes = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(match self.endian {
            Endianness::Little => u32::from_le_bytes(bytes),
            Endianness::Big => u32::from_be_bytes(bytes),
        })
    }

    /// The number of eight bytes at `at`.
    pub(super) fn word_at(self, bytes: &[u8], at: u64) -> Option<u64> {
        let at = usize::try_from(at).ok()?;
        let bytes = bytes.get(at..at.checked_add(8)?)?.try_into().ok()?;
        Some(match self.endian {
            Endianness::Little => u64::from_le_bytes(bytes),
            Endianness::Big => u64::from_be_bytes(bytes),
        })
    }

    /// Adds an offset or a length.
    ///
    /// # Errors
    ///
    /// The class has no room for it.
    pub(super) fn put_word(self, out: &mut Vec<u8>, value: u64) -> Result<(), TooLarge> {
        if !self.wide {
            let narrow = u32::try_from(value).map_err(|_| TooLarge(value))?;
            out.extend_from_slice(&self.number(narrow));
            return Ok(());
        }
        out.extend_from_slice(&match self.endian {
            Endianness::Little => value.to_le_bytes(),
            Endianness::Big => value.to_be_bytes(),
        });
        Ok(())
    }

    /// Adds a section header. Both classes have the same fields in the same order.
    ///
    /// # Errors
    ///
    /// The class has no room for a number in it.
    pub(super) fn put_section(self, out: &mut Vec<u8>, header: &Header) -> Result<(), TooLarge> {
        out.extend_from_slice(&self.number(header.name));
        out.extend_from_slice(&self.number(header.kind));
        for word in [header.flags, header.address, header.offset, header.size] {
            self.put_word(out, word)?;
        }
        out.extend_from_slice(&self.number(header.link));
        out.extend_from_slice(&self.number(header.info));
        self.put_word(out, header.alignment)?;
        self.put_word(out, header.entry_size)
    }
}

/// A number for which the class has no room.
pub(super) struct TooLarge(pub(super) u64);
