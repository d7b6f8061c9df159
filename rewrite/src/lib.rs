//! Changes the GPU code in linked libraries, programs, DLLs, wheels and bundle files.
//!
//! [`prune`] keeps the code objects for some processors, [`replace`] replaces code objects, and [`compress`] and
//! [`decompress`] convert bundles. Each takes a request and returns a report, like the operations of
//! [`offload_bundle::ops`]. Pointers to bundles follow them, and no other address changes. The result is read back and
//! compared with the input before it appears.
//!
//! The feature `schema` adds the JSON Schemas of the reports.

#![deny(unreachable_pub)]

mod check;
mod compress;
mod content;
mod holder;
mod linked;
mod made;
mod prune;
mod replace;
mod rewritten;
mod runtime;
#[cfg(test)]
mod tests;
mod unit;
mod wheel;

pub use compress::{compress, decompress};
pub use prune::{PruneReport, PruneRequest, PrunedBundle, PrunedTarget, prune};
pub use replace::{ReplaceReport, ReplaceRequest, ReplacedEntry, ReplacedFile, replace};
