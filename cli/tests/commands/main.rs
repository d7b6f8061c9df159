//! Every command, on fixtures, files of real tools and its own output.

// Failing tests and their shared functions panic.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
#![allow(clippy::arithmetic_side_effects, clippy::cast_possible_truncation)]

mod compressing;
mod damaged_offload_binaries;
mod device_images;
mod diff;
mod extract;
mod fat_objects;
mod file_kinds;
mod findings;
mod fixtures;
mod hints;
mod hip_objects;
mod inspect;
mod json_forms;
mod many_files;
mod mistakes;
mod nested_bundles;
mod offload_binaries;
mod option_names;
mod packages;
mod packed_bytes;
mod packing;
mod pages;
mod readme;
mod searched;
mod selection;
mod several_bundles;
mod several_files;
mod shells;
mod size;
mod sizes;
#[path = "../support/mod.rs"]
mod support;
mod supports;
mod target_ids;
mod testees;
mod threads;
mod unknown_words;
mod unsupported;
mod verify;
