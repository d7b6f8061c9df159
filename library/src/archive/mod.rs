//! Reads the members of archives without loading them, and writes archives.
//!
//! Supports names by GNU, BSD and COFF, and thin archives with external files. Numbers, fields and magic bytes are from
//! the crate `object`. Its `ArchiveFile` is not used: it stops at the first faulty member, reports neither field nor
//! offset, ends names at their first slash, and keeps each header and the whole list of long names in memory.

mod header;
mod members;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use members::{Member, MemberError, Members, beside};
pub(crate) use write::{NewMember, Symbols, archive, symbols_of};

/// Padding of members to a multiple of some number; some tools count it as content.
pub(crate) const FILL: u8 = b'\n';
/// The longest padding in bytes; more is content.
pub(crate) const MOST_FILL: u64 = 7;
