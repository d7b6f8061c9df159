//! What is wrong with placement schemas by themselves: the rules in order, one a file.

mod contents;
mod names;
mod sections;

use crate::model::placement::Spec;
use crate::problem::Problems;

/// Every breach of every rule.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    names::check(spec, problems);
    contents::check(spec, problems);
    sections::check(spec, problems);
}
