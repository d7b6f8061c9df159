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
    pub fn prepare(folder: &Path) -> Result<Self, String> {
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
        let all = Self::bundle(&input.ids(), &input.parts(), "bundle");
        let small = Self::bundle(
            &input.ids(),
            &vec!["small".to_owned(); PROCESSORS.len()],
            "small-bundle",
        );
        fs::write(folder.join("small"), &model).map_err(at)?;
        for words in [all, small] {
            let made = Command::new("clang-offload-bundler-22")
                .args(&words)
                .current_dir(folder)
                .status();
            if !made.is_ok_and(|status| status.success()) {
                return Err(
                    "the input of the benchmark is made with clang-offload-bundler-22, which is not installed"
                        .to_owned(),
                );
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

    fn bundle(ids: &[String], parts: &[String], out: &str) -> Vec<String> {
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
    for number in 0..PART / BLOCK {
        let kind = random.next() % 8;
        let start = random.below(model.len().saturating_sub(BLOCK));
        for (at, byte) in block.iter_mut().enumerate() {
            *byte = match kind {
                0 => 0,
                1..=3 => random.next() as u8,
                _ if (at + number) % 61 == 0 => random.next() as u8,
                _ => model.get(start + at).copied().unwrap_or_default(),
            };
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
