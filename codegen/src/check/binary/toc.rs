//! What makes a table of contents one that can be read: all that `-toc` names is there, and is what it is taken for.

use super::container::{front, wrong};
use crate::model::binary::{Kind, Spec, TocKeys};
use crate::problem::{Doubts, Problems};
use crate::spanned::Spanned;

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    let Some(keys) = &spec.toc else { return };
    front(spec, "a file with a table of contents", doubts, problems);
    if spec.container.is_some() || spec.envelope.is_some() || spec.walk.is_some() {
        let hint = "leave `-toc` out, or the other";
        let found = "it beside `-container`, `-envelope` or `-walk`";
        problems.add(&keys.at, "`-toc` alone", found, hint);
        return;
    }
    for (number, what) in [(&keys.limit, "name"), (&keys.frames.limit, "frame")] {
        if number.value == 0 {
            problems.add(number, format!("at least one {what}"), "0", "write a larger number");
        }
    }
    number(spec, &spec.root.id, &keys.at, doubts, problems);
    for (record, id) in [(&keys.frames.head, &keys.frames.count), (&keys.frames.frame, &keys.frames.length)] {
        number(spec, record, id, doubts, problems);
    }
    told_apart(keys, problems);
}

/// The record called `record` has numbers alone, so that its length is known, and `id` is one of them; the file may have fixed bytes, too.
fn number(spec: &Spec, record: &Spanned<String>, id: &Spanned<String>, doubts: &Doubts, problems: &mut Problems) {
    let is_root = record.value == spec.root.id.value;
    let Some(found) = (if is_root { Some(&spec.root) } else { spec.find(record) }) else {
        if doubts.all_named(spec) {
            wrong(record, "a type of this schema", problems);
        }
        return;
    };
    let surely = doubts.whole(found) && found.attrs().all(|attr| doubts.clear_kind(attr));
    let is_fixed = |kind: &Kind| matches!(kind, Kind::Number(..)) || (is_root && matches!(kind, Kind::Contents(_)));
    let fixed = found.instances.is_empty() && found.seq.iter().all(|attr| is_fixed(&attr.kind.value));
    if surely && !fixed {
        if is_root {
            return wrong(
                id,
                "a number of a file that begins with fixed bytes and numbers alone",
                problems,
            );
        }
        wrong(record, "a type that has numbers alone", problems);
    }
    let attr = found.seq.iter().find(|attr| attr.id.value == id.value);
    let judged = attr.map_or(doubts.whole(found), |attr| doubts.clear_kind(attr));
    if judged && !attr.is_some_and(|attr| attr.is_number()) {
        let expected = format!("a number of `{}`", found.id.value);
        wrong(id, &expected, problems);
    }
}

/// No two keys of one map are the same, nor the words of both schemes.
fn told_apart(keys: &TocKeys, problems: &mut Problems) {
    problems.unique("a key of the table of contents", keys.outermost());
    let entry = &keys.entry;
    let of_entry = [&entry.kind.key, &entry.ordinal.key, &entry.size.key];
    problems.unique("a key of an entry", of_entry);
    let of_list = [&keys.listed.offset.key, &keys.listed.size.key];
    problems.unique("a key of a listed content", of_list);
    problems.unique("the word of a scheme", [&keys.listed.word, &keys.frames.word]);
}
