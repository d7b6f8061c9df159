//! The drop-ins: what they say of mistakes, and that they do what the releases do.

// A test that fails is meant to panic, and so are the functions that tests share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
#![allow(clippy::arithmetic_side_effects, clippy::cast_possible_truncation)]

mod archives;
mod bundles;
mod calling;
mod command_lines;
mod compressed_differences;
mod compression;
mod conflicts;
mod decisions;
mod differences;
mod malformed_archives;
mod mistakes;
mod names;
mod nothing_to_list;
mod objects;
mod packager;
mod pipes;
mod response_files;
mod scene;
mod similar_releases;
#[path = "../support/mod.rs"]
mod support;
