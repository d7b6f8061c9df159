//! Which entries are wanted, by parts of their IDs.

use offload_bundle_core::ids::{IdComponent, IdGrammar};

/// What is wanted of each part. An entry is taken if it may serve one of the requests for each part that there are requests for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Kinds.
    pub kinds: Vec<String>,
    /// Triples.
    pub triples: Vec<String>,
    /// Target IDs: processors, perhaps with features.
    pub targets: Vec<String>,
}

impl Filter {
    /// Whether it takes the entry `id`; none stands for an ID that cannot be read.
    pub(super) fn takes(&self, ids: &dyn IdGrammar, id: Option<&str>) -> bool {
        let components = [
            (IdComponent::Kind, &self.kinds),
            (IdComponent::Triple, &self.triples),
            (IdComponent::Target, &self.targets),
        ];
        components.iter().all(|(component, asked)| {
            let fits = |asked: &String| id.is_some_and(|id| ids.fits(id, *component, asked));
            asked.is_empty() || asked.iter().any(fits)
        })
    }
}
