//! What is wrong with a binary schema: one rule a file.

mod container;
mod envelope;
mod extent;
mod keys;
mod limits;
mod links;
mod names;
mod references;
mod values;

use crate::model::binary::Spec;
use crate::problem::Problems;

/// All problems of one schema. `whole`: whether everything in it was understood.
pub(super) fn check(spec: &Spec, whole: bool, problems: &mut Problems) {
    names::check(spec, problems);
    keys::check(spec, problems);
    references::check(spec, problems);
    // What follows looks into types and fields, so it speaks only of schemas in which all of them exist.
    if whole && problems.is_empty() {
        extent::check(spec, problems);
        links::check(spec, problems);
        values::check(spec, problems);
        container::check(spec, problems);
        envelope::check(spec, problems);
        limits::check(spec, problems);
    }
}
