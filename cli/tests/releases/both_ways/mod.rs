//! Random entries, file types, alignments and IDs: LLVM's tools read ours, ours reads theirs, and ours reads ours.
//!
//! `OFFLOAD_BUNDLE_CASES` is the number of cases per property and release, `OFFLOAD_BUNDLE_SEED` another seed.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

mod alone;
mod archives;
mod bundles;
mod compressed;
mod drawn;
mod known;
mod packages;
