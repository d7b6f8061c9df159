//! Compression: requests, statistics and error messages of the emulated tool.

use std::time::Duration;

use indicatif::HumanCount;
use offload_bundle::report::{Compression, Hexadecimal};
use offload_bundle::request::levels;
use offload_bundle::request::{CompressionMethod, CompressionRequest, CompressionVersion};
use offload_bundle::{Error, FileName};
use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::envelope::EnvelopeHeader;
use offload_bundle_core::error::{Problem, ReadError, Stop};

use super::driver::Driver;
use super::environment;
use crate::drop_ins::llvm_options::Release;

/// By release or style, the default first.
const COMPRESSED_VERSIONS: &[(&str, &[u64])] = &[
    ("18", &[1]),
    ("19", &[2]),
    ("20", &[2, 3]),
    ("21", &[2, 3]),
    ("22", &[3, 2]),
    ("canonical", &[3, 2]),
    ("verbatim", &[3, 2]),
];

/// Bytes of an input that are searched for the fault in a compressed header.
const HEAD: u64 = 4096;

/// The default first; empty if the release does not compress.
pub(super) fn versions_of(release: &Release) -> &'static [u64] {
    let of = |name: &str| COMPRESSED_VERSIONS.iter().find(|(release, _)| *release == name);
    let known = of(&release.named).or_else(|| of(&release.behaves_as));
    known.map_or(&[], |(_, versions)| versions)
}

impl Driver<'_> {
    pub(super) fn compression_request(&self) -> CompressionRequest {
        let mut request = CompressionRequest::default();
        let versions = versions_of(&self.release);
        let asked = self.options.compress;
        let asked = asked.unwrap_or_else(|| environment::compresses(&self.environment));
        let (Some(own), Some(usual), true) = (
            versions.first(),
            CompressionMethod::default_method(self.registry),
            asked,
        ) else {
            return request;
        };
        let version = environment::version(&self.environment).filter(|version| versions.contains(version));
        let range = levels(usual.method.codec);
        // 0 means the default level. The level is clamped as the codec does, because the library refuses unknown levels.
        let level = self.asked_level().filter(|level| *level != 0);
        request.method = Some(usual);
        request.version = Some(CompressionVersion(version.unwrap_or(*own)));
        request.level = level.map(|level| level.clamp(*range.start(), *range.end()));
        request
    }

    fn asked_level(&self) -> Option<i32> {
        self.options
            .compression_level
            .or_else(|| environment::level(&self.environment))
    }

    pub(super) fn is_verbose(&self) -> bool {
        self.options
            .verbose
            .unwrap_or_else(|| environment::is_verbose(&self.environment))
    }

    /// With `-verbose`.
    pub(super) fn report_compressed(&mut self, compression: Option<&Compression>) {
        if let Some(compression) = compression.filter(|_| self.is_verbose()) {
            let level = self.asked_level().or(compression.level).unwrap_or_default();
            self.say(&describe_compressed(compression, level));
        }
    }

    /// With `-verbose`.
    pub(super) fn report_decompressed(&mut self, compressed: &[Compression]) {
        if compressed.is_empty() {
            self.say("Uncompressed bundle.");
        }
        for compression in compressed {
            self.say(&describe_decompressed(compression));
        }
    }

    pub(super) fn bad_compressed(&self, error: &Error) -> Option<String> {
        let Error::Read { file, error: fault } = error else {
            return None;
        };
        let what = match fault.problem {
            Problem::Corrupt { .. } | Problem::HoldsMore { .. } | Problem::WindowTooLarge { .. } => {
                "Could not decompress embedded file contents"
            }
            _ => match self.header_at_start(file)? {
                Err(error) if error == *fault => "Compressed bundle header size too small",
                Ok(header) if header.method.as_ref().is_err_and(|error| error == fault) => "Unknown compressing method",
                _ => return None,
            },
        };
        // The tool's words, then ours with offset and reason.
        let of = match self.is_of_archives() {
            true => "code object",
            false => "input",
        };
        Some(format!("Failed to decompress {of}: {what}: {error}"))
    }

    fn header_at_start(&self, file: &FileName) -> Option<Result<EnvelopeHeader, ReadError>> {
        let input = self.opened(file)?;
        let head = input.window(0, HEAD).ok()?;
        let envelope = self.registry.envelope(&head)?;
        match envelope.read(Bytes::windowed(&head, input.len())) {
            Ok(header) => Some(Ok(header)),
            Err(Stop::Failed(error)) => Some(Err(error)),
            Err(Stop::NeedMore { .. }) => None,
        }
    }
}

fn describe_compressed(compression: &Compression, level: i32) -> String {
    format!(
        "Compressed bundle format version: {}\n\
         Total file size (including headers): {} bytes\n\
         Compression method used: {}\n\
         Compression level: {level}\n\
         Binary size before compression: {} bytes\n\
         Binary size after compression: {} bytes\n\
         {}\n\
         Compression speed: {:.2} MB/s\n\
         Truncated MD5 hash: {}",
        compression.version.unwrap_or_default(),
        HumanCount(compression.size.0),
        compression.method.unwrap_or_default(),
        HumanCount(compression.decompressed_size.0),
        HumanCount(compression.compressed_size.0),
        rates(compression.decompressed_size.0, compression.compressed_size.0),
        speed(compression.decompressed_size.0, compression.took.unwrap_or_default()),
        hash(compression.digest),
    )
}

/// Damage was an error before, so the hashes match here.
fn describe_decompressed(compression: &Compression) -> String {
    let total = compression.declares_size;
    let total = total.then(|| {
        format!(
            "Total file size (from header): {} bytes\n",
            HumanCount(compression.size.0)
        )
    });
    format!(
        "Compressed bundle format version: {}\n\
         {}\
         Decompression method: {}\n\
         Size before decompression: {} bytes\n\
         Size after decompression: {} bytes\n\
         {}\n\
         Decompression speed: {:.2} MB/s\n\
         Stored hash: {hash}\n\
         Recalculated hash: {hash}\n\
         Hashes match: Yes",
        compression.version.unwrap_or_default(),
        total.unwrap_or_default(),
        compression.method.unwrap_or_default(),
        HumanCount(compression.compressed_size.0),
        HumanCount(compression.decompressed_size.0),
        rates(compression.decompressed_size.0, compression.compressed_size.0),
        speed(compression.decompressed_size.0, compression.took.unwrap_or_default()),
        hash = hash(compression.digest),
    )
}

fn rates(before: u64, after: u64) -> String {
    let (before, after) = (before as f64, after as f64);
    let (rate, ratio) = (before / after, after / before * 100.0);
    format!("Compression rate: {rate:.2}\nCompression ratio: {ratio:.2}%")
}

fn speed(before: u64, took: Duration) -> f64 {
    let mebibytes = before as f64 / f64::from(1u32 << 20);
    let seconds = took.as_secs_f64();
    if seconds > 0.0 { mebibytes / seconds } else { 0.0 }
}

/// The width includes the prefix `0x`.
fn hash(digest: Option<Hexadecimal>) -> String {
    format!("{:#016x}", digest.map_or(0, |digest| digest.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_hashes_are_padded() {
        assert_eq!(
            rates(400_192, 183),
            "Compression rate: 2186.84\nCompression ratio: 0.05%"
        );
        assert_eq!(format!("{:.2}", speed(400_192, Duration::from_secs(1))), "0.38");
        assert_eq!(hash(Some(Hexadecimal(0x0001_0203_0405_0607))), "0x01020304050607");
    }
}
