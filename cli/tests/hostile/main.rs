//! Damaged input gives a message with an offset, no output, and takes little time and memory.

// Failing tests and their shared functions panic.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
#![allow(clippy::arithmetic_side_effects, clippy::cast_possible_truncation)]

mod binary;
mod bombs;
mod compressed;
mod crowded;
mod declared;
mod judge;
mod packed;
mod requests;
#[path = "../support/mod.rs"]
mod support;
mod text;
