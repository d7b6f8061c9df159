//! Checks of binary schemas, one rule per file.

mod areas;
mod attributes;
mod clear;
mod conditions;
mod container;
mod envelope;
mod extent;
mod fits;
mod front;
mod given;
mod keys;
mod limits;
mod links;
mod look;
mod names;
mod references;
mod size;
mod toc;
mod values;
mod versions;
mod walk;

use crate::model::binary::Spec;
use crate::problem::{Doubts, Problems};

/// `unread`: places that were not understood.
pub(super) fn check(spec: &Spec, unread: &Doubts, problems: &mut Problems) {
    if !size::check(spec, problems) {
        return;
    }
    if !spec.is_typed {
        if let Some(reason) = spec.reason.as_ref().filter(|reason| reason.trim().is_empty()) {
            let hint = "say what a writer could not know, for those who look for one";
            problems.add(reason, "the reason for no writer", "nothing", hint);
        }
        // References are checked together with imports.
        return names::of_records(spec, unread, problems);
    }
    references::check(spec, unread, problems);
    // The following checks look into types and fields, so they skip unknown or misunderstood ones.
    let doubts = unread.and(&problems.doubts());
    references::check_unused(spec, &doubts, problems);
    names::check(spec, &doubts, problems);
    size::nesting(spec, problems);
    keys::check(spec, &doubts, problems);
    extent::check(spec, &doubts, problems);
    conditions::check(spec, &doubts, problems);
    links::check(spec, &doubts, problems);
    versions::check(spec, &doubts, problems);
    values::check(spec, &doubts, problems);
    areas::check(spec, &doubts, problems);
    limits::check(spec, &doubts, problems);
    let is_alone = container::faces(spec, &doubts, problems);
    container::check(spec, &doubts, problems);
    envelope::check(spec, &doubts, problems);
    walk::check(spec, &doubts, problems);
    if is_alone {
        toc::check(spec, &doubts, problems);
    }
    attributes::words(spec, &doubts, problems);
    given::check(spec, &doubts, problems);
    given::by_operations(spec, &unread.and(&problems.doubts()), problems);
}
