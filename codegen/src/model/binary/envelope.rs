//! The compressed bytes of a format.

use super::{Attr, EnvelopeKeys, Fact, Record, Spec, Write};

impl Spec {
    /// Returns the records with compressed bytes at their end and their versions: the root, or the cases of the switch
    /// at its end.
    pub fn compressed_records(&self) -> Vec<(Option<u64>, &Record)> {
        let Some(keys) = &self.envelope else {
            return Vec::new();
        };
        match self.root.seq.last() {
            Some(last) if last.id.value == keys.data.value => vec![(None, &self.root)],
            Some(last) => {
                let cases = self.cases(last).into_iter();
                cases.map(|(number, record)| (Some(number), record)).collect()
            }
            None => Vec::new(),
        }
    }

    pub fn is_compressed(&self, record: &Record, attr: &Attr) -> bool {
        let is_data = |keys: &EnvelopeKeys| keys.data.value == attr.id.value;
        self.envelope.as_ref().is_some_and(is_data)
            && self
                .compressed_records()
                .iter()
                .any(|(_, compressed)| compressed.id.value == record.id.value)
    }
}

impl Record {
    pub fn about<'s>(&'s self, fact: Fact, data: &str) -> impl Iterator<Item = &'s Attr> + use<'s> {
        self.written(Write::About(fact, data.to_owned()))
    }
}
