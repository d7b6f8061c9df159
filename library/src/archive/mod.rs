//! Archives of files: their members, one after the other, without any of them in memory; and archives that are written.
//!
//! The common form in its variants: names by GNU, BSD and COFF, and thin archives, whose members are files beside them. Numbers, fields and
//! fixed bytes are those of the crate `object`.

mod header;
mod member_name;
mod members;
mod symbol_table;
mod thin;

pub(crate) use members::{Member, MemberError, Members};
pub(crate) use thin::beside;
