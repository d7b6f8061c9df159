//! What every value of a schema can do: be read from a node.

use std::any::type_name;
use std::collections::BTreeSet;

use crate::problem::Problems;
use crate::yaml::Node;

/// What a node of a schema can be read as.
pub trait FromNode: Sized {
    /// Reads `node`. Nothing where it can't be read; that has been reported then.
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self>;

    /// What stands for a key that is absent. Nothing where the key is required.
    fn absent() -> Option<Self> {
        None
    }

    /// Adds the keys of this mapping and of those in it.
    fn keys(_found: &mut Keys) {}
}

/// The keys that the mappings of a dialect take.
#[derive(Debug, Default)]
pub struct Keys {
    /// What a mapping is called in problems, and a key of it.
    pub of: BTreeSet<(String, String)>,
    types: BTreeSet<&'static str>,
}

impl Keys {
    /// Adds the keys of the mapping `T`, which is called `what`. Whether that is new, so that what is in it is new too.
    pub fn add<T>(&mut self, what: &str, keys: Vec<String>) -> bool {
        self.of.extend(keys.into_iter().map(|key| (what.to_owned(), key)));
        self.types.insert(type_name::<T>())
    }
}
