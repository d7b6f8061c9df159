//! Reads any bytes with interpreted schemas. The last byte selects the schema.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle_fuzz::trees;

fuzz_target!(|bytes: &[u8]| trees::read(bytes));
