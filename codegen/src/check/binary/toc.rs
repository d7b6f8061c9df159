//! What makes a table of contents one that can be read: all that `-toc` names is there, and is what it is taken for.

use super::container::front;
use super::look::Look;
use crate::model::binary::{Spec, TocKeys};
use crate::problem::{Doubts, Problems};

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    let Some(keys) = &spec.toc else { return };
    front(spec, "a file with a table of contents", doubts, problems);
    if spec.container.is_some() || spec.envelope.is_some() || spec.walk.is_some() {
        let hint = "leave `-toc` out, or the other";
        let found = "it beside `-container`, `-envelope` or `-walk`";
        problems.add(&keys.at, "`-toc` alone", found, hint);
        return;
    }
    for (number, what) in [(&keys.least, "byte"), (&keys.frames.limit, "frame")] {
        if number.value == 0 {
            problems.add(number, format!("at least one {what}"), "0", "write a larger number");
        }
    }
    let mut look = Look { spec, doubts, problems };
    look.root(&keys.at);
    for (record, id) in [(&keys.frames.head, &keys.frames.count), (&keys.frames.frame, &keys.frames.length)] {
        look.check_fixed(record);
        if let Some(record) = spec.find(record) {
            look.numbers(record, &[id]);
        }
    }
    check_told_apart(keys, problems);
}

/// No two keys of one map are the same, nor the words of both schemes.
fn check_told_apart(keys: &TocKeys, problems: &mut Problems) {
    problems.unique("a key of the table of contents", keys.outermost());
    let entry = &keys.entry;
    let of_entry = [&entry.kind.key, &entry.ordinal.key, &entry.size.key];
    problems.unique("a key of an entry", of_entry);
    let of_list = [&keys.listed.offset.key, &keys.listed.size.key];
    problems.unique("a key of a listed content", of_list);
    problems.unique("the word of a scheme", [&keys.listed.word, &keys.frames.word]);
}
