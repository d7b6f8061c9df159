//! The operations on containers, written against the traits of formats.
//!
//! Each operation takes a registry of formats and its request, and returns its report ([`crate::report`]). Writing
//! operations also take a [`Context`]. Operations never print, prompt or exit. If a report can be large, a second
//! function with the suffix `_with` passes it to a visitor piece by piece, so that memory does not grow with it.
//!
//! Inputs are processed in order. The report contains the error of a failed input, and the other inputs are still
//! processed. Nothing is written before all inputs have been read, and a failed operation leaves every file unchanged.

pub(crate) mod bundle;
pub(crate) mod check;
mod code_object;
pub(crate) mod compress;
pub(crate) mod compression;
pub(crate) mod context;
pub(crate) mod convert;
pub(crate) mod diff;
pub(crate) mod embed;
pub(crate) mod extract;
pub(crate) mod formats;
pub(crate) mod inspect;
pub(crate) mod list;
mod names;
pub(crate) mod pack;
pub(crate) mod selection;
pub(crate) mod size;
pub(crate) mod supports;
pub(crate) mod target;
#[cfg(test)]
mod tests;
pub(crate) mod unbundle;
pub(crate) mod unpack;
pub(crate) mod verify;

pub use bundle::bundle;
pub use check::{check_bundle, conflicting_targets};
pub use compress::{compress, decompress};
pub use context::{Context, write_file, write_files};
pub use convert::convert;
pub use diff::diff;
pub use embed::embed;
pub use extract::{extract, extract_to, extract_with};
pub use formats::formats;
pub use inspect::{inspect, inspect_with};
pub use list::{list, list_with};
pub use pack::pack;
pub use size::size;
pub use supports::{supports, supports_with};
pub use target::{target_canonical, target_compat, target_parse};
pub(crate) use unbundle::matching::best_of_each;
pub use unbundle::{unbundle, unbundle_into};
pub use unpack::unpack;
pub use verify::{FoundFindings, verify, verify_with};

pub use crate::output::{CleanupGuard, is_standard_output, remove_unfinished};
pub use crate::progress::Progress;
