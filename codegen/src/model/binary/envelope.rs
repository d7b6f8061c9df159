//! The compressed bytes of a format.

use super::attr::Attr;
use super::keys::EnvelopeKeys;
use super::kind::Kind;
use super::rules::{Fact, Write};
use super::spec::{Spec, Type};

impl Spec {
    /// Returns the records with compressed bytes at their end and their versions: the root, or the cases of the switch
    /// at its end.
    pub fn compressed_records(&self) -> Vec<(Option<u64>, &Type)> {
        let Some(keys) = &self.envelope else {
            return Vec::new();
        };
        match self.root.seq.last() {
            Some(last) if last.id.value == keys.data.value => vec![(None, &self.root)],
            Some(last) => match &last.kind.value {
                Kind::Versions { cases, .. } => cases
                    .iter()
                    .filter_map(|(number, id)| Some((Some(*number), self.find(&id.value)?)))
                    .collect(),
                _ => Vec::new(),
            },
            None => Vec::new(),
        }
    }

    pub fn is_compressed(&self, record: &Type, attr: &Attr) -> bool {
        let is_data = |keys: &EnvelopeKeys| keys.data.value == attr.id.value;
        self.envelope.as_ref().is_some_and(is_data)
            && self
                .compressed_records()
                .iter()
                .any(|(_, compressed)| compressed.id.value == record.id.value)
    }
}

impl Type {
    pub fn about<'s>(&'s self, fact: Fact, data: &str) -> impl Iterator<Item = &'s Attr> + use<'s> {
        self.written(Write::About(fact, data.to_owned()))
    }
}
