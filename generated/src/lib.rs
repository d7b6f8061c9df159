//! Stand-in until the project's generated library takes its place.
#![cfg_attr(not(feature = "std"), no_std)]
extern crate alloc;

pub use offload_bundle_runtime as runtime;
pub mod catalog;
pub mod target_id;
pub mod text_bundle;
#[cfg(feature = "cli")]
pub mod cli;
