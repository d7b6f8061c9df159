//! A container format, by its name.

use offload_bundle_core::container::Container;
use offload_bundle_core::registry::Registry;

/// A container format for code objects that can be written and is not text.
#[derive(Debug, Clone, Copy)]
pub struct ContainerFormat(pub &'static dyn Container);

impl ContainerFormat {
    /// Returns the formats of `registry`, in its order.
    pub fn all(registry: &Registry) -> impl Iterator<Item = Self> {
        let containers = registry.containers.iter().copied();
        let written = containers.filter(|known| known.is_written() && !registry.is_text(*known));
        written.map(Self)
    }

    /// Returns the format called `name`: its name in the schema, with underscores or dashes, or one of its aliases.
    ///
    /// ```
    /// use offload_bundle::request::ContainerFormat;
    /// use offload_bundle::REGISTRY;
    ///
    /// let named = |name| ContainerFormat::named(&REGISTRY, name).map(|format| format.0.name());
    /// assert_eq!(named("binary_bundle"), Some("binary_bundle"));
    /// assert_eq!(named("binary-bundle"), Some("binary_bundle"));
    /// assert_eq!(named("bundle"), Some("binary_bundle"));
    /// assert_eq!(named("binary"), None);
    /// ```
    pub fn named(registry: &Registry, name: &str) -> Option<Self> {
        let whole = name.replace('-', "_");
        Self::all(registry).find(|known| known.0.name() == whole || known.0.aliases().contains(&name))
    }
}
