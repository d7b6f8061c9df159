//! What is wrong with a binary schema: one rule a file.

mod clear;
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
use crate::problem::{Doubts, Problems};

/// All problems of one schema. `unread`: where something in it was not understood.
pub(super) fn check(spec: &Spec, unread: &Doubts, problems: &mut Problems) {
    references::check(spec, unread, problems);
    // What follows looks into types and fields, so it is silent about those that do not exist or were not understood.
    let doubts = unread.and(&problems.doubts());
    references::unused(spec, &doubts, problems);
    names::check(spec, &doubts, problems);
    keys::check(spec, &doubts, problems);
    extent::check(spec, &doubts, problems);
    links::check(spec, &doubts, problems);
    values::check(spec, &doubts, problems);
    container::check(spec, &doubts, problems);
    envelope::check(spec, &doubts, problems);
    limits::check(spec, &doubts, problems);
}
