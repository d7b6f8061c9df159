//! Facts in the schemas against documents and releases.

// A failing test panics.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::panic,
    clippy::string_slice
)]

mod code_objects;
mod compatibility;
mod elf_headers;
mod interpreted;
mod llvm_words;
mod schema_facts;
mod target_id;
mod text_bundles;
