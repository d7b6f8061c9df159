//! What is wrong with placement schemas by themselves: the rules in order, one a file.

mod heads;
mod names;
mod sections;

use crate::model::placement::Spec;
use crate::problem::Problems;

/// Every breach of every rule.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    names::check(spec, problems);
    heads::check(spec, problems);
    sections::check(spec, problems);
}
