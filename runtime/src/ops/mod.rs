//! The operations on containers, written once against the traits that generated formats implement.
//!
//! Each operation takes a [`Session`] and its request, writes its result to the session, and says how it went:
//! [`Outcome::Yes`], [`Outcome::No`], or an error with [`OpError::exit_code`]. Nothing is written before all inputs have been
//! read and found sound, and an operation that fails leaves no file changed.

pub mod bundle;
pub mod bundler;
pub mod check;
mod convert;
pub mod error;
pub mod explain;
pub mod extract;
mod filter;
pub mod finding;
mod id_cache;
pub mod inspect;
mod keep;
mod lens;
pub mod list;
pub mod matching;
mod names;
mod objects;
pub mod pack;
mod progress;
pub mod scan;
pub mod session;
mod stored;
mod table;
pub mod target;
#[cfg(test)]
mod tests;
pub mod unbundle;
pub mod verify;

pub use crate::severity::Severity;
pub use bundle::{BundleRequest, bundle, bundle_reporting};
pub use check::{check_bundle, check_requested};
pub use convert::{CompressRequest, DecompressRequest, compress, decompress};
pub use error::OpError;
pub use extract::{ExtractRequest, extract};
pub use filter::Filter;
pub use finding::{Finding, Flaw};
pub use inspect::{InspectRequest, inspect};
pub use keep::Keep;
pub use list::{ListRequest, list};
pub use names::file_name;
pub use pack::{Compressing, PackReport};
pub use scan::{
    Elsewhere, Form, Found, Located, Placeholder, Reference, Scan, ScanOptions, Site, SiteKind, Unread, What, Wrapping,
    scan,
};
pub use session::{Outcome, Session};
pub use stored::Stored;
pub use target::{TargetRequest, target};
pub use unbundle::{UnbundleRequest, unbundle};
pub use verify::{VerifyRequest, verify};
