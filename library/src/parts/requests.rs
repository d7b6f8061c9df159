//! How to read inputs and which files to skip; versions, releases and spellings of what is written; how an output or a bundle is compressed.

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

/// How to read inputs. By default, the content determines the file type, and everything in the input is searched.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct ScanRequest {
    /// The file type of the inputs; detected by default.
    pub file_type: Option<&'static FileType>,
    /// Searches the whole file for containers, not only the known places.
    pub carve: bool,
    /// Does not check the digest of compressed bundles when they are decompressed.
    pub no_verify: bool,
    /// Does not search the archives to which device code of a library was moved. By default, listing, verifying, extracting and asking for
    /// support on a GPU search them as loaders do, including their environment variables.
    pub no_follow: bool,
    /// The maximum number of bytes that a compressed bundle may hold; no limit by default.
    pub max_size: Option<ByteSize>,
    /// The rules of another tool, if the program replaces one.
    pub(crate) rules: ScanRules,
}

impl ScanRequest {
    /// Sets the rules of another tool to follow.
    #[must_use]
    pub fn by(mut self, rules: ScanRules) -> Self {
        self.rules = rules;
        self
    }
}

/// A pattern with `*`, `?`, `**` and `[…]` for paths in a folder or package. With a slash it matches the whole path; without, the name of a
/// file or of a folder above it.
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
    /// Returns what is wrong with the pattern, for people.
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
    /// assert!(Release::named(&REGISTRY, "1").is_none());
    /// ```
    pub fn named(registry: &Registry, name: &str) -> Option<Self> {
        Self::all(registry).into_iter().find(|known| known.0 == name)
    }

    /// Returns the releases whose numbers are known, in the order of their names.
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

/// A spelling of IDs that the grammar of a registry knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdStyle(&'static str);

impl IdStyle {
    /// Returns the style called `name`, or `None` if `registry` has no such style.
    pub fn named(registry: &Registry, name: &str) -> Option<Self> {
        let mut known = registry.ids.styles.iter();
        known.find(|known| known.name == name).map(|known| Self(known.name))
    }

    /// Returns the name in the schema.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// How to compress. What is not set has the default of the format.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct CompressionRequest {
    /// The method; by default, the first of the registry.
    pub method: Option<CompressionMethod>,
    /// The level; by default, that of the method.
    pub level: Option<i32>,
    /// The version; by default, that of the format.
    pub version: Option<CompressionVersion>,
    /// The number of threads, if the method can use several; by default, the number of cores, and four at most. The output does not depend
    /// on it.
    pub threads: Option<CompressionThreads>,
}

impl CompressionRequest {
    /// Returns whether anything is set, which means that compression is requested.
    pub fn is_asked_for(&self) -> bool {
        self.method.is_some() || self.level.is_some() || self.version.is_some()
    }

    /// The same; with the usual method where nothing is asked for, so that compression is.
    pub(crate) fn or_usual(self, registry: &Registry) -> Self {
        match self.is_asked_for() {
            true => self,
            false => Self { method: CompressionMethod::usual(registry), ..self },
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
    /// Returns the default: the first format and its first method. Returns `None` if `registry` has no compressed format.
    pub fn usual(registry: &Registry) -> Option<Self> {
        let envelope = *registry.envelopes.first()?;
        Some(Self { envelope, method: *envelope.methods().first()? })
    }

    /// Returns the first method with this name in the schemas, such as `zlib`.
    ///
    /// ```
    /// use offload_bundle::request::{CompressionMethod, CompressionRequest};
    ///
    /// let mut zlib = CompressionRequest::default();
    /// zlib.method = CompressionMethod::named("zlib");
    /// let packed = offload_bundle::BundleBuilder::new()
    ///     .entry("host-x86_64-unknown-linux-gnu-", vec![0; 10_000])
    ///     .compressed(&zlib)
    ///     .to_bytes()?;
    /// # let file = offload_bundle::OffloadFile::from_bytes(packed)?;
    /// # assert!(file.bundles().all(|bundle| bundle.compression().and_then(|packed| packed.method) == Some("zlib")));
    /// # Ok::<(), offload_bundle::Error>(())
    /// ```
    pub fn named(name: &str) -> Option<Self> {
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
    /// The maximum. Each thread needs memory of its own, some 34 MiB at the default level of Zstandard.
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

/// A release of a runtime, and what it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuntimeRelease {
    release: (u64, u64),
    rule: &'static RuntimeRule<'static>,
}

impl RuntimeRelease {
    /// Returns the release that `text` names by two numbers with a dot between them. Returns `None` if `text` names no release, or one
    /// older than all in `registry`.
    ///
    /// ```
    /// use offload_bundle::request::RuntimeRelease;
    /// use offload_bundle::REGISTRY;
    ///
    /// let runtime = RuntimeRelease::named(&REGISTRY, "6.3").expect("it is known");
    /// assert_eq!((runtime.to_string(), runtime.versions()), ("HIP of ROCm 6.3".to_owned(), &[1, 2][..]));
    /// assert!(RuntimeRelease::named(&REGISTRY, "6").is_none());
    /// ```
    pub fn named(registry: &Registry, text: &str) -> Option<Self> {
        let release = RuntimeRule::release(text)?;
        Some(Self { release, rule: registry.runtime(release)? })
    }

    /// Returns the versions of the compressed format that the runtime reads, in ascending order; empty if it reads none.
    pub fn versions(self) -> &'static [u64] {
        self.rule.versions
    }

    /// Whether it reads what is in the format called `format`, in this version. Nothing is known of other formats than its own.
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
    /// The name of the compressed format, as `formats` shows it.
    pub format: &'static str,
    /// The version of the format; present only if the format has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The compression method; null if it is not known.
    pub method: Option<&'static str>,
    /// The level that was used; absent if nothing was compressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<i32>,
    /// The offset of the compressed bundle, which begins with its header, in the input, in bytes; absent if the bundle was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<Integer>,
    /// The length of header and compressed bytes together, in bytes.
    pub size: Integer,
    /// The length of the compressed bytes alone, in bytes.
    pub compressed_size: Integer,
    /// The length of the decompressed bytes.
    pub decompressed_size: Integer,
    /// The MD5 digest of the decompressed bytes as the header has it: 16 hexadecimal digits, its first eight bytes as a little-endian
    /// number. Absent if the format has no digest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Hexadecimal>,
    /// Whether the header declares the total length.
    #[serde(skip)]
    pub declares_size: bool,
    /// How long compressing or decompressing took, if that was done.
    #[serde(skip)]
    pub took: Option<Duration>,
}
