//! Reads any bytes as every text format, and writes any entries in it: valid files can be rewritten, and written files
//! are read back unchanged.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle_formats::samples::TEXTS;
use offload_bundle_fuzz::{containers, texts};

fuzz_target!(|bytes: &[u8]| {
    for text in TEXTS {
        containers::container(bytes, text);
        texts::read(bytes, text);
        texts::written(bytes, text);
    }
});
