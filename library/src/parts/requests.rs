//! The shared options of requests.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::time::Duration;

use glob::{MatchOptions, Pattern};
use offload_bundle_core::envelope::{Envelope, Method};
use offload_bundle_core::placement::RuntimeRule;
use offload_bundle_core::registry::{FileType, Registry};
use offload_bundle_formats::registry::REGISTRY;
use serde::Serialize;

use crate::report::{Hexadecimal, Integer};
use crate::request::ByteSize;
use crate::request::rules::ScanRules;

/// The options for reading inputs. By default, the content determines the file type, and the whole input is searched.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct ScanRequest {
    /// The file type of the inputs; detected by default.
    pub file_type: Option<&'static FileType>,
    /// Searches the whole file for containers, not only the known places.
    pub carve: bool,
    /// Skips the check of digests when compressed bundles are decompressed.
    pub no_verify: bool,
    /// Does not search archives with moved device code. By default, `list`, `verify`, `extract` and `supports` search
    /// them as loaders do, including environment variables.
    pub no_follow: bool,
    /// The maximum number of decompressed bytes of a bundle; no limit by default.
    pub max_size: Option<ByteSize>,
    pub(crate) rules: ScanRules,
}

impl ScanRequest {
    /// Sets the rules to follow.
    #[must_use]
    pub fn with_rules(mut self, rules: ScanRules) -> Self {
        self.rules = rules;
        self
    }
}

/// A pattern with `*`, `?`, `**` and `[…]` for paths in a folder or package. A pattern with a slash matches the whole
/// path; any other matches the name of a file or of a folder above it.
///
/// ```
/// use offload_bundle::request::PathPattern;
///
/// let pattern = PathPattern::new("*.debug").unwrap();
/// assert!(pattern.matches("lib/librocblas.so.debug".as_ref()));
/// assert!(!pattern.matches("lib/librocblas.so".as_ref()));
/// assert!(PathPattern::new("lib/*").unwrap().matches("lib/librocblas.so".as_ref()));
/// assert!(PathPattern::new("tests").unwrap().matches("a/tests/b.so".as_ref()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathPattern(Pattern);

impl PathPattern {
    /// Parses a pattern.
    ///
    /// # Errors
    ///
    /// Returns a description of the fault if the pattern is not valid.
    pub fn new(text: &str) -> Result<Self, String> {
        let pattern = Pattern::new(text);
        pattern
            .map(Self)
            .map_err(|error| format!("at character {}: {}", error.pos, error.msg))
    }

    /// Returns whether the pattern matches the file at `path`.
    pub fn matches(&self, path: &Path) -> bool {
        let options = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
        let fits = |path: &Path| self.0.matches_with(&path.to_string_lossy(), options);
        match self.0.as_str().contains('/') {
            true => fits(path),
            false => path.iter().any(|name| fits(Path::new(name))),
        }
    }
}

/// A version of a container's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormatVersion(pub u64);

/// A release of the tools that write a format, by its name in the schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Release(&'static str);

impl Release {
    /// Returns the release called `name`, or `None` if no format of `registry` has it.
    ///
    /// ```
    /// use offload_bundle::request::Release;
    /// use offload_bundle::REGISTRY;
    ///
    /// assert!(Release::from_name(&REGISTRY, "1").is_none());
    /// ```
    pub fn from_name(registry: &Registry, name: &str) -> Option<Self> {
        Self::all(registry).into_iter().find(|known| known.0 == name)
    }

