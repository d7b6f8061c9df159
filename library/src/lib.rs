//! Finds, lists, checks, extracts, converts and writes containers of GPU code, anywhere in a file.
//!
//! [`open`] finds the bundles of any file: bundles in binary, text or compressed form, on their own or within an object
//! file, library or program. Their entries can be listed and read; [`OffloadFile::best_match`] chooses the entry for a
//! GPU and explains why. [`BundleBuilder`] builds bundles, [`OffloadBinaryBuilder`] builds offload binaries.
//! [`compress`] and [`decompress`] convert bundles, [`verify`] reports faults, and [`extract`] writes code objects to
//! files.
//!
//! ```
//! use offload_bundle::BundleBuilder;
//!
//! # let folder = tempfile::tempdir()?;
//! # let (path, device) = (folder.path().join("app.hipfb"), folder.path().join("dev.co"));
//! # let code = b"code";
//! let bundle = BundleBuilder::new()
//!     .entry("host-x86_64-unknown-linux-gnu-", b"")
//!     .entry("hip-amdgcn-amd-amdhsa--gfx90a", code)
//!     .to_bytes()?;
//! std::fs::write(&path, offload_bundle::compress(&bundle, &Default::default())?)?;
//!
//! let file = offload_bundle::open(&path)?;
//! for entry in file.entries() {
//!     println!("{} {}", entry.id()?, entry.len()?);
//! }
//! if let Some(best) = file.best_match("gfx90a:xnack+")? {
//!     println!("{}: {:?}", best.id()?, best.reasons());
//!     std::fs::write(&device, best.bytes()?)?;
//! }
//! # assert_eq!(std::fs::read(&device)?, code);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The operations of the command line ([`ops`]) take any number of files and all options: each takes a request
//! ([`request`]) and returns a report ([`report`]). [`REGISTRY`] describes all formats of containers and IDs, and
//! [`formats`] has its types. Inputs are read a window at a time ([`input`]), and an output appears whole or not at
//! all.
//!
//! The default feature `packages` reads wheels and other zip archives, tar and cpio archives, Debian and RPM packages,
//! and compressed files. The feature `schema` adds the JSON Schemas of the reports.

#![deny(unreachable_pub)]

mod anomaly;
mod archive;
mod bitcode;
mod builders;
pub mod canonical;
mod code_fault;
mod codec;
mod error;
mod error_code;
mod file_error;
mod file_name;
pub mod finding;
pub mod formats;
pub mod input;
#[doc(hidden)]
pub mod internal;
mod object;
mod offload_file;
pub mod ops;
mod output;
mod package;
mod parts;
mod progress;
mod refusal;
pub mod report;
pub mod request;
mod scan;
mod shown;
mod system;
mod walk;
mod whole_files;

pub use builders::{BundleBuilder, Image, OffloadBinaryBuilder, file_type};
pub use error::Error;
pub use file_name::FileName;
pub use formats::{BundleEntryId, FileType, Reason, Severity, TargetId, Verdict};
pub use input::EntryReader;
pub use offload_bundle_core;
pub use offload_bundle_core::image_length::ImageLengthError;
pub use offload_bundle_formats;
pub use offload_bundle_formats::registry::REGISTRY;
pub use offload_file::{Bundle, Candidate, Entry, Match, MatchTarget, OffloadFile, OpenOptions, open};
pub use refusal::{Advice, FileKind, NearMiss, Refusal};
pub use shown::Escaped;
pub use whole_files::{compress, decompress, extract, image_length, verify};
