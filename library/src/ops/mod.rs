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

pub use bundle::{bundle, bundle_reporting};
pub use check::{check_bundle, conflicts};
pub use compression::CompressionReport;
pub use convert::{compress, decompress};
pub use extract::extract;
pub use inspect::inspect;
pub use list::list;
pub use session::{Outcome, Session};
pub use target::{target_canonical, target_compat, target_parse};
pub use unbundle::unbundle;
pub use verify::verify;
