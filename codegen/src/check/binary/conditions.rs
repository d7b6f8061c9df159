//! Checks fields with `if`: a writer must be able to evaluate the condition, and readers must not need absent fields.

use crate::formula::Formula;
use crate::model::binary::{Attr, ContainerId, ContainerKeys, Holds, Link, Record, Spec, Write};
use crate::problem::{Doubts, Problems, quote};
use crate::spanned::Spanned;

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    for (record, attr) in spec.attrs() {
        if let Some(condition) = attr.condition.as_ref().filter(|_| doubts.clear(attr)) {
            may_be_absent(spec, record, attr, condition, problems);
            for id in condition.fields() {
                check_decided(record, &condition.with(id.to_owned()), problems);
            }
        }
        for link in [Link::Size, Link::Count, Link::Offset] {
            check_measured(record, attr, link, problems);
        }
        if let Some(Write::Sum(_, first, last)) = attr.write.as_ref().map(|write| &write.value) {
            for id in [first, last] {
                let said = attr.id.with(id.clone());
                always(record, &said, "an end of what a checksum covers", problems);
            }
        }
    }
    if let Some(keys) = &spec.container {
        of_container(spec, keys, problems);
    }
    let method = spec.envelope.as_ref().and_then(|keys| keys.method.as_ref());
    if let Some(method) = method {
        always(&spec.root, method, "the method of an envelope", problems);
    }
}

fn may_be_absent(spec: &Spec, record: &Record, attr: &Attr, condition: &Spanned<Formula>, problems: &mut Problems) {
    let has_front = spec.envelope.as_ref().is_some_and(|keys| keys.front.is_some());
    let (found, hint) = match attr.write.as_ref().map(|write| &write.value) {
        _ if has_front || spec.walk.is_some() || spec.toc.is_some() => (
            "a condition in a schema with numbers at fixed offsets",
            "leave it out: `front`, `-walk` and `-toc` find numbers by their offsets",
        ),
        _ if matches!(attr.holds.value, Holds::Switch(..)) => (
            "one on a field with `switch-on`",
            "put the condition on fields of the types, or add a type without fields",
        ),
        _ if spec.is_compressed(record, attr) => ("one on compressed bytes", "leave it out: they are always there"),
        Some(Write::FileSize) => (
            "one on the length of the file",
            "leave it out: a reader needs it in every file",
        ),
        Some(Write::About(..)) => (
            "one on a number about decompressed bytes",
            "leave it out: a reader needs it in every file",
        ),
        _ => return,
    };
    problems.add(condition, "no `if`", found, hint);
}

fn check_decided(record: &Record, id: &Spanned<String>, problems: &mut Problems) {
    let Some(field) = record.find(id) else { return };
    let write = field.write_source().map(|write| &write.value);
    if field.condition.is_some() {
        let hint = "ask for what its own condition asks for, too";
        problems.add(id, "a number that is always there", quote(id), hint);
    } else if !matches!(write, None | Some(Write::Constant(_))) {
        let hint = "use a number that the caller gives, such as a version or flags";
        problems.add(id, "a number that the writer does not compute", quote(id), hint);
    }
}

fn check_measured(record: &Record, attr: &Attr, link: Link, problems: &mut Problems) {
    let Some(formula) = attr.measure(link) else { return };
    let text = |attr: &Attr| attr.condition.as_ref().map(|condition| condition.text.clone());
    for id in formula.fields() {
        let field = record.seq.iter().find(|field| field.id.value == id);
        let Some(condition) = field
            .and_then(text)
            .filter(|condition| text(attr).as_ref() != Some(condition))
        else {
            continue;
        };
        let hint = match record.instances.iter().any(|part| part.id.value == attr.id.value) {
            true => format!("let `{id}` be always there: what an offset points at is"),
            false => format!("write the same `if` on both or neither, because `{id}` is the count"),
        };
        let found = text(attr).map_or_else(|| "none".to_owned(), |own| quote(&own));
        problems.add(&attr.id, format!("`if: {condition}` as on `{id}`"), found, hint);
    }
}

fn of_container(spec: &Spec, keys: &ContainerKeys, problems: &mut Problems) {
    let holders = spec.switch().into_iter().flat_map(|switch| spec.records_of(switch));
    for holder in std::iter::once(&spec.root).chain(holders) {
        always(holder, &keys.entries, "the entries of a container", problems);
    }
    for list in spec.entry_lists(keys) {
        if let ContainerId::Field(id) = &keys.id {
            always(list.entry, id, "the ID of an entry", problems);
        }
        if keys.made_id().is_some() {
            for attr in list.entry.given_numbers() {
                always(list.entry, &attr.id, "a number of entries with composed IDs", problems);
            }
        }
        let Some(texts) = &keys.texts else { continue };
        always(list.entry, &texts.list, "the texts of an entry", problems);
        for record in list
            .entry
            .find(&texts.list)
            .into_iter()
            .flat_map(|attr| spec.records_of(attr))
        {
            always(record, &texts.key, "the texts of an entry", problems);
            always(record, &texts.value, "the texts of an entry", problems);
        }
    }
}

fn always(record: &Record, id: &Spanned<String>, what: &str, problems: &mut Problems) {
    let found = record.find(id).and_then(|attr| attr.condition.as_ref());
    if let Some(condition) = found {
        let hint = "leave it out, or name a field that is always there";
        problems.add(condition, format!("no `if` on `{}`, {what}", id.value), "one", hint);
    }
}
