//! Any words as the command line of each drop-in: mistakes have messages, and files are not touched.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| offload_bundle_fuzz::drop_ins::command_line(bytes));
