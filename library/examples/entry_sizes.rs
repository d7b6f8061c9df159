//! The sizes of the entries of bundles, read in memory: `cargo run --example entry_sizes -- app.hipfb`

use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::error::ReadError;
use offload_bundle_formats::binary_bundle::BinaryBundle;

fn sizes(bytes: &[u8]) -> Result<(), ReadError> {
    for entry in BinaryBundle::read(Bytes::new(bytes))?.entries()? {
        let entry = entry?;
        println!("{}: {} bytes", entry.id()?, entry.code_object()?.len());
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args_os().skip(1) {
        sizes(&std::fs::read(path)?)?;
    }
    Ok(())
}
