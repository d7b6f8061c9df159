//! Compresses an output: what it would have been becomes what an envelope holds.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use offload_bundle_core::envelope::{CompressedInfo, Envelope, Method};
use offload_bundle_core::plan::Plan;
use offload_bundle_core::registry::Registry;

use crate::codec::{CompressionSettings, checked_level, compress};
use crate::error::Error;
use crate::file_error::FileError;
use crate::input::Input;
use crate::output::{ActiveInput, Output, OutputPart, Progress, Work};
use crate::report::{Compression, Hexadecimal, Integer};
use crate::request::{CompressionMethod, CompressionRequest};

/// How to compress an output.
#[derive(Debug, Clone, Copy)]
pub(super) struct CompressionChoice {
    /// The format of the file.
    pub envelope: &'static dyn Envelope,
    /// Its version: one of [`Envelope::versions`].
    pub version: u64,
    /// How the bytes are compressed: one of [`Envelope::methods`].
    pub method: Method,
    /// How much work is spent on it; the method's usual level without it.
    pub level: Option<i32>,
}

impl CompressionChoice {
    /// What `request` comes to with the formats of `registry`.
    ///
    /// # Errors
    ///
    /// There is no format, or none of that version.
    pub(super) fn of(registry: &Registry, request: &CompressionRequest) -> Result<Self, Error> {
        let CompressionRequest { method, level, version } = *request;
        let usual = method.or_else(|| CompressionMethod::usual(registry));
        let CompressionMethod { envelope, method } = usual.ok_or(Error::NoCompression)?;
        let version = version.map_or(envelope.default_version(), |version| version.0);
        if !envelope.versions().contains(&version) {
            return Err(Error::NoVersion { format: envelope.title(), version, known: envelope.versions() });
        }
        Ok(Self { envelope, version, method, level })
    }
}

/// What a file of this form reports: its length is `size`, and `level` is that which was worked at.
pub(super) fn report(
    choice: &CompressionChoice,
    info: &CompressedInfo,
    size: u64,
    (level, took): (Option<i32>, Option<Duration>),
) -> Compression {
    Compression {
        format: choice.envelope.name(),
        version: choice.version,
        method: Some(choice.method.name),
        level,
        offset: None,
        size: Integer(size),
        compressed_size: Integer(info.len),
        decompressed_size: Integer(info.decompressed_len),
        digest: Hexadecimal(info.digest.leading()),
        declares_size: false,
        took,
    }
}

/// A file that holds a compressed output, and can be written.
#[derive(Debug)]
pub(super) struct CompressedOutput {
    /// The file; its only content is the compressed bytes.
    pub plan: Plan<'static>,
    /// The compressed bytes.
    pub bytes: Input,
    /// What became of it.
    pub report: Compression,
}

impl CompressedOutput {
    /// The output `path` that is this file and nothing else.
    pub(super) fn output(&self, path: &Path) -> Output<'_> {
        Output::planned(path, self.plan.clone(), &[&self.bytes])
    }
}

/// Compresses what would be written to `output`, and checks what is declared of compressed inputs among it.
///
/// # Errors
///
/// Those of reading and writing, and a size that the version has no room for.
pub(super) fn compress_output(
    output: &Output<'_>,
    choice: &CompressionChoice,
    progress: &mut dyn Progress,
) -> Result<CompressedOutput, Error> {
    let CompressionChoice { method, .. } = choice;
    let level = checked_level(method.codec, choice.level)
        .map_err(|error| Error::BadLevel { method: method.name, why: error.to_string() })?;
    // What can be known of the sizes before the work is known before it.
    let least = CompressedInfo { decompressed_len: output.len(), ..CompressedInfo::default() };
    plan(&output.path, choice, &least)?;
    let mut work = Work::begin(progress, output.len());
    let started = Instant::now();
    let settings =
        CompressionSettings { codec: method.codec, level: Some(level), decompressed_len: Some(output.len()) };
    let mut feed = |out: &mut dyn io::Write| -> Result<(), FileError> {
        output.write_to(out, &mut ActiveInput::default(), work.progress())?;
        for part in &output.parts {
            if let OutputPart::Range { input, .. } = part {
                input.verify()?;
                input.release();
            }
        }
        Ok(())
    };
    let compressed = compress(&mut feed, &settings)?;
    let took = started.elapsed();
    let plan = plan(&output.path, choice, &compressed.info)?;
    let report = report(choice, &compressed.info, plan.len(), (Some(level), Some(took)));
    Ok(CompressedOutput { plan, bytes: compressed.bytes, report })
}

/// The file.
///
/// # Errors
///
/// A size that does not fit its field; with the version that would do, if there is one.
pub(super) fn plan(output: &Path, choice: &CompressionChoice, info: &CompressedInfo) -> Result<Plan<'static>, Error> {
    let CompressionChoice { envelope, version, method, .. } = choice;
    envelope.plan(*version, method, info).map_err(|error| {
        let others = envelope.versions().iter().copied();
        let fitting: Vec<u64> = others
            .filter(|other| envelope.plan(*other, method, info).is_ok())
            .collect();
        Error::NoRoom { file: output.into(), format: envelope.title(), version: *version, error, fitting }
    })
}
