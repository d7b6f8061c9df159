//! Mappings with free keys, such as `types:`: their entries in file order.

use super::node::FromNode;
use crate::problem::Problems;
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

/// The entries of a mapping with free keys, in file order.
#[derive(Debug, Clone)]
pub struct Entries<T>(pub(super) Vec<T>);

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Entries<T> {
    /// The entries; none are left.
    pub fn take(&mut self) -> Self {
        Self(std::mem::take(&mut self.0))
    }

    /// The entries, to be changed.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }
}

impl<T> IntoIterator for Entries<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// What an entry of a mapping with free keys can be read as, such as one in `types:`.
pub trait FromEntry: Sized {
    /// Reads `node`, which is under `key`.
    fn from_entry(key: &Spanned<String>, node: &Node, problems: &mut Problems) -> Option<Self>;
}

/// What a key of a mapping with free keys can be read as.
pub trait FromKey: Sized {
    /// Reads `key`.
    fn from_key(key: &Spanned<String>, problems: &mut Problems) -> Option<Self>;
}

/// A mapping with free keys, perhaps absent. Entries that can't be read are left out.
impl<T: FromEntry> FromNode for Entries<T> {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Map(entries) => {
                let entries = entries
                    .iter()
                    .filter_map(|(key, node)| T::from_entry(key, node, problems));
                Some(Self(entries.collect()))
            }
            _ => problems.refuse(node, "a mapping", node.describe(), "write `name: …` lines"),
        }
    }

    fn absent() -> Option<Self> {
        Some(Self(Vec::new()))
    }

    fn unread() -> Option<Self> {
        Self::absent()
    }
}

impl<K: FromKey, T: FromNode> FromEntry for (K, T) {
    fn from_entry(key: &Spanned<String>, node: &Node, problems: &mut Problems) -> Option<Self> {
        let key = K::from_key(key, problems);
        let value = T::from_node(node, problems);
        Some((key?, value?))
    }
}

impl FromKey for Spanned<String> {
    fn from_key(key: &Spanned<String>, _problems: &mut Problems) -> Option<Self> {
        Some(key.clone())
    }
}

impl FromKey for Spanned<u64> {
    fn from_key(key: &Spanned<String>, problems: &mut Problems) -> Option<Self> {
        key.parse().ok().map(|number| key.with(number)).or_else(|| {
            let found = format!("`{}`", key.value);
            let hint = "write the number before the colon";
            problems.refuse(key, "a whole number from 0 to 2^64 - 1", found, hint)
        })
    }
}
