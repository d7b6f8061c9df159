//! Numbers and abbreviations. Bits count from the least significant one.
//!
//! Constants have their names from `llvm/Bitcode/LLVMBitCodes.h`.

use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::{Problem, ReadError};

use crate::file_error::FileError;
use crate::input::{Input, WindowReader};

pub(super) const MAGIC: [u8; 4] = *b"BC\xc0\xde";
/// 4-byte words follow: version, offset and length of the bitcode, CPU type.
pub(super) const WRAPPER: [u8; 4] = *b"\xde\xc0\x17\x0b";
/// Offset of the bitcode's offset.
pub(super) const WRAPPER_OFFSET: u64 = 8;
/// Offset of the bitcode's length.
pub(super) const WRAPPER_SIZE: u64 = 12;

/// Outside of blocks, in bits.
pub(super) const TOP_WIDTH: u32 = 2;

pub(super) mod abbreviation_id {
    pub(in super::super) const END_BLOCK: u64 = 0;
    pub(in super::super) const ENTER_SUBBLOCK: u64 = 1;
    pub(in super::super) const DEFINE_ABBREV: u64 = 2;
    pub(in super::super) const UNABBREV_RECORD: u64 = 3;
    /// The first ID that the file defines.
    pub(in super::super) const FIRST_APPLICATION: u64 = 4;
}

pub(super) mod encoding {
    pub(in super::super) const FIXED: u64 = 1;
    pub(in super::super) const VBR: u64 = 2;
    pub(in super::super) const ARRAY: u64 = 3;
    pub(in super::super) const CHAR6: u64 = 4;
    pub(in super::super) const BLOB: u64 = 5;
}

/// The characters of Char6, by number.
pub(super) const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

pub(crate) mod block {
    pub(crate) const BLOCKINFO: u64 = 0;
    pub(crate) const MODULE: u64 = 8;
    pub(crate) const CONSTANTS: u64 = 11;
    pub(crate) const STRTAB: u64 = 23;
    pub(crate) const SYMTAB: u64 = 25;
}

pub(super) mod block_info {
    pub(in super::super) const SETBID: u64 = 1;
}

pub(super) mod module {
    pub(in super::super) const VERSION: u64 = 1;
    pub(in super::super) const SECTIONNAME: u64 = 5;
    pub(in super::super) const GLOBALVAR: u64 = 7;
    pub(in super::super) const FUNCTION: u64 = 8;
    pub(in super::super) const ALIAS_OLD: u64 = 9;
    pub(in super::super) const ALIAS: u64 = 14;
    pub(in super::super) const IFUNC: u64 = 15;
    /// From this version on, records of globals begin with the name's place in the string table.
    pub(in super::super) const NAMES_IN_STRTAB: u64 = 2;
    /// The number of fields of that place.
    pub(in super::super) const STRTAB_FIELDS: usize = 2;
    /// GLOBALVAR, after that place: the initialiser's value number plus 1; 0 if absent.
    pub(in super::super) const INITIALISER: usize = 2;
    /// GLOBALVAR: the section number, from 1; 0 if absent.
    pub(in super::super) const SECTION: usize = 5;
}

pub(super) mod constant {
    pub(in super::super) const SETTYPE: u64 = 1;
    pub(in super::super) const STRING: u64 = 8;
    pub(in super::super) const CSTRING: u64 = 9;
    pub(in super::super) const DATA: u64 = 22;
}

/// The widest number, in bits.
const WIDEST: u32 = 64;
/// Most bytes that such a number overlaps.
const TOUCHED: u64 = 9;

pub(super) struct Bits<'i> {
    input: &'i Input,
    reader: WindowReader<'i>,
    /// Words are aligned relative to its start.
    place: Place,
    at: u64,
}

impl<'i> Bits<'i> {
    pub(super) fn new(input: &'i Input, place: Place) -> Self {
        Self { input, reader: WindowReader::over(input, place), place, at: 0 }
    }

    pub(super) fn at(&self) -> u64 {
        self.at
    }

    pub(super) fn remaining(&self) -> u64 {
        self.place.len.saturating_mul(8).saturating_sub(self.at)
    }

    /// The file offset of the next bit.
    pub(super) fn offset(&self) -> u64 {
        self.place.ofs.saturating_add(self.at / 8)
    }

    /// Moves to the bit `at`, at most to the end.
    pub(super) fn seek(&mut self, at: u64) -> Result<(), FileError> {
        let have = self.remaining();
        let skip = at.saturating_sub(self.at);
        if skip > have {
            return Err(self.too_short(skip));
        }
        self.at = at;
        Ok(())
    }

    /// Moves to a multiple of 32 bits.
    pub(super) fn align(&mut self) -> Result<(), FileError> {
        self.seek(self.at.next_multiple_of(32))
    }

    /// A number of up to 64 bits.
    pub(super) fn fixed(&mut self, width: u32) -> Result<u64, FileError> {
        if width > WIDEST {
            return Err(self.unexpected(format!("a number of {width} bits"), "at most 64 bits"));
        }
        if u64::from(width) > self.remaining() {
            return Err(self.too_short(width.into()));
        }
        let bytes = self.reader.view(self.place.ofs.saturating_add(self.at / 8), TOUCHED)?;
        let mut touched = [0; 16];
        for (to, from) in touched.iter_mut().zip(bytes.iter().take(9)) {
            *to = *from;
        }
        let number = u128::from_le_bytes(touched) >> (self.at % 8);
        let mask = 1_u128.checked_shl(width).unwrap_or(0).wrapping_sub(1);
        self.at = self.at.saturating_add(width.into());
        u64::try_from(number & mask).map_err(|_| self.too_short(width.into()))
    }

