//! The C header and the library read any bytes in the same way, in every format of the header.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle_fuzz::c_header;

fuzz_target!(|bytes: &[u8]| c_header::files(bytes));
