//! What makes a format one that holds something compressed.

use super::said::{number, text};
use super::{Attr, Fact, Kind, Said, Spec, Type, Write};
use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::Node;

/// How the parts of such a format are called. What the header says of the compressed bytes follows from the `-write` of its numbers.
#[derive(Debug, Clone)]
pub struct WrapperKeys {
    /// The number that says how the bytes are compressed.
    pub method: Said<String>,
    /// The compressed bytes: a field at the end of every version.
    pub data: Said<String>,
    /// The byte that may stand between one such file and the next.
    pub padding: Option<Said<u64>>,
}

const KEYS: &[&str] = &["method", "data", "padding"];

impl WrapperKeys {
    pub(super) fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "`-wrapper`", KEYS, problems)?;
        let mut name = |key| map.required(key, problems).and_then(|node| text(node, problems));
        let (method, data) = (name("method"), name("data"));
        let padding = map.get("padding").and_then(|node| number(node, problems));
        Some(Self { method: method?, data: data?, padding })
    }
}

impl Spec {
    /// The records at whose end the compressed bytes stand, each with the version that it is for: the outermost one, in version 0,
    /// or those of the switch at its end. Nothing where the format holds nothing compressed.
    pub fn packed_records(&self) -> Vec<(u64, &Type)> {
        let Some(keys) = &self.wrapper else {
            return Vec::new();
        };
        match self.root.seq.last() {
            Some(last) if last.id.value == keys.data.value => vec![(0, &self.root)],
            Some(last) => match &last.kind.value {
                Kind::Versions { cases, .. } => cases
                    .iter()
                    .filter_map(|(number, id)| Some((*number, self.find(&id.value)?)))
                    .collect(),
                _ => Vec::new(),
            },
            None => Vec::new(),
        }
    }

    /// Whether `attr` of `record` is the compressed bytes.
    pub fn is_packed(&self, record: &Type, attr: &Attr) -> bool {
        let is_data = |keys: &WrapperKeys| keys.data.value == attr.id.value;
        self.wrapper.as_ref().is_some_and(is_data)
            && self
                .packed_records()
                .iter()
                .any(|(_, packed)| packed.id.value == record.id.value)
    }
}

impl Type {
    /// The fields that are computed from what the compressed bytes `data` of this record hold.
    pub fn about<'s>(&'s self, fact: Fact, data: &str) -> impl Iterator<Item = &'s Attr> {
        let wanted = Write::About(fact, data.to_owned());
        let says = move |attr: &&Attr| attr.write.as_ref().is_some_and(|write| write.value == wanted);
        self.seq.iter().filter(says)
    }
}
