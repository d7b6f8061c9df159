//! A spelling of IDs.

use offload_bundle_core::registry::Registry;

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
