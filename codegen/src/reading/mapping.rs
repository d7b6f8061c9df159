//! Mappings with known keys.

use super::node::FromNode;
use crate::names::nearest;
use crate::problem::Problems;
use crate::spanned::{Span, Spanned};
use crate::yaml::{Node, Value};

/// A mapping whose keys have been checked against those it takes.
#[derive(Debug, Clone)]
pub struct Mapping<'n> {
    /// Its node.
    pub node: &'n Node,
    what: &'n str,
    /// The keys that misspelt ones were probably meant to be.
    meant: Vec<String>,
}

/// Keys that another language has and this one has not: refused by name, or passed over.
#[derive(Debug)]
pub struct Foreign {
    /// What they are not in, such as "the supported subset of …".
    pub subset: &'static str,
    /// Each with what to write instead.
    pub keys: &'static [(&'static str, &'static str)],
    /// Those that are passed over, since nothing that is generated would depend on them.
    pub passed_over: &'static [&'static str],
}

impl Foreign {
    /// What to do about `key`, where it is refused.
    fn hint(&self, key: &str) -> Option<&'static str> {
        let (_, hint) = self.keys.iter().find(|(name, _)| *name == key)?;
        Some(hint)
    }
}

impl<'n> Mapping<'n> {
    /// Opens `node` as `what` (such as "an attribute"), which takes the keys `taken`. Others are reported, those of
    /// `foreign` with what to write instead.
    pub fn open<K: AsRef<str>>(
        node: &'n Node,
        what: &'n str,
        taken: &[K],
        foreign: Option<&Foreign>,
        problems: &mut Problems,
    ) -> Option<Self> {
        let taken: Vec<&str> = taken.iter().map(AsRef::as_ref).collect();
        let keys = taken.iter().map(|key| (what.to_owned(), (*key).to_owned()));
        problems.keys.extend(keys);
        let at = problems.mappings.entry(node.span.path.clone()).or_default();
        at.insert(what.to_owned());
        let Value::Map(entries) = &node.value else {
            let hint = format!("write its keys: {}", taken.join(", "));
            return problems.refuse(node, format!("{what}, a mapping"), node.describe(), hint);
        };
        let mut meant = Vec::new();
        let passed_over = foreign.map_or(&[][..], |foreign| foreign.passed_over);
        let unknown = |key: &Spanned<String>| {
            let known = [taken.as_slice(), passed_over];
            !known.iter().any(|keys| keys.contains(&key.as_str()))
        };
        for (key, _) in entries.iter().filter(|(key, _)| unknown(key)) {
            let found = format!("`{}`", key.value);
            let refused = foreign.and_then(|foreign| Some((foreign.subset, foreign.hint(key)?)));
            if let Some((subset, hint)) = refused {
                problems.add(key, format!("{subset} in {what}"), found, hint);
                continue;
            }
            let hint = match nearest(key, &taken) {
                Some(near) => {
                    meant.push(near.to_owned());
                    format!("did you mean `{near}`?")
                }
                None => format!("{what} takes: {}", taken.join(", ")),
            };
            problems.add(key, format!("a key of {what}"), found, hint);
        }
        Some(Self { node, what, meant })
    }

    /// The node under `key`; its absence is reported, unless it is there and misspelt.
    pub fn required(&self, key: &str, problems: &mut Problems) -> Option<&'n Node> {
        let node = self.node.get(key);
        if self.meant.iter().any(|meant| meant == key) {
            return node;
        }
        node.or_else(|| {
            let expected = format!("the key `{key}` in {}", self.what);
            problems.refuse(self, expected, "no such key", format!("add `{key}:`"))
        })
    }

    /// The value under `key`. Where a `T` must be there, its absence is reported.
    pub fn value<T: FromNode>(&self, key: &str, problems: &mut Problems) -> Option<T> {
        match self.node.get(key) {
            None if let Some(absent) = T::absent() => Some(absent),
            _ => {
                let node = self.required(key, problems);
                node.and_then(|node| T::from_node(node, problems)).or_else(T::unread)
            }
        }
    }
}

impl AsRef<Span> for Mapping<'_> {
    fn as_ref(&self) -> &Span {
        &self.node.span
    }
}

/// Where the mapping is.
impl FromKeys for Span {
    fn names() -> Vec<String> {
        Vec::new()
    }

    fn from_keys(map: &Mapping<'_>, _problems: &mut Problems) -> Option<Self> {
        Some(map.node.span.clone())
    }
}

/// What several keys of one mapping say together.
pub trait FromKeys: Sized {
    /// Those keys.
    fn names() -> Vec<String>;

    /// Reads them.
    fn from_keys(map: &Mapping<'_>, problems: &mut Problems) -> Option<Self>;
}

/// The key that a field of a declared struct stands for, unless the declaration names another.
pub fn key(field: &str) -> String {
    field.trim_start_matches('_').replace('_', "-")
}
