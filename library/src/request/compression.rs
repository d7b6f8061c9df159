//! How to compress an output.

use offload_bundle_core::envelope::{Envelope, Method};
use offload_bundle_core::registry::Registry;
use offload_bundle_formats::registry::REGISTRY;

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
