//! How an output is to be compressed.

use offload_bundle_core::envelope::{Envelope, Method};
use offload_bundle_core::registry::Registry;
use offload_bundle_formats::registry::REGISTRY;

/// How to compress. What is not said is as the format does it usually.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct CompressionRequest {
    /// The method; that which the registry names first without it.
    pub method: Option<CompressionMethod>,
    /// How much work is spent on it; the method's usual level without it.
    pub level: Option<i32>,
    /// The version of the format; the format's usual one without it.
    pub version: Option<CompressionVersion>,
    /// With how many threads, where the method can use several; as many as the machine has cores, and four at most, without it. The
    /// bytes are the same.
    pub threads: Option<CompressionThreads>,
}

impl CompressionRequest {
    /// Whether anything is said, so that compression is asked for.
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

/// A method of compression, and the format that has it.
#[derive(Debug, Clone, Copy)]
pub struct CompressionMethod {
    /// The format.
    pub envelope: &'static dyn Envelope,
    /// One of its [`Envelope::methods`].
    pub method: Method,
}

impl CompressionMethod {
    /// What is used unless more is said: the first format and its first method. None if `registry` has no such format.
    pub fn usual(registry: &Registry) -> Option<Self> {
        let envelope = *registry.envelopes.first()?;
        Some(Self { envelope, method: *envelope.methods().first()? })
    }

    /// The first method with this name in the schemas, such as `zlib`.
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

    /// Every method of every format.
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

/// How many threads compress: from 1 to [`Self::MOST`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompressionThreads(u32);

impl CompressionThreads {
    /// The greatest number. Each takes memory of its own, some 34 MiB at the usual level of Zstandard.
    pub const MOST: u32 = 64;

    /// So many; none where that is zero or more than [`Self::MOST`].
    pub fn new(number: u32) -> Option<Self> {
        (1..=Self::MOST).contains(&number).then_some(Self(number))
    }

    /// The number.
    pub fn get(self) -> u32 {
        self.0
    }
}

/// A version of the format of compressed files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompressionVersion(pub u64);
