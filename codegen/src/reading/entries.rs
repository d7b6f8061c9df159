//! Mappings with free keys, such as `types:`.

use super::reader::{ReadEntry, ReadKey, Reader};
use super::{Read, Rows, Way};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

/// The mapping is optional. Unreadable entries are skipped.
impl<'a, T: ReadEntry<'a>> Way<'a, Vec<T>> for Rows {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Vec<T>> {
        match &node.value {
            Value::Map(entries) => {
                let entries = entries
                    .iter()
                    .filter_map(|(key, node)| T::read_entry(key, node, reader));
                Some(entries.collect())
            }
            _ => reader.refuse(node, "a mapping", node.describe(), "write `name: …` lines"),
        }
    }

    fn absent() -> Option<Vec<T>> {
        Some(Vec::new())
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
