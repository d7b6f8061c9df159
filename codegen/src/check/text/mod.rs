//! What is wrong with text schemas: the rules in order, one a file.

mod entry;
mod fields;
mod markers;
mod names;

use crate::model::text::Spec;
use crate::problem::Problems;

/// Every breach of every rule.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    names::check(spec, problems);
    fields::check(spec, problems);
    entry::check(spec, problems);
    markers::check(spec, problems);
}
