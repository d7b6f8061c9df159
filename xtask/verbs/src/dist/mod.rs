//! `cargo xtask dist`: what people install, in `target/dist`: an archive of the tool for each system, packages, the wheel, the list of
//! what is in them, and digests. The same commit gives the same bytes.

mod archive;
mod bill;
mod build;
mod check;
mod checkout;
mod contents;
mod deb;
mod digests;
mod licences;
mod linked;
mod release;
mod target;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::files;
use crate::python::wheel;
use archive::Files;
use build::{Builder, in_no_place};
use checkout::Checkout;
use release::{Made, Release, Stop};
use target::{TARGETS, Target};

const USAGE: &str = "usage: cargo xtask dist [--target TRIPLE]… [--dirty] [--complete] [--check]";

/// What makes some files of a release. Each has a name, by which it is told what is skipped.
type Product = (&'static str, fn(&Release) -> Result<Vec<Made>, Stop>);

/// What is made once, whatever systems there are.
const PRODUCTS: [Product; 2] = [("the wheel", python), ("the bill of materials", bill::bill)];

/// What a run is asked for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Words {
    /// For these systems alone, and nothing else; all, if there is none.
    targets: Vec<String>,
    /// Also where files differ from the commit.
    dirty: bool,
    /// What is skipped is an error.
    complete: bool,
    /// Builds twice, and compares.
    check: bool,
}

impl Words {
    fn of(words: &[&str]) -> Result<Self, String> {
        let mut asked = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "--target" => asked.targets.push((*words.next().ok_or(USAGE)?).to_owned()),
                "--dirty" => asked.dirty = true,
                "--complete" => asked.complete = true,
                "--check" => asked.check = true,
                _ => return Err(USAGE.to_owned()),
            }
        }
        Ok(asked)
    }
}

/// Runs the verb.
pub fn run(words: &[&str]) -> Result<(), String> {
    let asked = Words::of(words)?;
    let root = files::root();
    let targets = match asked.targets.as_slice() {
        [] => TARGETS.iter().collect(),
        named => named
            .iter()
            .map(|triple| Target::named(triple))
            .collect::<Result<_, _>>()?,
    };
    let release = Release {
        // What is compared is the same files twice, whatever they are.
        checkout: Checkout::of(&root, asked.dirty || asked.check)?,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        targets,
        work: root.join("target/dist-work"),
    };
    if asked.check {
        return match check::check(&release) {
            Ok(said) => {
                println!("{said}");
                Ok(())
            }
            Err(Stop::Skipped(reason)) => {
                eprintln!("skipped: {reason}");
                Ok(())
            }
            Err(Stop::Failed(message)) => Err(message),
        };
    }
    let mut made = Vec::new();
    let mut skipped = Vec::new();
    let mut take = |name: &str, result: Result<Vec<Made>, Stop>| match result {
        Ok(files) => {
            made.extend(files);
            Ok(())
        }
        Err(Stop::Skipped(reason)) => {
            skipped.push(format!("skipped: {name}, because {reason}"));
            Ok(())
        }
        Err(Stop::Failed(message)) => Err(format!("{name}: {message}")),
    };
    let mut shared = None;
    for target in &release.targets {
        eprintln!("{}", target.triple);
        take(target.triple, for_target(&release, target, &mut shared))?;
    }
    if asked.targets.is_empty() {
        for (name, make) in PRODUCTS {
            eprintln!("{name}");
            take(name, make(&release))?;
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

/// The archive for a system, and the package of Debian where there is one.
fn for_target(release: &Release, target: &Target, shared: &mut Option<Files>) -> Result<Vec<Made>, Stop> {
    let Release { checkout, version, work, .. } = release;
    let builder = Builder::install(work)?;
    let program = builder.tool(checkout, target, &work.join("build"))?;
    let licences = licences::files(&checkout.root, target, &builder.zig()?)?;
    let shared = match shared {
        Some(shared) => shared,
        None => shared.insert(contents::shared(&checkout.root, work)?),
    };
    let mut made = Vec::new();
    if let Some(processor) = target.debian {
        let package = deb::package(version, processor, program.clone(), shared, &licences, checkout.time)?;
        made.push((deb::name(version, processor), package));
    }
    let files = contents::in_folder(&target.folder(version), shared, &licences, (target.program(), program));
    made.push((target.archive_name(version), target.archive(&files, checkout.time)?));
    Ok(made)
}

/// The wheel of the Python module, which brings the tool along.
fn python(release: &Release) -> Result<Vec<Made>, Stop> {
    let checkout = &release.checkout;
    let builder = wheel::builder_of_releases(&checkout.root);
    let mut builder = builder.map_err(|error| Stop::Skipped(format!("what builds it cannot be installed: {error}")))?;
    let wheel = wheel::build_release(&checkout.root, in_no_place(&mut builder, checkout)?)?;
    let name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = fs::read(&wheel).map_err(|error| format!("{}: {error}", wheel.display()))?;
    Ok(vec![(name, bytes)])
}

/// Writes the files of a release, and their digests, to a folder that then has nothing else; says what they are.
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
        let asked = Words::of(&["--target", "a", "--dirty", "--target", "b", "--complete"]).unwrap();
        let targets = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(asked, Words { targets, dirty: true, complete: true, check: false });
        assert!(Words::of(&["--target"]).is_err());
        assert!(Words::of(&["archives"]).is_err());
    }

    #[test]
    fn a_release_has_its_files_and_their_digests_and_nothing_of_an_earlier_one() {
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
