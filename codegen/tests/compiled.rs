//! What is expected of the features compiles, and its own tests pass.

// A feature is whole modules of the crate of formats: its tests use a part of them, and this crate has not its Cargo features.
#![allow(dead_code, unexpected_cfgs, unused_imports)]

extern crate alloc;

#[path = "features/ids_and_placement/expected/tiny_id/mod.rs"]
mod tiny_id;

#[path = "features/ids_and_placement/expected/memo/mod.rs"]
mod memo;

#[path = "features/ids_and_placement/expected/gallery/mod.rs"]
mod gallery;

#[path = "features/ids_and_placement/expected/registry.rs"]
mod registry;
