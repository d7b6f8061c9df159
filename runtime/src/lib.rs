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
pub mod cursor;
pub mod describe;
pub mod error;
pub mod expr;
#[cfg(feature = "std")]
pub mod files;
pub mod grammar;
pub mod ids;
#[cfg(any(test, feature = "proptest"))]
pub mod laws;
pub mod list;
pub mod number;
#[cfg(feature = "std")]
pub mod ops;
#[cfg(feature = "std")]
pub mod options;
#[cfg(feature = "std")]
pub mod packing;
pub mod placement;
pub mod plan;
pub mod prelude;
#[cfg(feature = "std")]
pub mod reason;
mod search;
pub mod severity;
pub mod span;
#[cfg(any(test, feature = "proptest"))]
pub mod strategies;
mod template;
pub mod wrapper;
pub mod writer;

pub use bytes::{Bytes, Place, length};
pub use catalog::{Catalog, Doing, FileType, NotYet, When};
pub use container::{Bundle, Container, Forbidden, NewEntry, StoredEntry};
pub use cursor::Cursor;
pub use error::{Problem, ReadError, WriteError, WriteProblem};
pub use expr::Checked;
pub use ids::{
    Aspect, AspectError, Conflict, ContentKind, ElfHeader, HeaderPart, IdGrammar, Invalid, Mismatch, ParseError, Part,
    Reason, Served, StyleError, Verdict,
};
pub use list::List;
pub use number::{Number, Open, Width};
pub use placement::{EntryRule, Holds, ObjectFormat, SectionPattern, SectionRule};
pub use plan::{Content, Layout, Piece, Plan};
pub use severity::Severity;
pub use span::Span;
pub use wrapper::{Codec, Digest, Method, Packed, PackedContent, Promise, Wrapped, Wrapper};
pub use writer::Writer;
