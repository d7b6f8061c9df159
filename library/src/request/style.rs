//! A spelling of IDs.

use offload_bundle_core::registry::Registry;

/// A style of IDs that the grammar of a registry knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdStyle(&'static str);

impl IdStyle {
    /// The style called `name`; none if `registry` has no such style.
    pub fn named(registry: &Registry, name: &str) -> Option<Self> {
        let mut known = registry.ids.styles.iter();
        known.find(|known| known.name == name).map(|known| Self(known.name))
    }

    /// Its name in the schema.
    pub fn name(self) -> &'static str {
        self.0
    }
}
