//! Compression: what is asked of the driver, what it tells of it, and its words for what cannot be decompressed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use offload_bundle::codec::levels;
use offload_bundle::error::OpError;
use offload_bundle::input::{Input, STANDARD};
use offload_bundle::ops::CompressionReport;
use offload_bundle::request::{CompressionMethod, CompressionRequest, CompressionVersion, ScanRequest};
use offload_bundle::scan::{FoundEnvelope, scan};
use offload_bundle_cli_definitions::clang_offload_bundler::DROP_IN;
use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::envelope::EnvelopeHeader;
use offload_bundle_core::error::{Problem, ReadError, Stop};

use super::driver::Driver;
use super::environment;

/// Releases and other styles that compress, each with the versions of the compressed format that it writes, its own choice first.
const COMPRESSED_VERSIONS: &[(&str, &[u64])] =
    &[("19", &[2]), ("22", &[3, 2]), ("canonical", &[3, 2]), ("verbatim", &[3, 2])];

/// How much of an input is looked at to find what is wrong with a header at its start, in bytes.
const HEAD: u64 = 4096;

/// The versions of the compressed format that a release writes, its own choice first; none if it does not compress.
pub(super) fn versions_of(style: &str) -> &'static [u64] {
    let known = COMPRESSED_VERSIONS.iter().find(|(release, _)| *release == style);
    known.map_or(&[], |(_, versions)| versions)
}

impl Driver<'_> {
    /// A release that does not compress has no options for it.
    ///
    /// # Errors
    ///
    /// The message.
    pub(super) fn check_compression(&self) -> Result<(), String> {
        let options = &self.options;
        let given = [
            ("compress", options.compress.is_some()),
            ("compression-level", options.compression_level.is_some()),
            ("verbose", options.verbose.is_some()),
        ];
        let release = &self.style;
        let unknown = DROP_IN.options.iter();
        let unknown = unknown.filter(|option| !option.is_known_to(release, DROP_IN.releases));
        let unknown: Vec<_> = unknown.filter(|option| given.contains(&(option.name, true))).collect();
        let Some(first) = unknown.first() else { return Ok(()) };
        let names: Vec<String> = unknown.iter().map(|option| format!("-{}", option.name)).collect();
        Err(format!(
            "release {release} does not know {}; emulate release {}, or leave that out",
            names.join(", "),
            first.releases.join(" or ")
        ))
    }

    /// How to compress the output, if that is asked for.
    pub(super) fn compression_request(&self) -> CompressionRequest {
        let mut request = CompressionRequest::default();
        let versions = versions_of(&self.style);
        let asked = self.options.compress;
        let asked = asked.unwrap_or_else(|| environment::compresses(&self.environment));
        let (Some(own), Some(usual), true) = (versions.first(), CompressionMethod::usual(self.registry), asked) else {
            return request;
        };
        let version = environment::version(&self.environment).filter(|version| versions.contains(version));
        let range = levels(usual.method.codec);
        // 0 asks for the usual level; the codec's own clamp is repeated, because ours refuses what it does not know.
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

    /// Tells what became of a compressed output, where more is to be said.
    pub(super) fn report_compressed(&mut self, report: Option<&CompressionReport>) {
        let Some(report) = report.filter(|_| self.is_verbose()) else {
            return;
        };
        let level = self.asked_level().unwrap_or(report.level).to_string();
        let info = &report.info;
        let sizes = Sizes {
            version: report.version,
            method: report.method.name,
            before: info.decompressed_len,
            after: info.len,
            digest: info.digest.leading(),
            took: report.took,
        };
        let line = sizes.compressed(report.total_len, &level);
        self.say(&line);
    }

    /// Says what the only input is, where more is to be said. Nothing is known of what has come through a pipe: it is gone.
    ///
    /// # Errors
    ///
    /// Compressed bytes do not hold what is declared.
    pub(super) fn report_input(&mut self, options: &ScanRequest) -> Result<(), OpError> {
        let input = self.options.input.first().filter(|input| input.as_os_str() != STANDARD);
        let Some(name) = input.filter(|_| self.is_verbose()).cloned() else {
            return Ok(());
        };
        // A header that does not say how long the compressed bytes are has them decompressed by the scan.
        let mut started = Instant::now();
        let scan = match scan(self.registry, &Arc::new(Input::open(&name)?), options) {
            Ok(scan) => scan,
            // Whether that is an error is for the operation to say.
            Err(_) => return Ok(()),
        };
        let mut plain = true;
        for found in &scan.bundles {
            let Some(envelope) = &found.envelope else { continue };
            plain = false;
            found.input.verify()?;
            let line = self.decompressed(envelope, found.input.len(), started.elapsed());
            self.say(&line);
            started = Instant::now();
        }
        if plain {
            self.say("Uncompressed bundle.");
        }
        Ok(())
    }

    /// What is to be said of compressed bytes once they have been decompressed to `before` bytes.
    fn decompressed(&self, envelope: &FoundEnvelope, before: u64, took: Duration) -> String {
        let header = &envelope.header;
        let sizes = Sizes {
            version: header.version,
            method: header.method.as_ref().map_or("", |method| method.name),
            before,
            after: envelope.compressed_len(),
            digest: header.digest.value,
            took,
        };
        sizes.decompressed(header.len.as_ref().map(|len| len.value))
    }

    /// The tool's words for an error in a compressed file, as far as it has some.
    pub(super) fn bad_compressed(&self, error: &OpError) -> Option<String> {
        let OpError::Read { file, error: fault } = error else {
            return None;
        };
        let what = match fault.problem {
            Problem::Corrupt { .. } | Problem::HoldsMore { .. } | Problem::NeedsMemory { .. } => {
                "Could not decompress embedded file contents"
            }
            _ => match self.header_at_start(file)? {
                Err(error) if error == *fault => "Compressed bundle header size too small",
                Ok(header) if header.method.as_ref().is_err_and(|error| error == fault) => "Unknown compressing method",
                _ => return None,
            },
        };
        // The tool's words for what went wrong, then ours for where and what.
        Some(format!("Failed to decompress input: {what}: {error}"))
    }

    /// The header at the start of `file`, if there should be one.
    fn header_at_start(&self, file: &str) -> Option<Result<EnvelopeHeader, ReadError>> {
        if file == STANDARD {
            return None;
        }
        let input = Input::open(file).ok()?;
        let head = input.window(0, HEAD).ok()?;
        let envelope = self.registry.envelope(&head)?;
        match envelope.read(Bytes::windowed(&head, input.len())) {
            Ok(header) => Some(Ok(header)),
            Err(Stop::Failed(error)) => Some(Err(error)),
            Err(Stop::NeedMore { .. }) => None,
        }
    }
}

