//! The installed releases read our files and ours reads theirs; clang works with the drop-ins.

// Failing tests and their shared functions panic.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
#![allow(clippy::arithmetic_side_effects, clippy::cast_possible_truncation)]

mod both_ways;
mod clang;
mod pruned;
mod reading;
#[path = "../support/mod.rs"]
mod support;
