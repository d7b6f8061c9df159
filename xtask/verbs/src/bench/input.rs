//! Benchmark inputs: eight code objects of 64 MiB, a plain and a compressed bundle, and a file of small bundles. The code objects are kept
//! between runs.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::archives;
use super::code::{self, Source};

pub const BUNDLES: &str = "list 128 bundles";
const MANY: usize = 128;
/// The host's object file, without and with device sections.
pub const HOST_OBJECT: &str = "host.o";
pub const FAT_OBJECT: &str = "fat.o";
pub const HOST_ID: &str = "host-x86_64-pc-linux-gnu-";
/// With device sections.
const OBJECT_MODEL: &str = "objects/rdc.22.o";
const PROCESSORS: [&str; 8] = ["gfx900", "gfx902", "gfx904", "gfx906", "gfx908", "gfx909", "gfx90a", "gfx90c"];

#[derive(Debug)]
pub struct Input;

impl Input {
    pub fn prepare(folder: &Path, source: Option<&Source>, ours: &str, theirs: Option<&str>) -> Result<Self, String> {
        let at = |error: std::io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(folder.join("out")).map_err(at)?;
        let input = Self;
        code::prepare(folder, &input.parts(), source)?;
        fs::write(folder.join("small"), code::model()?).map_err(at)?;
        let small = vec!["small".to_owned(); PROCESSORS.len()];
        for (out, parts, packed) in
            [("bundle", input.parts(), false), ("packed", input.parts(), true), ("small-bundle", small, false)]
        {
            let words = input.bundling(&parts, out, theirs, packed);
            let made = Command::new(theirs.unwrap_or(ours))
                .args(&words)
                .current_dir(folder)
                .status();
            if !made.is_ok_and(|status| status.success()) {
                return Err(format!("the input {out} of the benchmark cannot be made: {words:?}"));
            }
        }
        let model = crate::files::root().join(crate::fixtures::FOLDER).join(OBJECT_MODEL);
        let host = [model.to_string_lossy().into_owned(), format!("{HOST_ID}={HOST_OBJECT}")];
        let host = [vec!["unbundle".to_owned()], host.to_vec()].concat();
        let fat = ["bundle", "-t", "o", "-o", FAT_OBJECT].map(str::to_owned);
        for words in [host, [fat.to_vec(), input.pairs_with_host()].concat()] {
            let made = Command::new(ours).args(&words).current_dir(folder).status();
            if !made.is_ok_and(|status| status.success()) {
                return Err(format!("an object file of the benchmark cannot be made: {words:?}"));
            }
        }
        archives::prepare(folder, theirs, &input.parts()[0])?;
        let small = fs::read(folder.join("small-bundle")).map_err(at)?;
        fs::write(folder.join("many"), small.repeat(MANY)).map_err(at)?;
        Ok(input)
    }

    pub fn ids(&self) -> Vec<String> {
        PROCESSORS
            .iter()
            .map(|processor| format!("hip-amdgcn-amd-amdhsa--{processor}"))
            .collect()
    }

    /// The entries with a host from [`HOST_OBJECT`], as arguments of `bundle`.
    pub fn pairs_with_host(&self) -> Vec<String> {
        let devices = self.ids().into_iter().zip(self.parts());
        let host = (HOST_ID.to_owned(), HOST_OBJECT.to_owned());
        std::iter::once(host)
            .chain(devices)
            .map(|(id, file)| format!("{id}={file}"))
            .collect()
    }

    pub fn parts(&self) -> Vec<String> {
        PROCESSORS.iter().map(|processor| format!("{processor}.co")).collect()
    }

    /// With the other tool if it is installed.
    fn bundling(&self, parts: &[String], out: &str, theirs: Option<&str>, packed: bool) -> Vec<String> {
        let ids = self.ids();
        if theirs.is_none() {
            let start = ["bundle", "-t", "bc", "-o", out].map(str::to_owned);
            let pairs = ids.iter().zip(parts).map(|(id, part)| format!("{id}={part}"));
            let pairs = pairs.chain(packed.then(|| "--compress".to_owned()));
            return start.into_iter().chain(pairs).collect();
        }
        let start = ["-type=bc".to_owned(), format!("-targets={}", ids.join(",")), format!("-output={out}")];
        start
            .into_iter()
            .chain(parts.iter().map(|part| format!("-input={part}")))
            .chain(packed.then(|| "-compress".to_owned()))
            .collect()
    }
}

pub fn clear_outputs(folder: &Path) -> Result<(), String> {
    let out = folder.join("out");
    fs::remove_dir_all(&out)
        .and_then(|()| fs::create_dir(&out))
        .map_err(|error| format!("{}: {error}", out.display()))
}

pub fn bytes_written(folder: &Path) -> Result<u64, String> {
    let out = folder.join("out");
    let at = |error: std::io::Error| format!("{}: {error}", out.display());
    let mut bytes = 0;
    for entry in fs::read_dir(&out).map_err(at)? {
        bytes += entry.and_then(|entry| entry.metadata()).map_err(at)?.len();
    }
    Ok(bytes)
}
