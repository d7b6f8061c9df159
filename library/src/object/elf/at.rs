//! Where fields are in the structures of ELF files, in bytes.

use object::Endianness;
use object::elf::{
    FileHeader32, FileHeader64, Ident, ProgramHeader32, ProgramHeader64, SectionHeader32, SectionHeader64, Sym32, Sym64,
};
use object::read::elf::FileHeader;

use crate::object::source::field_at;

/// Where the fields are in the structures of one class.
#[derive(Debug, Clone, Copy)]
pub(super) struct At {
    pub(super) e_type: u64,
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
    /// Symbols are looked at in memory.
    pub(super) st_info: usize,
    pub(super) st_shndx: usize,
    pub(super) st_value: u64,
}

/// Those of the structures of one class.
macro_rules! at {
    ($file:ty, $section:ty, $segment:ty, $symbol:ty) => {
        At {
            e_type: field_at!($file, e_type),
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
    /// Those of the class of 64 bits, where it is that, or of 32.
    pub(super) fn class(is_wide: bool) -> Self {
        type E = Endianness;
        match is_wide {
            true => at!(FileHeader64<E>, SectionHeader64<E>, ProgramHeader64<E>, Sym64<E>),
            false => at!(FileHeader32<E>, SectionHeader32<E>, ProgramHeader32<E>, Sym32<E>),
        }
    }
}

/// The header of a class, which says where fields are.
pub(super) trait Layout: FileHeader<Endian = Endianness> {
    fn at() -> At {
        At::class(Self::is_type_64_sized())
    }
}

impl<H: FileHeader<Endian = Endianness>> Layout for H {}
