//! What ours writes and LLVM's tools read, and the other way round, over entries, file types, alignments and IDs by chance.
//!
//! And what ours writes and ours reads.
//!
//! `OFFLOAD_BUNDLE_CASES` says how many of each are drawn for each release, and `OFFLOAD_BUNDLE_SEED` draws others.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

mod alone;
mod archives;
mod bundles;
mod compressed;
mod drawn;
mod known;
mod packages;
