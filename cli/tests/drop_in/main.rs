//! Drop-in replacements: messages of mistakes, and results equal to the releases'.

// Failing tests and their shared functions panic.
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
