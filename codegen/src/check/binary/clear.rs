//! Decides which parts of a schema can be checked, so that one mistake is not reported several times.

use crate::formula::Formula;
use crate::model::binary::{Attr, Record, Spec};
use crate::problem::Doubts;
use crate::spanned::Spanned;

/// Keys that fields, types and enums do not depend on.
#[rustfmt::skip]
const BESIDE: &[&str] = &[
    "meta", "doc", "doc-ref", "-orig-id", "-rust", "-options", "-areas", "-align-end", "-container", "-envelope", "-walk", "-toc", "params", "to-string",
];
const FIELDS: &[&str] = &["seq", "instances"];
const NAMED: &[&str] = &["types", "enums"];

impl Doubts {
    pub(super) fn clear_kind(&self, attr: &Attr) -> bool {
        !self.at(&attr.holds)
    }

    pub(super) fn clear(&self, attr: &Attr) -> bool {
        !self.at(&attr.span)
    }

    pub(super) fn whole(&self, record: &Record) -> bool {
        self.lists_known(record, FIELDS, NAMED)
    }

    pub(super) fn all_named(&self, spec: &Spec) -> bool {
        spec.records().all(|record| self.lists_known(record, NAMED, FIELDS))
    }

    /// An item under an unknown key other than `others` may belong to one of `lists`.
    fn lists_known(&self, record: &Record, lists: &[&str], others: &[&str]) -> bool {
        self.inside(&record.span).all(|path| {
            let mut steps = path.split('/');
            let key = steps.next().unwrap_or_default();
            let inside_an_item = steps.nth(1).is_some();
            inside_an_item || (BESIDE.contains(&key) || others.contains(&key)) && !lists.contains(&key)
        })
    }

    pub(super) fn all_clear(&self, spec: &Spec) -> bool {
        spec.records().all(|record| self.whole(record))
            && self.all_named(spec)
            && spec.attrs().all(|(_, attr)| self.clear(attr))
    }

    pub(super) fn clear_expr(&self, record: &Record, formula: &Spanned<Formula>) -> bool {
        let sound = |id| record.find(id).is_some_and(|field| self.clear(field));
        !self.at(formula) && formula.fields().into_iter().all(sound)
    }
}
