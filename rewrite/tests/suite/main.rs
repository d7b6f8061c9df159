//! Rewrites files from compilers, made files and damaged files.

// A failing test may panic.
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
