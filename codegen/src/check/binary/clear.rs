//! What of a schema can be judged: rules say nothing of what something else has been said of already, nor of what depends on it.

use crate::expr::Expr;
use crate::model::binary::{Attr, Spec, Type};
use crate::problem::Doubts;
use crate::spanned::Spanned;

/// Keys of a schema or a type on which neither its fields and parts depend, nor its types and enums.
#[rustfmt::skip]
const BESIDE: &[&str] = &[
    "meta", "doc", "doc-ref", "-orig-id", "-rust", "-options", "-areas", "-align-end", "-container", "-envelope", "-walk", "-toc", "params", "to-string",
];
/// Where its fields and parts are.
const FIELDS: &[&str] = &["seq", "instances"];
/// Where its types and enums are.
const NAMED: &[&str] = &["types", "enums"];

impl Doubts {
    /// Whether it is certain what `attr` holds.
    pub(super) fn clear_kind(&self, attr: &Attr) -> bool {
        !self.at(&attr.kind)
    }

    /// Whether nothing is wrong with `attr`.
    pub(super) fn clear(&self, attr: &Attr) -> bool {
        !self.at(&attr.span)
    }

    /// Whether all fields and parts of `record` are known: what is not among them is not there.
    pub(super) fn whole(&self, record: &Type) -> bool {
        self.lists_known(record, FIELDS, NAMED)
    }

    /// Whether all types and enums are known.
    pub(super) fn all_named(&self, spec: &Spec) -> bool {
        spec.records().all(|record| self.lists_known(record, NAMED, FIELDS))
    }

    /// Whether every item under the keys `lists` of `record` could be read. One under another key than `others`, which is unknown
    /// then, may be meant.
    fn lists_known(&self, record: &Type, lists: &[&str], others: &[&str]) -> bool {
        self.inside(&record.span).all(|path| {
            let mut steps = path.split('/');
            let key = steps.next().unwrap_or_default();
            let inside_an_item = steps.nth(1).is_some();
            inside_an_item || (BESIDE.contains(&key) || others.contains(&key)) && !lists.contains(&key)
        })
    }

    /// Whether every field and part is known, with all that it refers to.
    pub(super) fn all_clear(&self, spec: &Spec) -> bool {
        spec.records().all(|record| self.whole(record))
            && self.all_named(spec)
            && spec.attrs().all(|(_, attr)| self.clear(attr))
    }

    /// Whether nothing is wrong with the expression of `record`, nor with the fields in it.
    pub(super) fn clear_expr(&self, record: &Type, expr: &Spanned<Expr>) -> bool {
        let sound = |id| record.find(id).is_some_and(|field| self.clear(field));
        !self.at(expr) && expr.fields().all(sound)
    }
}
