//! Classes and byte orders: lengths, field offsets, encoding.

use object::elf::{
    FileHeader32, FileHeader64, Ident, ProgramHeader32, ProgramHeader64, SectionHeader32, SectionHeader64, Sym32, Sym64,
};
use object::read::elf::FileHeader;
use object::{Endian as _, Endianness};

use crate::object::source::field_at;

/// Field offsets in the structures of one class.
#[derive(Debug, Clone, Copy)]
pub(super) struct At {
    pub(super) e_type: u64,
    pub(super) e_machine: u64,
    pub(super) e_version: u64,
    pub(super) e_phoff: u64,
    pub(super) os_abi: u64,
    pub(super) e_flags: u64,
    pub(super) e_phentsize: u64,
    pub(super) e_phnum: u64,
    pub(super) e_shoff: u64,
    pub(super) e_shentsize: u64,
    pub(super) e_shnum: u64,
    pub(super) e_shstrndx: u64,
    pub(super) sh_name: u64,
    pub(super) sh_type: u64,
    pub(super) sh_flags: u64,
    pub(super) sh_offset: u64,
    pub(super) sh_size: u64,
    pub(super) sh_link: u64,
    pub(super) sh_entsize: u64,
    pub(super) p_offset: u64,
    pub(super) p_vaddr: u64,
    pub(super) p_filesz: u64,
    /// Symbols are read from memory.
    pub(super) st_info: usize,
    pub(super) st_shndx: usize,
    pub(super) st_value: u64,
}

macro_rules! at {
    ($file:ty, $section:ty, $segment:ty, $symbol:ty) => {
        At {
            e_type: field_at!($file, e_type),
            e_machine: field_at!($file, e_machine),
            e_version: field_at!($file, e_version),
            e_phoff: field_at!($file, e_phoff),
            os_abi: field_at!(Ident, os_abi),
            e_flags: field_at!($file, e_flags),
            e_phentsize: field_at!($file, e_phentsize),
            e_phnum: field_at!($file, e_phnum),
            e_shoff: field_at!($file, e_shoff),
            e_shentsize: field_at!($file, e_shentsize),
            e_shnum: field_at!($file, e_shnum),
            e_shstrndx: field_at!($file, e_shstrndx),
            sh_name: field_at!($section, sh_name),
            sh_type: field_at!($section, sh_type),
            sh_flags: field_at!($section, sh_flags),
            sh_offset: field_at!($section, sh_offset),
            sh_size: field_at!($section, sh_size),
            sh_link: field_at!($section, sh_link),
            sh_entsize: field_at!($section, sh_entsize),
            p_offset: field_at!($segment, p_offset),
            p_vaddr: field_at!($segment, p_vaddr),
            p_filesz: field_at!($segment, p_filesz),
            st_info: std::mem::offset_of!($symbol, st_info),
            st_shndx: std::mem::offset_of!($symbol, st_shndx),
            st_value: field_at!($symbol, st_value),
        }
    };
}

impl At {
    pub(super) fn class(is_wide: bool) -> Self {
        type E = Endianness;
        match is_wide {
            true => at!(FileHeader64<E>, SectionHeader64<E>, ProgramHeader64<E>, Sym64<E>),
            false => at!(FileHeader32<E>, SectionHeader32<E>, ProgramHeader32<E>, Sym32<E>),
        }
    }
}

/// A file header with known field offsets.
pub(super) trait Layout: FileHeader<Endian = Endianness> {
    fn at() -> At {
        At::class(Self::is_type_64_sized())
    }
}

impl<H: FileHeader<Endian = Endianness>> Layout for H {}

/// A class and a byte order.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// The 64-bit class.
    pub(super) wide: bool,
    pub(super) endian: Endianness,
}

/// A section header of either class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Header {
    /// The offset of its name.
    pub name: u32,
    /// Its type.
    pub kind: u32,
    /// Its flags.
    pub flags: u64,
    /// Its address in memory.
    pub address: u64,
    /// Its offset in the file, in bytes.
    pub offset: u64,
    /// Its length in bytes.
    pub size: u64,
    /// The number of a related section.
    pub link: u32,
    /// More information, by type.
    pub info: u32,
    /// The alignment of its address.
    pub alignment: u64,
    /// The length of an entry, in bytes.
    pub entry_size: u64,
}

impl Form {
    /// Length of an offset, and alignment of tables.
    pub(super) fn word(self) -> u64 {
        if self.wide { 8 } else { 4 }
    }

    pub(super) fn at(self) -> At {
        At::class(self.wide)
    }

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

    pub(super) fn half(self, value: u16) -> [u8; 2] {
        self.endian.write_u16(value)
    }

    pub(super) fn number(self, value: u32) -> [u8; 4] {
        self.endian.write_u32(value)
    }

    /// The 2-byte number at `at`.
    pub fn half_at(self, bytes: &[u8], at: usize) -> Option<u16> {
        Some(self.endian.read_u16(*bytes.get(at..)?.first_chunk()?))
    }

    /// The 4-byte number at `at`.
    pub fn number_at(self, bytes: &[u8], at: usize) -> Option<u32> {
        Some(self.endian.read_u32(*bytes.get(at..)?.first_chunk()?))
    }

    /// The 8-byte number at `at`.
    pub fn word_at(self, bytes: &[u8], at: u64) -> Option<u64> {
        let at = usize::try_from(at).ok()?;
        Some(self.endian.read_u64(*bytes.get(at..)?.first_chunk()?))
    }

    pub(super) fn put_word(self, out: &mut Vec<u8>, value: u64) -> Result<(), TooLarge> {
        match self.wide {
            true => out.extend(self.endian.write_u64(value)),
            false => out.extend(self.number(u32::try_from(value).map_err(|_| TooLarge(value))?)),
        }
        Ok(())
    }

    /// Appends a section header. Both classes have the same fields in the same order.
    ///
    /// # Errors
    ///
    /// Returns an error if a number is too large for the class.
    pub fn put_section(self, out: &mut Vec<u8>, header: &Header) -> Result<(), TooLarge> {
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

/// A number that is too large for the class.
pub struct TooLarge(pub(super) u64);
