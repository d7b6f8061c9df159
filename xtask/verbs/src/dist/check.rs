//! `cargo xtask dist --check`: the tool for one system is built twice, in folders with other names, and both archives must be the same.

use super::build::Builder;
use super::checkout::Checkout;
use super::release::{Release, Stop};
use super::target::TARGETS;
use super::{contents, digests, licences};

/// Builds twice, compares, and says what came of it.
pub fn check(release: &Release) -> Result<String, Stop> {
    let Release { checkout, version, work, .. } = release;
    let [target, ..] = &TARGETS;
    let builder = Builder::install(work)?;
    // What the tool prints of itself does not depend on where it was built, if the program does not.
    let shared = contents::shared(&checkout.root, work)?;
    let archive = |checkout: &Checkout, place: &std::path::Path| -> Result<Vec<u8>, Stop> {
        let program = builder.tool(checkout, target, place)?;
        let licences = licences::files(&checkout.root, target, &builder.zig()?)?;
        let files = contents::in_folder(&target.folder(version), &shared, &licences, (target.program(), program));
        Ok(target.archive(&files, checkout.time)?)
    };
    let here = archive(checkout, &work.join("build"))?;
    let copy = checkout.copy(&work.join("another/place/with/a/longer/name"))?;
    let there = archive(&copy, &copy.root.join("target/other"))?;
    let name = target.archive_name(version);
    same(&here, &there).map_err(|difference| format!("{name}: {difference}"))?;
    Ok(format!(
        "{name}: built twice, {} bytes, SHA-256 {}",
        here.len(),
        digests::sha256(&here)
    ))
}

/// Whether both are equal; an error that says where they differ.
fn same(here: &[u8], there: &[u8]) -> Result<(), String> {
    if here == there {
        return Ok(());
    }
    let equal = here.iter().zip(there).take_while(|(a, b)| a == b).count();
    let (one, other) = (here.len(), there.len());
    Err(format!(
        "two builds of one commit differ from byte {equal} on ({one} and {other} bytes): something of this machine, or of the day, got into it"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_says_where_it_begins() {
        assert_eq!(same(b"abc", b"abc"), Ok(()));
        assert!(same(b"abc", b"abd").unwrap_err().contains("from byte 2 on"));
        assert!(same(b"abc", b"ab").unwrap_err().contains("(3 and 2 bytes)"));
    }
}
