//! What changes bundles where they are: in objects that are not linked yet, in members of archives, and in libraries for Windows.

// A test that fails is meant to panic.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::panic
)]

mod archived;
mod asked;
mod crowded;
mod made;
mod outside;
mod refused;
mod runtimes;
mod unlinked;
mod windows;
