//! Everything is documented: generated code carries the text on, and descriptions show it.

use crate::model::binary::{Docs, Spec};
use crate::problem::Problems;
use crate::spanned::Spanned;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for record in spec.records() {
        documented(&record.id, &record.docs, problems);
        for attr in record.attrs() {
            documented(&attr.id, &attr.docs, problems);
        }
    }
    for option in &spec.options {
        documented(&option.id, &option.docs, problems);
    }
}

fn documented(id: &Spanned<String>, docs: &Docs, problems: &mut Problems) {
    if docs.text().is_empty() {
        let hint = "add `doc:` with what it is, its unit, and what an offset counts from";
        problems.add(id, format!("documentation of `{}`", id.value), "none", hint);
    }
}
