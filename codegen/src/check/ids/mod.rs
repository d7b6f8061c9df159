//! What is wrong with an ID grammar: the rules in order, one a file.

mod code_objects;
mod names;
mod placeholders;
mod recursion;
mod references;
mod signs;

use crate::model::ids::Spec;
use crate::problem::Problems;

/// Every breach of every rule.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    names::check(spec, problems);
    references::check(spec, problems);
    recursion::check(spec, problems);
    placeholders::check(spec, problems);
    signs::check(spec, problems);
    code_objects::check(spec, problems);
}
