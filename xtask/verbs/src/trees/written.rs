//! What is written by the tables of made-up schemas: files made up from their values, and read files written again. Whatever is written
//! is read by the official reader, too.

use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_codegen::Source;
use offload_bundle_codegen::foreign;

/// How many files are made up of each schema.
const SAMPLES: u64 = 8;

/// What has been written of a schema.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// The files.
    pub files: Vec<PathBuf>,
    /// How many were made up, and how many of them are written again from their values. Others are refused: something else in the file
    /// lies over a value.
    pub made: usize,
    pub again: usize,
    /// Why there is no writer, where there is none.
    pub refused: Option<String>,
}

/// Writes files by the table of `source` to `folder`: some made up, and those of `read` that are sound, from their values.
///
/// # Errors
///
/// Values that were read are written as other bytes.
pub(super) fn write(source: &Source, read: &[PathBuf], folder: &Path) -> Result<Written, String> {
    let text = source.text.replacen("\nseq:", "\n-writer: interpreted\nseq:", 1);
    let with_writer = Source { name: source.name.clone(), text };
    let mut all = Written::default();
    let schema = match foreign::read_with_writers(&[with_writer]) {
        Ok(found) => found,
        Err(problems) => {
            let first = problems.first();
            all.refused = first.map(|problem| format!("{}, found {}", problem.expected, problem.found));
            return Ok(all);
        }
    };
    let keep = |name: String, bytes: Vec<u8>| {
        let path = folder.join(name);
        let written = fs::write(&path, bytes).map(|()| path.clone());
        written.map_err(|error| format!("{}: {error}", path.display()))
    };
    for seed in 0..SAMPLES {
        let Some(sample) = schema.sample(seed) else { continue };
        let again = schema.rewritten(&sample);
        if again.as_ref().is_some_and(|again| *again != sample) {
            return Err(format!(
                "{}: what is made up from {seed} is written as other bytes",
                source.name
            ));
        }
        all.made += 1;
        all.again += usize::from(again.is_some());
        all.files.push(keep(format!("made-{seed}.bin"), sample)?);
    }
    for (number, path) in read.iter().enumerate() {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let Some(written) = schema.rewritten(&bytes) else {
            continue;
        };
        if schema.rewritten(&written).as_ref() != Some(&written) {
            return Err(format!("{}: {} is written in two ways", source.name, path.display()));
        }
        all.files.push(keep(format!("written-{number}.bin"), written)?);
    }
    Ok(all)
}
