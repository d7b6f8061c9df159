//! A packager's check: whether the files of a package are sound, and whether each has code for every GPU that it promises.
//!
//! `cargo run --example package_check -- gfx90a,gfx1100 libapp.so app.hipfb`

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

use offload_bundle::Severity;

/// What is wrong with the file at `path`, which promises code for `processors`. Empty if nothing is.
pub(crate) fn check(path: &Path, processors: &[&str]) -> Result<Vec<String>, Box<dyn Error>> {
    let found = offload_bundle::verify(path)?;
    let faults = found.into_iter().filter(|finding| finding.severity > Severity::Note);
    let mut faults: Vec<String> = faults
        .map(|fault| format!("{}: {}", fault.code, fault.message))
        .collect();

    let file = offload_bundle::open(path)?;
    for bundle in file.bundles() {
        let ids = bundle.entries().filter_map(|entry| entry.parsed_id());
        let there: BTreeSet<&str> = ids.filter_map(|id| Some(id.target_id?.processor)).collect();
        let missing = processors.iter().filter(|processor| !there.contains(*processor));
        faults.extend(missing.map(|missing| format!("bundle {}: no code for {missing}", bundle.number())));
    }
    Ok(faults)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((processors, paths)) = arguments.split_first() else {
        return Err("usage: package_check PROCESSOR,… FILE…".into());
    };
    let processors: Vec<&str> = processors.split(',').collect();
    let mut sound = true;
    for path in paths {
        for fault in check(Path::new(path), &processors)? {
            eprintln!("{path}: {fault}");
            sound = false;
        }
    }
    if sound {
        Ok(())
    } else {
        Err("the package is not sound".into())
    }
}
