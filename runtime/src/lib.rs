//! The foundation that generated readers and writers stand on. It knows no format: no magic, no field name, no option name.
//!
//! The core is `no_std` with `alloc`: bytes and their errors, plans, descriptions, the container trait. Files, operations
//! and option syntax need the feature `std`.

#![no_std]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod bytes;
pub mod catalog;
#[cfg(feature = "std")]
pub mod commands;
pub mod container;
pub mod describe;
pub mod error;
#[cfg(feature = "std")]
pub mod files;
pub mod grammar;
pub mod ids;
#[cfg(feature = "std")]
pub mod ops;
#[cfg(feature = "std")]
pub mod options;
pub mod plan;
#[cfg(feature = "std")]
pub mod reason;
mod search;

pub use bytes::{Bytes, Place, Pointer, length};
pub use catalog::{Catalog, FileType, NotYet, When};
pub use container::{Bundle, Container, Forbidden, NewEntry, StoredEntry};
pub use error::{Problem, ReadError, WriteError, WriteProblem};
pub use ids::{Conflict, IdGrammar, Invalid, ParseError, Part, Reason, StyleError, Verdict};
pub use plan::{Content, Layout, Piece, Plan};
