//! What takes the space in a file, by processor.
//!
//! `cargo run --example sizes -- libapp.so`

use std::collections::BTreeMap;

/// How many bytes of code objects the file at `path` has for each processor.
pub(crate) fn sizes(path: &str) -> Result<BTreeMap<String, std::num::Saturating<u64>>, offload_bundle::Error> {
    let mut sizes = BTreeMap::new();
    for entry in offload_bundle::open(path)?.entries() {
        if let Some(target) = entry.parsed_id().and_then(|id| id.target_id) {
            *sizes.entry(target.processor.into()).or_default() += entry.len()?;
        }
    }
    Ok(sizes)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: sizes FILE")?;
    println!("{:#?}", sizes(&path)?);
    Ok(())
}
