//! Abbreviations: how the numbers of a record are written.

use std::sync::Arc;

use super::bits::Bits;
use super::numbers::encoding;
use crate::file_error::FileError;

/// How many fields an abbreviation may have. Those of LLVM stay below; a record with one takes hardly any bits if all of them are literals.
const MOST_FIELDS: u64 = 64;

/// How the numbers of a record are written.
#[derive(Debug)]
pub(super) struct Abbreviation {
    pub(super) fields: Vec<Field>,
}

/// How a number, or all further ones, are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    One(Scalar),
    /// A count, and so many numbers.
    Array(Scalar),
    /// A count, and so many bytes at a multiple of 32 bits.
    Blob,
}

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scalar {
    /// Not at all.
    Literal(u64),
    Fixed(u32),
    Variable(u32),
    Char6,
}

impl Scalar {
    /// The next number.
    pub(super) fn read(self, bits: &mut Bits<'_>) -> Result<u64, FileError> {
        match self {
            Self::Literal(number) => Ok(number),
            Self::Fixed(width) => bits.fixed(width),
            Self::Variable(width) => bits.variable(width),
            Self::Char6 => bits.char6(),
        }
    }
}

/// What is in a definition.
enum Stored {
    One(Scalar),
    Array,
    Blob,
}

impl Abbreviation {
    /// Reads a definition, after its ID.
    pub(super) fn read(bits: &mut Bits<'_>) -> Result<Arc<Self>, FileError> {
        let mut left = bits.variable(5)?;
        if left == 0 || left > MOST_FIELDS {
            return Err(bits.unexpected(format!("an abbreviation of {left} fields"), "one of 1 to 64 fields"));
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
                _ => return Err(bits.unexpected("an array or bytes before other fields".into(), "them at the end")),
            };
            fields.push(field);
        }
        Ok(Arc::new(Self { fields }))
    }
}

/// The next field of a definition. A number without bits is a literal 0.
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
                _ => return Err(bits.unexpected(format!("numbers of {width} bits"), "64 bits at most")),
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
        _ => return Err(bits.unexpected(format!("encoding {known}"), "one of 1 to 5")),
    })
}
