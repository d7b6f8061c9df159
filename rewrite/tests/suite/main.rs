//! What is promised of rewritten files, on files that compilers made, on made-up ones and on damaged ones.

// A test that fails is meant to panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::panic
)]

mod in_place;
mod pruning;
mod rewriting;
mod support;
