//! Reads the members of archives without loading them, and writes archives.
//!
//! `object::ArchiveFile` is not used: it stops at the first faulty member, reports neither field nor offset, ends names
//! at their first slash, and keeps headers and long names in memory.

mod header;
mod members;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use members::{Member, MemberError, Members, beside};
pub(crate) use write::{NewMember, Symbols, archive, symbols_of};

/// Padding after members; some tools count it as content.
pub(crate) const FILL: u8 = b'\n';
/// In bytes; more is content.
pub(crate) const MOST_FILL: u64 = 7;
