//! How archives store code.

use offload_bundle_core::registry::Registry;
use offload_bundle_core::toc::TocScheme;

/// How archives store code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArchiveScheme(TocScheme);

impl ArchiveScheme {
    /// Returns all schemes, each with its word; uncompressed code is first.
    pub fn all(registry: &Registry) -> Vec<(&'static str, Self)> {
        let mut archives = registry.containers.iter().filter_map(|known| known.toc());
        let table = archives.find(|toc| toc.table.written.is_some()).map(|toc| toc.table);
        let schemes = table
            .map(|table| [(table.listed.word, Self(TocScheme::Listed)), (table.frames.word, Self(TocScheme::Frames))]);
        schemes.into_iter().flatten().collect()
    }

    /// Returns the scheme of `word`.
    ///
    /// ```
    /// use offload_bundle::request::ArchiveScheme;
    /// use offload_bundle::REGISTRY;
    ///
    /// assert!(ArchiveScheme::named(&REGISTRY, "none").is_some());
    /// assert!(ArchiveScheme::named(&REGISTRY, "zip").is_none());
    /// ```
    pub fn named(registry: &Registry, word: &str) -> Option<Self> {
        let mut all = Self::all(registry).into_iter();
        all.find(|(known, _)| *known == word).map(|(_, scheme)| scheme)
    }

    /// How code is stored.
    pub(crate) fn scheme(self) -> TocScheme {
        self.0
    }
}
