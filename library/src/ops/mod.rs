//! The operations on containers, written once against the traits that formats implement.
//!
//! Each operation takes a [`Session`] and its request, writes its result to the session, and says how it went:
//! [`Outcome::Yes`], [`Outcome::No`], or an error with [`crate::error::OpError::exit_code`]. Nothing is written before all inputs have
//! been read and found sound, and an operation that fails leaves no file changed.

mod bundle;
mod check;
mod compression;
mod convert;
mod explain;
mod extract;
mod filter;
mod inspect;
mod list;
mod matching;
mod names;
mod reuse;
mod session;
mod table;
mod target;
#[cfg(test)]
mod tests;
mod unbundle;
mod verify;

pub use bundle::{BundleRequest, bundle, bundle_reporting};
pub use check::{check_bundle, conflicts};
pub use compression::{CompressionChoice, CompressionReport};
pub use convert::{CompressRequest, DecompressRequest, compress, decompress};
pub use extract::{ExtractRequest, extract};
pub use filter::Filter;
pub use inspect::{InspectRequest, inspect};
pub use list::{ListRequest, list};
pub use reuse::ReusePolicy;
pub use session::{Outcome, Session};
pub use target::{TargetRequest, target};
pub use unbundle::{UnbundleRequest, unbundle};
pub use verify::{VerifyRequest, verify};