    /// Groups of `width` bits; the highest bit of each announces another.
    pub(super) fn variable(&mut self, width: u32) -> Result<u64, FileError> {
        let Some(low) = width.checked_sub(1).filter(|low| (1..32).contains(low)) else {
            return Err(self.unexpected(format!("a number in groups of {width} bits"), "groups of 2 to 32 bits"));
        };
        let (mut number, mut shift): (u64, u32) = (0, 0);
        loop {
            let group = self.fixed(width)?;
            let value = group & !(u64::MAX << low);
            let shifted = value.checked_shl(shift).filter(|shifted| shifted >> shift == value);
            let Some(shifted) = shifted else {
                return Err(self.unexpected("a number of more than 64 bits".into(), "at most 64 bits"));
            };
            number |= shifted;
            if group >> low == 0 {
                return Ok(number);
            }
            shift = shift.saturating_add(low);
        }
    }

    pub(super) fn char6(&mut self) -> Result<u64, FileError> {
        let number = usize::try_from(self.fixed(6)?).unwrap_or(usize::MAX);
        Ok(CHAR6.get(number).copied().unwrap_or_default().into())
    }

    pub(super) fn unexpected(&self, found: String, expected: &str) -> FileError {
        self.damaged(self.offset(), Problem::Unexpected { found, expected: expected.into() })
    }

    pub(super) fn damaged(&self, offset: u64, problem: Problem) -> FileError {
        FileError::damaged(self.input.name(), ReadError::new(offset, problem))
    }

    fn too_short(&self, bits: u64) -> FileError {
        let problem = Problem::Truncated { need: bits.div_ceil(8), have: self.remaining() / 8 };
        self.damaged(self.offset(), problem)
    }
}

/// LLVM uses fewer; a record takes hardly any bits if all its fields are literals.
const MOST_FIELDS: u64 = 64;

#[derive(Debug)]
pub(super) struct Abbreviation {
    pub(super) fields: Vec<Field>,
}

/// The encoding of one number, or of all remaining ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    One(Scalar),
    /// A count and that many numbers.
    Array(Scalar),
    /// A count and that many bytes, aligned to 32 bits.
    Blob,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scalar {
    /// A constant without bits.
    Literal(u64),
    Fixed(u32),
    Variable(u32),
    Char6,
}

impl Scalar {
    pub(super) fn read(self, bits: &mut Bits<'_>) -> Result<u64, FileError> {
        match self {
            Self::Literal(number) => Ok(number),
            Self::Fixed(width) => bits.fixed(width),
            Self::Variable(width) => bits.variable(width),
            Self::Char6 => bits.char6(),
        }
    }
}

enum Stored {
    One(Scalar),
    Array,
    Blob,
}

impl Abbreviation {
    /// After its ID.
    pub(super) fn read(bits: &mut Bits<'_>) -> Result<Arc<Self>, FileError> {
        let mut left = bits.variable(5)?;
        if left == 0 || left > MOST_FIELDS {
            return Err(bits.unexpected(format!("an abbreviation of {left} fields"), "1 to 64 fields"));
        }
        let mut fields = Vec::new();
        while left > 0 {
            left = left.saturating_sub(1);
            let field = match (read_field(bits)?, left) {
                (Stored::One(scalar), _) => Field::One(scalar),
                (Stored::Array, 1) => {
                    left = 0;
                    match read_field(bits)? {
                        Stored::One(element) if !matches!(element, Scalar::Literal(_)) => Field::Array(element),
                        _ => return Err(bits.unexpected("an array of something else".into(), "an array of numbers")),
                    }
                }
                (Stored::Blob, 0) => Field::Blob,
                _ => {
                    return Err(bits.unexpected(
                        "an array or bytes before other fields".into(),
                        "arrays and bytes at the end",
                    ));
                }
            };
            fields.push(field);
        }
        Ok(Arc::new(Self { fields }))
    }
}

/// A number without bits becomes a literal 0.
fn read_field(bits: &mut Bits<'_>) -> Result<Stored, FileError> {
    if bits.fixed(1)? == 1 {
        return Ok(Stored::One(Scalar::Literal(bits.variable(8)?)));
    }
    let known = bits.fixed(3)?;
    Ok(match known {
        encoding::FIXED | encoding::VBR => {
            let width = bits.variable(5)?;
            let width = match u32::try_from(width) {
                Ok(width) if width <= 64 => width,
                _ => return Err(bits.unexpected(format!("numbers of {width} bits"), "at most 64 bits")),
            };
            Stored::One(match (width, known) {
                (0, _) => Scalar::Literal(0),
                (_, encoding::FIXED) => Scalar::Fixed(width),
                _ => Scalar::Variable(width),
            })
        }
        encoding::CHAR6 => Stored::One(Scalar::Char6),
        encoding::ARRAY => Stored::Array,
        encoding::BLOB => Stored::Blob,
        _ => return Err(bits.unexpected(format!("encoding {known}"), "1 to 5")),
    })
}