    /// Returns the releases with known numbers, sorted by name.
    pub fn all(registry: &Registry) -> Vec<Self> {
        let tables = registry
            .containers
            .iter()
            .filter_map(|container| container.attributes());
        let words = tables.flat_map(|table| table.numbers).flat_map(|number| number.words);
        let names: BTreeSet<&'static str> = words.flat_map(|word| word.releases).copied().collect();
        names.into_iter().map(Self).collect()
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// A spelling of IDs in the grammar of a registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdStyle(&'static str);

impl IdStyle {
    /// Returns the style called `name`, if `registry` has it.
    pub fn from_name(registry: &Registry, name: &str) -> Option<Self> {
        let mut known = registry.ids.styles.iter();
        known.find(|known| known.name == name).map(|known| Self(known.name))
    }

    /// Returns the name in the schema.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// The options for compression. Unset options use the defaults of the format.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct CompressionRequest {
    /// The method; by default, the first of the registry.
    pub method: Option<CompressionMethod>,
    /// The level; by default, the method's default.
    pub level: Option<i32>,
    /// The version; by default, the format's default.
    pub version: Option<CompressionVersion>,
    /// The number of threads, if the method supports several; by default, the number of cores, but at most four. The
    /// output does not depend on it.
    pub threads: Option<CompressionThreads>,
}

impl CompressionRequest {
    /// Returns whether any option requests compression.
    pub fn is_enabled(&self) -> bool {
        self.method.is_some() || self.level.is_some() || self.version.is_some()
    }

    /// The default method if nothing is requested.
    pub(crate) fn or_usual(self, registry: &Registry) -> Self {
        match self.is_enabled() {
            true => self,
            false => Self { method: CompressionMethod::default_method(registry), ..self },
        }
    }
}

/// A compression method, and its format.
#[derive(Debug, Clone, Copy)]
pub struct CompressionMethod {
    /// The format.
    pub envelope: &'static dyn Envelope,
    /// One of the [`Envelope::methods`] of the format.
    pub method: Method,
}

impl CompressionMethod {
    /// Returns the first method of the first format, or `None` if `registry` has no compressed format.
    pub fn default_method(registry: &Registry) -> Option<Self> {
        let envelope = *registry.envelopes.first()?;
        Some(Self { envelope, method: *envelope.methods().first()? })
    }

    /// Returns the first method with this name in the schemas, such as `zlib`.
    ///
    /// ```
    /// use offload_bundle::request::{CompressionMethod, CompressionRequest};
    ///
    /// let mut zlib = CompressionRequest::default();
    /// zlib.method = CompressionMethod::from_name("zlib");
    /// let packed = offload_bundle::BundleBuilder::new()
    ///     .entry("host-x86_64-unknown-linux-gnu-", vec![0; 10_000])
    ///     .compressed(&zlib)
    ///     .to_bytes()?;
    /// # let file = offload_bundle::OffloadFile::from_bytes(packed)?;
    /// # assert!(file.bundles().all(|bundle| bundle.compression().and_then(|packed| packed.method) == Some("zlib")));
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all(&REGISTRY).find(|known| known.method.name == name)
    }

    /// Returns every method of every format.
    pub fn all(registry: &Registry) -> impl Iterator<Item = Self> {
        let envelopes = registry.envelopes.iter().copied();
        envelopes.flat_map(|envelope| {
            envelope
                .methods()
                .iter()
                .map(move |method| Self { envelope, method: *method })
        })
    }
}

/// The number of threads that compress: from 1 to [`Self::MOST`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompressionThreads(u32);

impl CompressionThreads {
    /// The maximum. Each thread needs about 34 MiB at the default level of Zstandard.
    pub const MOST: u32 = 64;

    /// Creates the number of threads. Returns `None` if it is zero or more than [`Self::MOST`].
    pub fn new(number: u32) -> Option<Self> {
        (1..=Self::MOST).contains(&number).then_some(Self(number))
    }

    /// Returns the number.
    pub fn get(self) -> u32 {
        self.0
    }
}

/// A version of a compressed format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompressionVersion(pub u64);

/// A release of a runtime, with the versions that it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuntimeRelease {
    release: (u64, u64),
    rule: &'static RuntimeRule<'static>,
}

impl RuntimeRelease {
    /// Returns the release of `text`: two numbers separated by a dot. Returns `None` for any other text, or for a
    /// release before the first in `registry`.
    ///
    /// ```
    /// use offload_bundle::request::RuntimeRelease;
    /// use offload_bundle::REGISTRY;
    ///
    /// let runtime = RuntimeRelease::from_name(&REGISTRY, "6.3").expect("it is known");
    /// assert_eq!((runtime.to_string(), runtime.versions()), ("ROCm HIP 6.3".to_owned(), &[1, 2][..]));
    /// assert!(RuntimeRelease::from_name(&REGISTRY, "6").is_none());
    /// ```
    pub fn from_name(registry: &Registry, text: &str) -> Option<Self> {
        let release = RuntimeRule::release(text)?;
        Some(Self { release, rule: registry.runtime(release)? })
    }

    /// Returns the versions of the compressed format that the runtime reads, in ascending order.
    pub fn versions(self) -> &'static [u64] {
        self.rule.versions
    }

    /// Returns whether the runtime reads the format called `format` in this version. Formats without a rule count as
    /// readable.
    #[doc(hidden)]
    pub fn reads(self, format: &str, version: Option<u64>) -> bool {
        self.rule.format != format || version.is_some_and(|version| self.rule.versions.contains(&version))
    }
}

impl fmt::Display for RuntimeRelease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}.{}", self.rule.title, self.release.0, self.release.1)
    }
}

/// The compression of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Compression {
    /// The name of the compressed format, as in `formats`.
    pub format: &'static str,
    /// The version, if the format has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The compression method; null if it is not known.
    pub method: Option<&'static str>,
    /// The level; absent if nothing was compressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<i32>,
    /// The offset of the compressed bundle with its header in the input, in bytes; absent for a new bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<Integer>,
    /// The length of the header and the compressed bytes, in bytes.
    pub size: Integer,
    /// The length of the compressed bytes without the header.
    pub compressed_size: Integer,
    /// The length of the decompressed bytes.
    pub decompressed_size: Integer,
    /// The MD5 digest in the header, if any: 16 hexadecimal digits, its first eight bytes as a little-endian number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Hexadecimal>,
    /// Whether the header declares the total length.
    #[serde(skip)]
    pub declares_size: bool,
    /// The duration of compression or decompression, if any.
    #[serde(skip)]
    pub took: Option<Duration>,
}
