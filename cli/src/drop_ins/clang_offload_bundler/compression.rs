//! Compression: what is asked of the driver, what it tells of it, and its words for what cannot be decompressed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use offload_bundle::codec::levels;
use offload_bundle::error::OpError;
use offload_bundle::input::{Input, STANDARD};
use offload_bundle::ops::CompressionReport;
use offload_bundle::request::{CompressionMethod, CompressionRequest, CompressionVersion, ScanRequest};
use offload_bundle::scan::{FoundEnvelope, scan};
use offload_bundle_cli_definitions::clang_offload_bundler::{COMPRESSED_VERSIONS, TEXTS};
use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::envelope::EnvelopeHeader;
use offload_bundle_core::error::{Problem, ReadError, Stop};

use super::driver::Driver;
use super::environment;
use crate::drop_ins::llvm_options::fill;

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
        let asked = options.compress.is_some() || options.level.is_some() || options.verbose.is_some();
        if asked && versions_of(&self.style).is_empty() {
            return Err(fill(TEXTS.no_compression, &[("style", &self.style)]));
        }
        Ok(())
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
        self.options.level.or_else(|| environment::level(&self.environment))
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
        let total = grouped(report.total_len);
        let line = sizes.fill(TEXTS.packed, &[("total", &total), ("level", &level)]);
        self.say(&line);
    }

    /// Says what the only input is, where more is to be said. Nothing is known of what has come through a pipe: it is gone.
    ///
    /// # Errors
    ///
    /// Compressed bytes do not hold what is declared.
    pub(super) fn report_input(&mut self, options: &ScanRequest) -> Result<(), OpError> {
        let input = self.options.inputs.first().filter(|input| *input != STANDARD);
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
            self.say(TEXTS.plain);
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
        let total = header.len.as_ref().map_or_else(String::new, |total| {
            fill(TEXTS.unpacked_total, &[("total", &grouped(total.value))])
        });
        sizes.fill(TEXTS.unpacked, &[("total", &total)])
    }

    /// The tool's words for an error in a compressed file, as far as it has some.
    pub(super) fn bad_compressed(&self, error: &OpError) -> Option<String> {
        let OpError::Read { file, error: fault } = error else {
            return None;
        };
        let template = match fault.problem {
            Problem::Corrupt { .. } | Problem::HoldsMore { .. } | Problem::NeedsMemory { .. } => TEXTS.bad_data,
            _ => match self.header_at_start(file)? {
                Err(error) if error == *fault => TEXTS.bad_header,
                Ok(header) if header.method.as_ref().is_err_and(|error| error == fault) => TEXTS.bad_method,
                _ => return None,
            },
        };
        Some(fill(template, &[("error", &error.to_string())]))
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
    fn fill(&self, template: &str, more: &[(&str, &str)]) -> String {
        let (before, after) = (self.before as f64, self.after as f64);
        let mebibytes = before / f64::from(1u32 << 20);
        let seconds = self.took.as_secs_f64();
        let speed = if seconds > 0.0 { mebibytes / seconds } else { 0.0 };
        let texts = [
            ("version", self.version.to_string()),
            ("method", self.method.to_string()),
            ("before", grouped(self.before)),
            ("after", grouped(self.after)),
            ("rate", format!("{:.2}", before / after)),
            ("ratio", format!("{:.2}", after / before * 100.0)),
            ("speed", format!("{speed:.2}")),
            // The width counts the two characters in front.
            ("hash", format!("{:#016x}", self.digest)),
        ];
        let values = texts.iter().map(|(name, text)| (*name, text.as_str()));
        let values: Vec<(&str, &str)> = values.chain(more.iter().copied()).collect();
        fill(template, &values)
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
        let template = "{version} {method} {before}>{after} {rate} {ratio}% {speed} {hash} {more}";
        assert_eq!(
            sizes.fill(template, &[("more", "!")]),
            "3 fast 400,192>183 2186.84 0.05% 0.38 0x01020304050607 !"
        );
    }
}
