//! What is measured: eight code objects of 64 MiB each, a bundle of them, and a file of many small bundles. Made once and kept.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;

use crate::fixtures;

/// The operation on the file of many bundles.
pub const BUNDLES: &str = "list 128 bundles";
const MANY: usize = 128;
const PART: usize = 64 << 20;
const BLOCK: usize = 4096;
/// A real code object, from which the data is made.
const MODEL: &str = "hip/device.22.hipfb";
const PROCESSORS: [&str; 8] = [
    "gfx900", "gfx902", "gfx904", "gfx906", "gfx908", "gfx909", "gfx90a", "gfx90c",
];

/// The inputs, in one folder.
#[derive(Debug)]
pub struct Input;

impl Input {
    /// Makes what is not there yet.
    pub fn prepare(folder: &Path, ours: &str, theirs: Option<&str>) -> Result<Self, String> {
        let at = |error: std::io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(folder.join("out")).map_err(at)?;
        let model = fs::read(crate::files::root().join(fixtures::FOLDER).join(MODEL)).map_err(at)?;
        let input = Self;
        for (seed, part) in (1..).zip(input.parts()) {
            let path = folder.join(&part);
            if fs::metadata(&path).map_or(0, |metadata| metadata.len()) != PART as u64 {
                write_part(&path, &model, seed).map_err(at)?;
            }
        }
        fs::write(folder.join("small"), &model).map_err(at)?;
        let small = vec!["small".to_owned(); PROCESSORS.len()];
        for (out, parts) in [("bundle", input.parts()), ("small-bundle", small)] {
            let words = input.bundling(&parts, out, theirs);
            let made = Command::new(theirs.unwrap_or(ours))
                .args(&words)
                .current_dir(folder)
                .status();
            if !made.is_ok_and(|status| status.success()) {
                return Err(format!("the input {out} of the benchmark cannot be made: {words:?}"));
            }
        }
        let small = fs::read(folder.join("small-bundle")).map_err(at)?;
        fs::write(folder.join("many"), small.repeat(MANY)).map_err(at)?;
        Ok(input)
    }

    /// The IDs of the entries.
    pub fn ids(&self) -> Vec<String> {
        PROCESSORS
            .iter()
            .map(|processor| format!("hip-amdgcn-amd-amdhsa--{processor}"))
            .collect()
    }

    /// The files of the entries.
    pub fn parts(&self) -> Vec<String> {
        PROCESSORS.iter().map(|processor| format!("{processor}.co")).collect()
    }

    /// The words that make a bundle of `parts`, for their tool where it is there, else for ours.
    fn bundling(&self, parts: &[String], out: &str, theirs: Option<&str>) -> Vec<String> {
        let ids = self.ids();
        if theirs.is_none() {
            let start = ["bundle", "-t", "bc", "-o", out].map(str::to_owned);
            let pairs = ids.iter().zip(parts).map(|(id, part)| format!("{id}={part}"));
            return start.into_iter().chain(pairs).collect();
        }
        let start = [
            "-type=bc".to_owned(),
            format!("-targets={}", ids.join(",")),
            format!("-output={out}"),
        ];
        start
            .into_iter()
            .chain(parts.iter().map(|part| format!("-input={part}")))
            .collect()
    }
}

/// Empties the folder of outputs.
pub fn clear_outputs(folder: &Path) -> Result<(), String> {
    let out = folder.join("out");
    fs::remove_dir_all(&out)
        .and_then(|()| fs::create_dir(&out))
        .map_err(|error| format!("{}: {error}", out.display()))
}

/// A file like code: blocks of a real object, some changed in places, some random, few empty.
fn write_part(path: &Path, model: &[u8], seed: u64) -> std::io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let mut random = Random(seed);
    let mut block = [0u8; BLOCK];
    for _ in 0..PART / BLOCK {
        match random.next() % 8 {
            0 => block.fill(0),
            1..=3 => block
                .chunks_mut(8)
                .for_each(|chunk| chunk.copy_from_slice(&random.next().to_le_bytes())),
            _ => {
                let start = random.below(model.len().saturating_sub(BLOCK));
                block.copy_from_slice(&model[start..start + BLOCK]);
                block
                    .iter_mut()
                    .step_by(61)
                    .for_each(|byte| *byte = random.next() as u8);
            }
        }
        file.write_all(&block)?;
    }
    file.flush()
}

/// A small generator of numbers: the same on every machine.
struct Random(u64);

impl Random {
    /// Xorshift, 64 bits.
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % (end.max(1) as u64)) as usize
    }
}
