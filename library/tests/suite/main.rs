//! Guarantees of the library to its callers.

// A failing test panics.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::panic
)]

mod agreement;
mod bare;
mod cuda;
mod cuda_gpus;
mod diff;
mod embed;
mod examples;
mod face;
mod image_length;
mod kernels;
mod kpack;
mod kpack_follow;
mod raw_images;
mod read_files;
mod right_entry;
mod sets;
mod size;
mod size_tree;
mod support;
mod supports;
mod sycl;
mod wheel_variants;
