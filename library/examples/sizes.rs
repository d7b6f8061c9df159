//! What takes the space in a file, by processor.
//!
//! `cargo run --example sizes -- libapp.so`

use std::collections::BTreeMap;
use std::error::Error;

/// How many bytes of code objects the file at `path` has for each processor.
pub(crate) fn sizes(path: &str) -> Result<BTreeMap<String, u64>, offload_bundle::Error> {
    let mut sizes = BTreeMap::new();
    for entry in offload_bundle::open(path)?.entries() {
        if let Some(target) = entry.parsed_id().and_then(|id| id.target_id) {
            let bytes: &mut u64 = sizes.entry(target.processor.into()).or_default();
            *bytes = bytes.saturating_add(entry.len()?);
        }
    }
    Ok(sizes)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: sizes FILE")?;
    for (processor, bytes) in sizes(&path)? {
        println!("{processor}: {bytes}");
    }
    Ok(())
}
