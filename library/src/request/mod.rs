//! The requests of operations: one type per operation, and their shared parts.
//!
//! Every request has defaults ([`Default`]) for its optional fields; the caller sets the rest field by field. Programs that replace another
//! tool follow its [`rules`].

mod bundle;
mod byte_size;
mod compress;
mod compression;
mod container_format;
mod convert;
mod diff;
mod extract;
mod filter;
mod finding_code;
mod format_version;
mod image;
mod inspect;
mod list;
mod pack;
mod path_pattern;
mod release;
pub mod rules;
mod runtime;
mod scan;
mod size;
mod style;
mod supports;
mod target;
mod unbundle;
mod unpack;
mod verify;

pub use bundle::{BundleRequest, EntrySource};
pub use byte_size::ByteSize;
pub use compress::{CompressRequest, DecompressRequest};
pub use compression::{CompressionMethod, CompressionRequest, CompressionThreads, CompressionVersion};
pub use container_format::ContainerFormat;
pub use convert::ConvertRequest;
pub use diff::DiffRequest;
pub use extract::ExtractRequest;
pub use filter::{Filter, RequestedKind, RequestedTarget, RequestedTriple};
pub use finding_code::FindingCode;
pub use format_version::FormatVersion;
pub use image::ImageSource;
pub use inspect::InspectRequest;
pub use list::{ListForm, ListRequest};
pub use pack::PackRequest;
pub use path_pattern::PathPattern;
pub use release::Release;
pub use runtime::RuntimeRelease;
pub use scan::ScanRequest;
pub use size::{SizeBy, SizeRequest};
pub use style::IdStyle;
pub use supports::SupportsRequest;
pub use target::{TargetCanonicalRequest, TargetCompatRequest, TargetParseRequest};
pub use unbundle::{UnbundleRequest, WantedEntry};
pub use unpack::{UnpackRequest, WantedImage, WantedNumber};
pub use verify::VerifyRequest;

pub use crate::codec::levels;
