//! Archives of files: their members, one after the other, without any of them in memory; and archives that are written.
//!
//! The common form in its variants: names by GNU, BSD and COFF, and thin archives, whose members are files next to them. Numbers, fields and
//! fixed bytes are those of the crate `object`. Its `ArchiveFile` does not read them: it stops at the first member with a fault, names
//! neither field nor offset, ends names at the first slash in them, and keeps each header and the whole list of long names in memory.

mod header;
mod members;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use members::{Member, MemberError, Members, beside};
pub(crate) use write::{NewMember, Symbols, archive, symbols_of};

/// What fills members up to a length that is a multiple of a number; some tools count it as content.
pub(crate) const FILL: u8 = b'\n';
/// More of it than this is content, in bytes.
pub(crate) const MOST_FILL: u64 = 7;
