//! What readers and writers of GPU code containers are built on. It knows no format: no magic, no field name, no option name.
//!
//! Bytes of untrusted input and what is read of them ([`bytes`]), errors with offset and path of the field ([`error`]), files laid out
//! before they are written ([`plan`]), and what operations need to know of a format: [`container`], [`envelope`], [`plain`], [`registry`].
//!
//! What schemas say as data are tables, and what interprets them is here: record layouts ([`layout`], and [`tree`] of formats that are only
//! read, shown field by field by [`mod@describe`]), text formats ([`text`]), bundle entry IDs ([`ids`]), file types and sections ([`placement`]), commands and options
//! ([`options`]).
//!
//! The crate needs neither the standard library nor a JSON library. The feature `proptest` adds the module `testing`: properties that
//! hold of every format, and values to test them with. With the feature `bake` tables print themselves as constants; only the generator of
//! this project has a use for that.

#![no_std]
#![deny(unreachable_pub)]

extern crate alloc;
#[cfg(any(test, feature = "proptest"))]
extern crate std;

pub mod attributes;
#[cfg(feature = "bake")]
pub mod bake;
pub mod budget;
pub mod bytes;
pub mod container;
pub mod describe;
pub mod envelope;
pub mod error;
pub mod flags;
pub mod ids;
pub mod layout;
pub mod message_pack;
pub mod options;
pub mod placement;
pub mod plain;
pub mod plan;
pub mod registry;
pub mod severity;
mod shortened;
mod stored;
pub mod template;
#[cfg(any(test, feature = "proptest"))]
pub mod testing;
pub mod text;
pub mod toc;
pub mod toc_container;
pub mod tree;
pub mod walked;
pub mod walked_container;

pub use shortened::Shortened;
