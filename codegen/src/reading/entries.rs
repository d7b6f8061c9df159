//! Mappings with free keys, such as `types:`.

use super::reader::{Read, ReadEntry, ReadKey, Reader};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

#[derive(Debug, Clone)]
pub struct Entries<T>(pub Vec<T>);

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Entries<T> {
    pub fn take(&mut self) -> Self {
        Self(std::mem::take(&mut self.0))
    }

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

/// The mapping is optional. Unreadable entries are skipped.
impl<'a, T: ReadEntry<'a>> Read<'a> for Entries<T> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        match &node.value {
            Value::Map(entries) => {
                let entries = entries
                    .iter()
                    .filter_map(|(key, node)| T::read_entry(key, node, reader));
                Some(Self(entries.collect()))
            }
            _ => reader.refuse(node, "a mapping", node.describe(), "write `name: …` lines"),
        }
    }

    fn absent() -> Option<Self> {
        Some(Self(Vec::new()))
    }
}

impl<'a, K: ReadKey<'a>, T: Read<'a>> ReadEntry<'a> for (K, T) {
    fn read_entry(key: &Spanned<String>, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let value = T::read(node, reader)?;
        Some((K::read_key(key, reader), value))
    }
}

impl<'a> ReadKey<'a> for Spanned<String> {
    fn read_key(key: &Spanned<String>, _reader: &mut Reader<'a, '_>) -> Self {
        key.clone()
    }
}

impl<'a> ReadKey<'a> for &'a str {
    fn read_key(key: &Spanned<String>, reader: &mut Reader<'a, '_>) -> Self {
        reader.arena.text(key)
    }
}
