//! `cargo xtask dist`: makes reproducible release files in `target/dist`: archives, Debian packages, wheels, the C library, the browser
//! page, the bill of materials, digests.

mod archive;
mod bill;
mod build;
mod c_package;
mod check;
mod checkout;
mod contents;
mod deb;
mod digests;
pub mod licences;
mod linked;
mod needed;
mod page;
mod part;
mod release;
mod target;
mod trial;
mod wheels;
mod wine;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::files;
use checkout::Checkout;
pub use contents::LICENCES;
use part::Part;
use release::{Made, Release, Stop};

const USAGE: &str = "usage: cargo xtask dist [--target TRIPLE]… [--only WORD]… [--dirty] [--complete] [--check]";

#[derive(Debug, Default, PartialEq, Eq)]
struct Words {
    targets: Vec<String>,
    words: Vec<String>,
    dirty: bool,
    complete: bool,
    check: bool,
}

impl Words {
    fn parse(words: &[&str]) -> Result<Self, String> {
        let mut asked = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "--target" => asked.targets.push((*words.next().ok_or(USAGE)?).to_owned()),
                "--only" => asked.words.push((*words.next().ok_or(USAGE)?).to_owned()),
                "--dirty" => asked.dirty = true,
                "--complete" => asked.complete = true,
                "--check" => asked.check = true,
                _ => return Err(USAGE.to_owned()),
            }
        }
        Ok(asked)
    }
}

pub fn run(words: &[&str]) -> Result<(), String> {
    let asked = Words::parse(words)?;
    let root = files::root();
    let (parts, lacking) = needed::split(Part::choose(&asked.targets, &asked.words)?, needed::is_installed);
    match lacking {
        Some(message) if asked.complete || parts.is_empty() => return Err(message),
        Some(message) => eprintln!("skipped, because {message}"),
        None => {}
    }
    // Comparing needs no clean checkout.
    let release = Release::here(Checkout::open(&root, asked.dirty || asked.check)?);
    if asked.check {
        return check::check(&release, &parts);
    }
    let mut made = Vec::new();
    let mut skipped = Vec::new();
    for part in &parts {
        let name = part.name();
        eprintln!("{name}");
        match part.make(&release) {
            Ok(files) => made.extend(files),
            Err(Stop::Skipped(reason)) => skipped.push(format!("skipped: {name}, because {reason}")),
            Err(Stop::Failed(message)) => return Err(format!("{name}: {message}")),
        }
    }
    println!("{}", write(&root.join("target/dist"), &made)?);
    for line in &skipped {
        eprintln!("{line}");
    }
    match skipped.is_empty() || !asked.complete {
        true => Ok(()),
        false => Err("the release is not complete".to_owned()),
    }
}

/// `folder` must be empty otherwise.
fn write(folder: &Path, made: &[Made]) -> Result<String, String> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let files = made.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    let sums = digests::lines(files.clone(), digests::sha256);
    for (name, bytes) in files.chain([("SHA256SUMS", sums.as_bytes())]) {
        fs::write(folder.join(name), bytes).map_err(|error| format!("{name}: {error}"))?;
    }
    let mut said = format!("{}:", folder.display());
    for (name, bytes) in made {
        let _ = write!(said, "\n{:>10} {name}", bytes.len());
    }
    Ok(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_or_refused() {
        let asked = Words::parse(&["--target", "a", "--dirty", "--target", "b", "--only", "c", "--complete"]).unwrap();
        let targets = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(
            asked,
            Words { targets, words: vec!["c".to_owned()], dirty: true, complete: true, check: false }
        );
        assert!(Words::parse(&["--target"]).is_err());
        assert!(Words::parse(&["archives"]).is_err());
    }

    #[test]
    fn release_has_only_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("dist");
        for name in ["old.zip", "new.zip"] {
            let said = write(&place, &[(name.to_owned(), b"abc".to_vec())]).unwrap();
            assert!(said.ends_with(&format!("\n         3 {name}")), "{said}");
        }
        assert_eq!(files::below(&place).unwrap(), ["SHA256SUMS", "new.zip"]);
        assert!(files::read(&place.join("SHA256SUMS")).unwrap().ends_with("  new.zip\n"));
    }
}
