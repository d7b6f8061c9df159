//! Every layout byte by byte, valid and damaged.
//!
//! These tests need only core and formats, so that `cargo xtask mutate` compiles nothing more for them.

// A failing test panics.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::panic
)]

mod binary_bundle;
mod ccob_header;
mod compressed_offload_binary;
mod offload_binary_faults;
mod offload_binary_kinds;
mod offload_binary_layout;
mod samples;
mod text_markers;
