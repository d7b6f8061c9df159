//! What is wrong with text schemas: the rules in order, one a file.

mod entry;
mod fields;
mod markers;
pub(super) mod names;

use crate::model::text::Spec;
use crate::problem::{Problem, Problems};

/// Every breach of every rule.
pub fn check(spec: &Spec) -> Vec<Problem> {
    let mut problems = Problems::new(&spec.file);
    names::check(spec, &mut problems);
    fields::check(spec, &mut problems);
    entry::check(spec, &mut problems);
    markers::check(spec, &mut problems);
    problems.into_sorted()
}
