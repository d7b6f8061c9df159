//! What is expected of the features compiles, and its own tests pass.

// A feature is a whole module, of which its tests use a part.
#![allow(dead_code)]

extern crate alloc;

#[path = "features/ids/expected/tiny_id/mod.rs"]
mod tiny_id;
