//! Versions, releases and spellings of what is written.

use std::collections::BTreeSet;

use offload_bundle_core::registry::Registry;

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
