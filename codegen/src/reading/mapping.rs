//! Mappings with known keys.

use super::{Read, Reader, Usual, Way};
use crate::names::nearest;
use crate::problem::Problems;
use crate::spanned::{Span, Spanned};
use crate::yaml::{Node, Value};

#[derive(Debug, Clone)]
pub struct Mapping<'n> {
    pub node: &'n Node,
    what: &'n str,
    /// The likely intended keys.
    meant: Vec<String>,
}

impl<'n> Mapping<'n> {
    /// Opens `node` as `what` (such as "an attribute") with the keys `taken`, except keys that the dialect lacks.
    /// Reports other keys.
    pub fn open<K: AsRef<str>>(node: &'n Node, what: &'n str, taken: &[K], problems: &mut Problems) -> Option<Self> {
        let dialect = problems.dialect;
        let is_own = |key: &&str| dialect.is_none_or(|dialect| dialect.takes(what, key));
        let (taken, of_others): (Vec<&str>, Vec<&str>) = taken.iter().map(AsRef::as_ref).partition(is_own);
        let keys = taken.iter().map(|key| (what.to_owned(), (*key).to_owned()));
        problems.keys.extend(keys);
        let at = problems.mappings.entry(node.span.path.clone()).or_default();
        at.insert(what.to_owned());
        let Value::Map(entries) = &node.value else {
            let hint = format!("write its keys: {}", taken.join(", "));
            return problems.refuse(node, format!("{what}, a mapping"), node.describe(), hint);
        };
        let mut meant = Vec::new();
        let passed_over = dialect.map_or(&[][..], |dialect| dialect.passed_over);
        let unknown = |key: &Spanned<String>| {
            let known = [taken.as_slice(), passed_over];
            !known.iter().any(|keys| keys.contains(&key.as_str()))
        };
        for (key, _) in entries.iter().filter(|(key, _)| unknown(key)) {
            let found = format!("`{}`", key.value);
            if let Some(hint) = dialect.and_then(|dialect| dialect.hint(what, key)) {
                let expected = format!("the supported subset of Kaitai Struct in {what}");
                problems.add(key, expected, found, hint);
                continue;
            }
            let hint = match nearest(key, &taken) {
                _ if of_others.contains(&key.as_str()) && !problems.is_typed() => {
                    format!("only schemas without `-reader-only` take `{}`: remove one", key.value)
                }
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

    /// Reports a missing key, unless it is misspelt.
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

    /// Reports a missing key if `T` is required.
    pub fn value<'a, T: Read<'a>>(&self, key: &str, reader: &mut Reader<'a, '_>) -> Option<T> {
        self.value_in::<Usual, T>(key, reader)
    }

    pub fn value_in<'a, W: Way<'a, T>, T>(&self, key: &str, reader: &mut Reader<'a, '_>) -> Option<T> {
        match self.node.get(key) {
            None if let Some(absent) = W::absent() => Some(absent),
            _ => {
                let node = self.required(key, reader);
                node.and_then(|node| W::read(node, reader)).or_else(W::unread)
            }
        }
    }
}

impl<'a> Reader<'a, '_> {
    pub fn field<W: Way<'a, T>, T>(
        &mut self,
        map: &Mapping<'_>,
        key: &str,
        check: impl Fn(&Node, &mut Problems) + 'static,
    ) -> Option<T> {
        if let Some(node) = map.node.get(key) {
            self.ask(node, check);
        }
        map.value_in::<W, T>(key, self)
    }
}

impl AsRef<Span> for Mapping<'_> {
    fn as_ref(&self) -> &Span {
        &self.node.span
    }
}

impl<'a> ReadKeys<'a> for Span {
    fn names() -> Vec<String> {
        Vec::new()
    }

    fn read_keys(map: &Mapping<'_>, _reader: &mut Reader<'a, '_>) -> Option<Self> {
        Some(map.node.span.clone())
    }
}

pub trait ReadKeys<'a>: Sized {
    fn names() -> Vec<String>;

    fn read_keys(map: &Mapping<'_>, reader: &mut Reader<'a, '_>) -> Option<Self>;
}

/// The key of a field, unless the declaration overrides it.
pub fn key(field: &str) -> String {
    field.trim_start_matches('_').replace('_', "-")
}
