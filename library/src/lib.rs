//! The containers in which compilers ship GPU code, in files: found wherever they lie, listed, checked, extracted, converted, written.
//!
//! Inputs are looked at a window at a time ([`input`]). A scan finds every container of an input ([`scan`]); the operations of [`ops`]
//! stand on it, and what they write appears whole or not at all. What a container or an ID looks like the library learns from a
//! registry of formats, such as that of `offload-bundle-formats`.
//!
//! ```
//! use std::sync::Arc;
//!
//! use offload_bundle::error::OpError;
//! use offload_bundle::input::Input;
//! use offload_bundle::request::ScanRequest;
//! use offload_bundle::scan::scan;
//! use offload_bundle_formats::registry::REGISTRY;
//!
//! /// The IDs of all entries in `input`, whatever holds them.
//! fn ids(input: Input) -> Result<Vec<String>, OpError> {
//!     let found = scan(&REGISTRY, &Arc::new(input), &ScanRequest::default())?;
//!     let entries = found.bundles.iter().flat_map(|found| &found.bundle.entries);
//!     Ok(entries.filter_map(|entry| entry.id.clone().ok()).collect())
//! }
//! # let id = "host-x86_64-unknown-linux-gnu";
//! # let entry = offload_bundle_formats::binary_bundle::EntryBuilder { id: id.into(), code_object: b"code"[..].into() };
//! # let bundle = offload_bundle_formats::binary_bundle::BinaryBundleBuilder { entries: vec![entry], ..Default::default() };
//! # let input = Input::from_bytes("in", bundle.write().map_err(|error| error.to_string())?);
//! # assert_eq!(ids(input).map_err(|error| error.to_string())?, [id]);
//! # Ok::<(), String>(())
//! ```

#![deny(unreachable_pub)]

mod bundle;
pub mod canonical;
pub mod codec;
pub mod error;
pub mod file_error;
pub mod finding;
mod in_memory;
pub mod input;
mod messages;
mod object;
mod offload_file;
pub mod ops;
pub mod output;
pub mod reason;
pub mod report;
pub mod request;
pub mod scan;

pub use bundle::{Bundle, file_type};
pub use in_memory::{compress, decompress};
pub use offload_bundle_formats::target_id::{BundleEntryId, TargetId};
pub use offload_file::{Candidate, Compression, Entry, FileBundle, Match, OffloadFile, Requested, open};
