//! Checks records that are read without evaluation: all numbers must be at known places.

use super::fits::wrong;
use crate::model::binary::{Attr, Holds, Record, Spec};
use crate::problem::{Doubts, Problems};
use crate::spanned::Spanned;

pub(super) struct Look<'l> {
    pub(super) spec: &'l Spec,
    pub(super) doubts: &'l Doubts,
    pub(super) problems: &'l mut Problems,
}

impl Look<'_> {
    pub(super) fn root(&mut self, id: &Spanned<String>) {
        let root = &self.spec.root;
        let is_fixed = |attr: &Attr| matches!(attr.holds.value, Holds::Number(_) | Holds::Contents(_));
        if self.is_surely_not(root, is_fixed) {
            let expected = "a number of a file that begins with fixed bytes and numbers alone";
            return wrong(id, expected, self.problems);
        }
        self.numbers(root, &[id]);
    }

    pub(super) fn check_fixed(&mut self, id: &Spanned<String>) {
        let Some(record) = self.spec.find(id) else {
            if self.doubts.all_named(self.spec) {
                wrong(id, "a type in this schema", self.problems);
            }
            return;
        };
        if self.is_surely_not(record, |attr| matches!(attr.holds.value, Holds::Number(_))) {
            wrong(id, "a type that has numbers alone", self.problems);
        }
    }

    fn is_surely_not(&self, record: &Record, is_so: impl Fn(&Attr) -> bool) -> bool {
        let surely = self.doubts.whole(record) && record.attrs().all(|attr| self.doubts.clear_kind(attr));
        surely && (!record.instances.is_empty() || !record.seq.iter().all(is_so))
    }

    pub(super) fn numbers(&mut self, record: &Record, ids: &[&Spanned<String>]) {
        for id in ids {
            let found = record.seq.iter().find(|attr| attr.id.value == id.value);
            let judged = found.map_or(self.doubts.whole(record), |attr| self.doubts.clear_kind(attr));
            if judged && !found.is_some_and(|attr| attr.is_number()) {
                let expected = format!("a number of `{}`", record.id.value);
                wrong(id, &expected, self.problems);
            }
        }
    }
}
