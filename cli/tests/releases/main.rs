//! The installed releases read what ours writes, and ours what they write; clang uses ours in the place of its own tools.

// A test that fails is meant to panic, and so are the functions that tests share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
#![allow(clippy::arithmetic_side_effects, clippy::cast_possible_truncation)]

mod both_ways;
mod clang;
mod pruned;
mod reading;
#[path = "../support/mod.rs"]
mod support;
