//! Compresses the bundles of a file again, with zlib for old runtimes.
//!
//! `cargo run --example recompress -- app.hipfb app-zlib.hipfb`

use std::error::Error;
use std::fs;

use offload_bundle::request::{CompressionMethod, CompressionRequest};

/// The bundles in `bytes`, compressed with zlib.
pub(crate) fn recompress(bytes: Vec<u8>) -> Result<Vec<u8>, offload_bundle::Error> {
    let mut zlib = CompressionRequest::default();
    zlib.method = CompressionMethod::from_name("zlib");
    offload_bundle::compress(bytes, &zlib)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, input, output] = arguments.as_slice() else {
        return Err("usage: recompress INPUT OUTPUT".into());
    };
    Ok(fs::write(output, recompress(fs::read(input)?)?)?)
}
