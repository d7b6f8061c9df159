//! The C header and the library parse and compare any lines as IDs in the same way.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle_fuzz::c_header;

fuzz_target!(|bytes: &[u8]| c_header::ids(bytes));
