//! The two classes and byte orders of ELF: how long structures are, and how their fields are written.

use object::elf::{Sym32, Sym64};
use object::{Endian as _, Endianness};

use super::at::At;

/// A class and a byte order.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// Whether it is the class of 64 bits.
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
    /// More about it, by its type.
    pub info: u32,
    /// The alignment of its address.
    pub alignment: u64,
    /// The length of an entry, in bytes.
    pub entry_size: u64,
}

impl Form {
    /// Length of an offset, which is the alignment of tables too.
    pub(super) fn word(self) -> u64 {
        if self.wide { 8 } else { 4 }
    }

    /// Where the fields are.
    pub(super) fn at(self) -> At {
        At::class(self.wide)
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

    pub(super) fn half(self, value: u16) -> [u8; 2] {
        self.endian.write_u16(value)
    }

    pub(super) fn number(self, value: u32) -> [u8; 4] {
        self.endian.write_u32(value)
    }

    /// The number of two bytes at `at`.
    pub fn half_at(self, bytes: &[u8], at: usize) -> Option<u16> {
        Some(self.endian.read_u16(*bytes.get(at..)?.first_chunk()?))
    }

    /// The number of four bytes at `at`.
    pub fn number_at(self, bytes: &[u8], at: usize) -> Option<u32> {
        Some(self.endian.read_u32(*bytes.get(at..)?.first_chunk()?))
    }

    /// The number of eight bytes at `at`.
    pub fn word_at(self, bytes: &[u8], at: u64) -> Option<u64> {
        let at = usize::try_from(at).ok()?;
        Some(self.endian.read_u64(*bytes.get(at..)?.first_chunk()?))
    }

    /// Adds an offset or a length.
    ///
    /// # Errors
    ///
    /// The class has no room for it.
    pub(super) fn put_word(self, out: &mut Vec<u8>, value: u64) -> Result<(), TooLarge> {
        match self.wide {
            true => out.extend(self.endian.write_u64(value)),
            false => out.extend(self.number(u32::try_from(value).map_err(|_| TooLarge(value))?)),
        }
        Ok(())
    }

    /// Adds a section header. Both classes have the same fields in the same order.
    ///
    /// # Errors
    ///
    /// The class has no room for a number in it.
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

/// A number for which the class has no room.
pub struct TooLarge(pub(super) u64);
