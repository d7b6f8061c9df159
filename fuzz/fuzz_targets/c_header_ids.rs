//! Reads any lines as IDs by the header in C and by the library, and compares them: both say the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle_fuzz::c_header;

fuzz_target!(|bytes: &[u8]| c_header::ids(bytes));
