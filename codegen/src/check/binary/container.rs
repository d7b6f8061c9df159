//! What makes a format a container: a list of entries, each with an ID and a code object.

use crate::model::binary::{Attr, ContainerKeys, Kind, Said, Spec, Type};
use crate::problem::Problems;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let Some(keys) = &spec.container else {
        return;
    };
    front(spec, &keys.padding, "a container", problems);
    let entries = spec
        .root
        .seq
        .iter()
        .find(|attr| attr.id.value == keys.entries.value && attr.repeat.is_some());
    let entry = entries.and_then(|attr| match &attr.kind.value {
        Kind::Record(id) => spec.find(id),
        _ => None,
    });
    match entry {
        Some(entry) => of_entry(keys, entry, problems),
        None => wrong(&keys.entries, "a list of records in `seq` at the top level", problems),
    }
}

/// What operations find in a file of many begins with fixed bytes, and only one byte stands between them. `what` is how people call it.
pub(super) fn front(spec: &Spec, padding: &Option<Said<u64>>, what: &str, problems: &mut Problems) {
    let first = spec.root.seq.first().map(|attr| &attr.kind.value);
    if !matches!(first, Some(Kind::Contents(_))) {
        let hint = "add a first field with `contents`: it tells the format from others";
        let expected = format!("fixed bytes at the start of {what}");
        spec.root.id.problem(problems, expected, "something else", hint);
    }
    if let Some(padding) = padding
        && padding.value > 255
    {
        let found = format!("{}", padding.value);
        padding.problem(problems, "a byte from 0 to 255", found, "write one byte");
    }
}

fn of_entry(keys: &ContainerKeys, entry: &Type, problems: &mut Problems) {
    let text = |attr: &&Attr| attr.id.value == keys.id.value && matches!(attr.kind.value, Kind::Str | Kind::Strz);
    if !entry.seq.iter().any(|attr| text(&attr)) {
        wrong(&keys.id, "a text field of the entry", problems);
    }
    let content = |attr: &&Attr| attr.id.value == keys.content.value && attr.kind.value == Kind::Bytes;
    match entry.instances.iter().find(content) {
        None => wrong(&keys.content, "bytes that the entry points at", problems),
        Some(attr) if attr.size.as_ref().is_some_and(|size| size.value.constant().is_some()) => {
            wrong(&keys.content, "bytes of any length that the entry points at", problems);
        }
        Some(_) => {}
    }
}

fn wrong(said: &Said<String>, expected: &str, problems: &mut Problems) {
    said.problem(problems, expected, format!("`{}`", said.value), "name a part that fits");
}
