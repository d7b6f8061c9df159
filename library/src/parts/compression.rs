//! How to compress an output, and how a bundle is compressed.

use std::fmt;
use std::time::Duration;

use offload_bundle_core::envelope::{Envelope, Method};
use offload_bundle_core::placement::RuntimeRule;
use offload_bundle_core::registry::Registry;
use offload_bundle_formats::registry::REGISTRY;
use serde::Serialize;

use crate::report::{Hexadecimal, Integer};

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
