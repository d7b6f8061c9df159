//! Bad input: a message with its place, nothing written, little time and memory.

// A test that fails is meant to panic, and so are the functions that tests share.
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
