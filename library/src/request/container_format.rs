//! A format of containers, by its name.

use offload_bundle_core::container::Container;
use offload_bundle_core::registry::Registry;

/// A format of containers that code objects can be put into: any that is written, and no text.
#[derive(Debug, Clone, Copy)]
pub struct ContainerFormat(pub &'static dyn Container);

impl ContainerFormat {
    /// The formats of `registry`, in its order.
    pub fn all(registry: &Registry) -> impl Iterator<Item = Self> {
        let containers = registry.containers.iter().copied();
        let written = containers.filter(|known| known.is_written() && !registry.is_text(*known));
        written.map(Self)
    }

    /// The format called `name`: its name in the schema, with or without dashes for its underscores, or one of its aliases.
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
