//! What makes a format a container: a list of entries, each with an ID and a code object.

use crate::model::binary::{Attr, ContainerKeys, Kind, Spec, Type};
use crate::problem::{Doubts, Problems};
use crate::spanned::Spanned;

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    let Some(keys) = &spec.container else { return };
    front(spec, "a container", doubts, problems);
    let entries = spec
        .root
        .seq
        .iter()
        .find(|attr| attr.id.value == keys.entries.value && attr.repeat.is_some());
    match entries.map(|attr| &attr.kind.value) {
        Some(Kind::Record(id)) if let Some(entry) = spec.find(id) => of_entry(keys, entry, doubts, problems),
        _ if !judged(&spec.root, &keys.entries, doubts) => {}
        _ => wrong(&keys.entries, "a list of records in `seq` at the top level", problems),
    }
}

/// What operations find in a file of many begins with fixed bytes. `what` is how people call it.
pub(super) fn front(spec: &Spec, what: &str, doubts: &Doubts, problems: &mut Problems) {
    let first = spec.root.seq.first();
    let judged = doubts.whole(&spec.root) && first.is_none_or(|attr| doubts.clear_kind(attr));
    if judged && !matches!(first.map(|attr| &attr.kind.value), Some(Kind::Contents(_))) {
        let hint = "add a first field with `contents`: it tells the format from others";
        let expected = format!("fixed bytes at the start of {what}");
        problems.add(&spec.root.id, expected, "something else", hint);
    }
}

/// Whether it is certain what `id` is in `record`, if anything.
pub(super) fn judged(record: &Type, id: &str, doubts: &Doubts) -> bool {
    record.find(id).map_or(doubts.whole(record), |attr| doubts.clear(attr))
}

fn of_entry(keys: &ContainerKeys, entry: &Type, doubts: &Doubts, problems: &mut Problems) {
    let id = entry.seq.iter().find(|attr| attr.id.value == keys.id.value);
    if judged(entry, &keys.id, doubts) && !id.is_some_and(Attr::is_text) {
        wrong(&keys.id, "a text field of the entry", problems);
    }
    let content = |attr: &&Attr| attr.id.value == keys.content.value && attr.kind.value == Kind::Bytes;
    match entry.instances.iter().find(content) {
        _ if !judged(entry, &keys.content, doubts) => {}
        None => wrong(&keys.content, "bytes that the entry points at", problems),
        Some(attr) if attr.is_constant() => {
            wrong(&keys.content, "bytes of any length that the entry points at", problems);
        }
        Some(_) => {}
    }
}

fn wrong(said: &Spanned<String>, expected: &str, problems: &mut Problems) {
    problems.add_word(said, expected, "name a part that fits");
}