/// What is said of compressed bytes.
struct Sizes {
    version: u64,
    method: &'static str,
    /// Length of what was or is to be compressed, in bytes.
    before: u64,
    /// Length of the compressed bytes.
    after: u64,
    digest: u64,
    took: Duration,
}

impl Sizes {
    /// What is said of an output of `total` bytes that was compressed at `level`.
    fn compressed(&self, total: u64, level: &str) -> String {
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
            self.version,
            grouped(total),
            self.method,
            grouped(self.before),
            grouped(self.after),
            self.rates(),
            self.speed(),
            self.hash(),
        )
    }

    /// What is said of an input of `total` bytes, as far as that is known. What is said of damaged input is an error, so that hashes
    /// match wherever this is said.
    fn decompressed(&self, total: Option<u64>) -> String {
        let total = total.map(|total| format!("Total file size (from header): {} bytes\n", grouped(total)));
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
            self.version,
            total.unwrap_or_default(),
            self.method,
            grouped(self.after),
            grouped(self.before),
            self.rates(),
            self.speed(),
            hash = self.hash(),
        )
    }

    fn rates(&self) -> String {
        let (before, after) = (self.before as f64, self.after as f64);
        let (rate, ratio) = (before / after, after / before * 100.0);
        format!("Compression rate: {rate:.2}\nCompression ratio: {ratio:.2}%")
    }

    /// In MiB/s of what is not compressed, under the name that the tool gives it.
    fn speed(&self) -> f64 {
        let mebibytes = self.before as f64 / f64::from(1u32 << 20);
        let seconds = self.took.as_secs_f64();
        if seconds > 0.0 { mebibytes / seconds } else { 0.0 }
    }

    /// The width counts the two characters in front.
    fn hash(&self) -> String {
        format!("{:#016x}", self.digest)
    }
}

/// A number with a comma before every third digit from its end.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        let left = digits.len().saturating_sub(index);
        if index > 0 && left.is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        let cases =
            [(0, "0"), (999, "999"), (1000, "1,000"), (400_192, "400,192"), (u64::MAX, "18,446,744,073,709,551,615")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn rates_and_hashes_have_their_widths() {
        let sizes = Sizes {
            version: 3,
            method: "fast",
            before: 400_192,
            after: 183,
            digest: 0x0001_0203_0405_0607,
            took: Duration::from_secs(1),
        };
        assert_eq!(sizes.rates(), "Compression rate: 2186.84\nCompression ratio: 0.05%");
        assert_eq!(format!("{:.2}", sizes.speed()), "0.38");
        assert_eq!(sizes.hash(), "0x01020304050607");
        let lines: Vec<String> = sizes.compressed(1000, "3").lines().map(str::to_owned).collect();
        assert_eq!(lines[1], "Total file size (including headers): 1,000 bytes");
        assert_eq!(lines[5], "Binary size after compression: 183 bytes");
        let lines: Vec<String> = sizes.decompressed(None).lines().map(str::to_owned).collect();
        assert_eq!(
            lines[1..3],
            ["Decompression method: fast", "Size before decompression: 183 bytes"]
        );
    }
}
