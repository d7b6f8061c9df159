//! Which entries are wanted, by components of their IDs.

use offload_bundle_core::ids::{IdComponent, IdComponentError, IdGrammar};
use offload_bundle_core::registry::Registry;

/// What is wanted of each component. An entry is taken if it may serve one of the requests for each component that there are requests
/// for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filter {
    /// Offload kinds.
    pub kinds: Vec<RequestedKind>,
    /// Target triples.
    pub triples: Vec<RequestedTriple>,
    /// Target IDs: processors, perhaps with features.
    pub targets: Vec<RequestedTarget>,
}

/// An offload kind that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedKind(String);

/// A target triple that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedTriple(String);

/// A target ID that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedTarget(String);

impl RequestedKind {
    /// The kind called `text`.
    ///
    /// # Errors
    ///
    /// The text does not follow the grammar, or names something unknown.
    pub fn parse(registry: &Registry, text: &str) -> Result<Self, IdComponentError> {
        checked(registry, IdComponent::Kind, text).map(Self)
    }
}

impl RequestedTriple {
    /// The triple that `text` spells.
    ///
    /// # Errors
    ///
    /// The text does not follow the grammar, or names something unknown.
    pub fn parse(registry: &Registry, text: &str) -> Result<Self, IdComponentError> {
        checked(registry, IdComponent::Triple, text).map(Self)
    }
}

impl RequestedTarget {
    /// The target ID that `text` spells.
    ///
    /// # Errors
    ///
    /// The text does not follow the grammar, or names something unknown.
    pub fn parse(registry: &Registry, text: &str) -> Result<Self, IdComponentError> {
        checked(registry, IdComponent::Target, text).map(Self)
    }
}

fn checked(registry: &Registry, component: IdComponent, text: &str) -> Result<String, IdComponentError> {
    registry.ids.check_component(component, text)?;
    Ok(text.into())
}

impl Filter {
    /// Whether nothing is asked of the kind, so that an entry's kind is not why it is taken.
    pub(crate) fn takes_any_kind(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Whether it takes the entry `id`; none stands for an ID that cannot be read.
    pub(crate) fn takes(&self, ids: &dyn IdGrammar, id: Option<&str>) -> bool {
        let fits = |component, asked: &str| id.is_some_and(|id| ids.fits(id, component, asked));
        let one_of = |mut asked: &mut dyn Iterator<Item = &String>, component| {
            let mut asked = (&mut asked).peekable();
            asked.peek().is_none() || asked.any(|asked| fits(component, asked))
        };
        one_of(&mut self.kinds.iter().map(|kind| &kind.0), IdComponent::Kind)
            && one_of(&mut self.triples.iter().map(|triple| &triple.0), IdComponent::Triple)
            && one_of(&mut self.targets.iter().map(|target| &target.0), IdComponent::Target)
    }
}
