//! Reads any bytes by the schemas of formats that are only read; the last byte chooses which.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle_fuzz::trees;

fuzz_target!(|bytes: &[u8]| trees::read(bytes));
