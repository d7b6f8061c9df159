//! Code objects for benchmarks: from a given file, or generated similar data.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::fixtures;

/// Length of each code object in bytes.
pub const PART: usize = 64 << 20;
const BLOCK: usize = 4096;
/// A compiled code object.
const MODEL: &str = "hip/device.22.hipfb";
/// Records the source of the code objects.
const ORIGIN: &str = "origin";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub file: String,
    pub offset: u64,
}

impl Source {
    /// Parses `FILE` or `FILE:OFFSET`; the offset is decimal, or hexadecimal after `0x`.
    pub fn parse(word: &str) -> Result<Self, String> {
        let Some((file, offset)) = word.rsplit_once(':') else {
            return Ok(Self { file: word.to_owned(), offset: 0 });
        };
        let number = match offset.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => offset.parse(),
        };
        Ok(Self { file: file.to_owned(), offset: number.map_err(|error| format!("{word}: {offset}: {error}"))? })
    }
}

pub fn model() -> Result<Vec<u8>, String> {
    let path = crate::files::root().join(fixtures::FOLDER).join(MODEL);
    fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Makes the files `parts` in `folder`, unless they exist with the same source.
pub fn prepare(folder: &Path, parts: &[String], source: Option<&Source>) -> Result<(), String> {
    let at = |error: std::io::Error| format!("{}: {error}", folder.display());
    let origin = format!("{source:?}");
    let is_there = |part: &String| fs::metadata(folder.join(part)).is_ok_and(|metadata| metadata.len() == PART as u64);
    let same = fs::read_to_string(folder.join(ORIGIN)).is_ok_and(|text| text == origin);
    if same && parts.iter().all(is_there) {
        return Ok(());
    }
    let model = model()?;
    for (seed, part) in (1..).zip(parts) {
        let path = folder.join(part);
        match source {
            Some(source) => copy_part(&path, source, seed - 1)?,
            None => write_part(&path, &model, seed).map_err(at)?,
        }
    }
    fs::write(folder.join(ORIGIN), origin).map_err(at)
}

fn copy_part(path: &Path, source: &Source, index: u64) -> Result<(), String> {
    let at = |error: std::io::Error| format!("{}: {error}", source.file);
    let mut file = File::open(&source.file).map_err(at)?;
    file.seek(SeekFrom::Start(source.offset + index * PART as u64))
        .map_err(at)?;
    let mut part = File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let len = std::io::copy(&mut file.take(PART as u64), &mut part).map_err(at)?;
    if len < PART as u64 {
        return Err(format!(
            "{}: too short: part {index} has {len} of {PART} bytes",
            source.file
        ));
    }
    Ok(())
}

/// Blocks of a compiled object, some changed, some random, few empty.
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

struct Random(u64);

impl Random {
    /// Xorshift.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offset_is_decimal_or_hexadecimal() {
        let source = |file: &str, offset| Ok(Source { file: file.to_owned(), offset });
        assert_eq!(Source::parse("a.so"), source("a.so", 0));
        assert_eq!(Source::parse("a.so:512"), source("a.so", 512));
        assert_eq!(Source::parse("a:b.so:0x1000"), source("a:b.so", 4096));
        assert!(Source::parse("a.so:x").is_err());
    }
}
