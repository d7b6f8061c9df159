//! What a file can be converted to.

use offload_bundle_core::container::Container;
use offload_bundle_core::registry::Registry;

use super::container_format::ContainerFormat;

/// What a file can be converted to.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum ConvertTarget {
    /// Containers with all entries.
    Container(ContainerFormat),
    /// Files without their device code, and archives of this format with it.
    Archives(&'static dyn Container),
    /// Files with the device code of archives.
    Embedded,
}

/// The name of [`ConvertTarget::Embedded`].
const EMBEDDED: &str = "embedded";

impl ConvertTarget {
    /// Returns all targets, each with its name and title.
    pub fn all(registry: &Registry) -> Vec<(&'static str, &'static str, Self)> {
        let containers = ContainerFormat::all(registry);
        let containers = containers.map(|format| (format.0.name(), format.0.title(), Self::Container(format)));
        let archives = registry.containers.iter().copied();
        let archives = archives.filter(|known| known.toc().is_some_and(|toc| toc.table.written.is_some()));
        let archives = archives.map(|known| (known.name(), known.title(), Self::Archives(known)));
        let embedded = (EMBEDDED, "a library with its device code", Self::Embedded);
        containers.chain(archives).chain([embedded]).collect()
    }

    /// Returns the target called `name`.
    ///
    /// ```
    /// use offload_bundle::request::ConvertTarget;
    /// use offload_bundle::REGISTRY;
    ///
    /// let named = |name| ConvertTarget::named(&REGISTRY, name);
    /// assert!(matches!(named("bundle"), Some(ConvertTarget::Container(_))));
    /// assert!(matches!(named("kpack"), Some(ConvertTarget::Archives(_))));
    /// assert!(matches!(named("embedded"), Some(ConvertTarget::Embedded)));
    /// assert!(named("nothing").is_none());
    /// ```
    pub fn named(registry: &Registry, name: &str) -> Option<Self> {
        let other = || Self::all(registry).into_iter().find(|(known, ..)| *known == name);
        let container = ContainerFormat::named(registry, name).map(Self::Container);
        container.or_else(|| other().map(|(.., target)| target))
    }
}

impl From<ContainerFormat> for ConvertTarget {
    fn from(format: ContainerFormat) -> Self {
        Self::Container(format)
    }
}
