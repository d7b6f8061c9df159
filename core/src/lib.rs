//! The runtime of readers and writers of GPU code containers. It contains no knowledge of particular formats.
//!
//! It reads untrusted bytes ([`bytes`]), reports errors with the offset and path of the field ([`error`]), lays out
//! files before writing them ([`plan`]), and defines the interfaces of formats: [`container`], [`envelope`], [`plain`],
//! [`registry`].
//!
//! Schemas become tables, which this crate interprets. A binary format is a [`tree`]: [`view`] and [`mod@describe`]
//! read with it, [`mod@write`] writes with it, and [`faces`] maps its fields to entries, IDs and contents. Other tables
//! describe text formats ([`text`]), bundle entry IDs ([`ids`]), file types and sections ([`placement`]), commands and
//! options ([`options`]).
//!
//! The crate is `no_std` and needs no JSON library. The feature `proptest` adds the module `testing`, with properties
//! of all formats and values to test them with. The feature `bake` prints tables as constants for this project's
//! generator.

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
pub mod faces;
pub mod flags;
pub mod ids;
pub mod image_length;
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
pub mod view;
pub mod walked;
pub mod walked_container;
pub mod write;

pub use shortened::Shortened;
