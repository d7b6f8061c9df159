//! Checks `-container`: every version must have a list of entries, each with an ID and a code object.

use crate::model::binary::{Attr, ContainerId, ContainerKeys, EntryList, Holds, Record, Spec};
use crate::problem::{Doubts, Problems};
use crate::prose::comma_list;

use super::fits::{is_judged, wrong};

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    let Some(keys) = &spec.container else { return };
    let lists = spec.entry_lists(keys);
    let versions = spec.versions().len();
    if lists.is_empty() || lists.iter().any(|list| list.version.is_some()) && lists.len() < versions {
        let records = || spec.switch().into_iter().flat_map(|switch| spec.records_of(switch));
        let all = std::iter::once(&spec.root).chain(records());
        if all.into_iter().all(|record| is_judged(record, &keys.entries, doubts)) {
            let expected = "a list of records at the top level, or of every record of its switch";
            wrong(&keys.entries, expected, problems);
        }
        return;
    }
    for list in &lists {
        of_entry(keys, list.entry, doubts, problems);
        if let Some(made) = keys.made_id() {
            super::attributes::check(spec, keys, made, list.entry, doubts, problems);
        }
    }
    alike(&lists, keys, doubts, problems);
}

/// At most one per format, in files that begin with fixed bytes. Returns whether there is at most one.
pub(super) fn faces(spec: &Spec, doubts: &Doubts, problems: &mut Problems) -> bool {
    let faces = [
        (
            "-container",
            "a container",
            spec.container.as_ref().map(|keys| &keys.entries),
        ),
        (
            "-envelope",
            "an envelope",
            spec.envelope.as_ref().map(|keys| &keys.data),
        ),
        (
            "-walk",
            "a file with an entry chain",
            spec.walk.as_ref().map(|keys| &keys.entry),
        ),
        (
            "-toc",
            "a file with a table of contents",
            spec.toc.as_ref().map(|keys| &keys.at),
        ),
    ];
    let mut faces = faces
        .into_iter()
        .filter_map(|(key, what, place)| Some((key, what, place?)));
    let Some((first, what, _)) = faces.next() else {
        return true;
    };
    let before = problems.len();
    for (key, _, place) in faces {
        let hint = "leave one out: describe what is inside in a schema of its own";
        problems.add(place, format!("`{first}` or `{key}`"), "both", hint);
    }
    let is_one = problems.len() == before;
    let begins = spec.root.seq.first();
    let judged = doubts.whole(&spec.root) && begins.is_none_or(|attr| doubts.clear_kind(attr));
    if judged && !matches!(begins.map(|attr| &attr.holds.value), Some(Holds::Contents(_))) {
        let hint = "add a first field with `contents`: it tells the format from others";
        let expected = format!("fixed bytes at the start of {what}");
        problems.add(&spec.root.id, expected, "something else", hint);
    }
    is_one
}

fn of_entry(keys: &ContainerKeys, entry: &Record, doubts: &Doubts, problems: &mut Problems) {
    if let ContainerId::Field(key) = &keys.id {
        if is_judged(entry, key, doubts) && !entry.find(key).is_some_and(Attr::is_text) {
            let texts = comma_list(entry.attrs().filter(|attr| attr.is_text()).map(|attr| &attr.id.value));
            let hint = match texts.as_str() {
                "" => "add one to `seq` of the entry, or to its `instances`".to_owned(),
                texts => format!("there are: {texts}"),
            };
            problems.add_word(key, "a text that the entry has or points at", hint);
        }
        if let Some(texts) = &keys.texts {
            let hint = "the ID describes the entry; compose the ID of texts, or remove them";
            problems.add_word(&texts.list, "`texts` together with an `id` built from them", hint);
        }
    }
    let content = |attr: &&Attr| attr.id.value == keys.content.value && attr.holds.is_bytes();
    match entry.instances.iter().find(content) {
        _ if !is_judged(entry, &keys.content, doubts) => {}
        None => wrong(&keys.content, "bytes that the entry points at", problems),
        Some(attr) if attr.is_constant() => {
            wrong(&keys.content, "bytes of any length that the entry points at", problems);
        }
        Some(_) => {}
    }
}

fn alike(lists: &[EntryList<'_>], keys: &ContainerKeys, doubts: &Doubts, problems: &mut Problems) {
    let Some((first, others)) = lists.split_first() else {
        return;
    };
    let numbers = |entry: &Record| -> Vec<String> {
        let said = entry.given_numbers().map(|attr| format!("`{}`", attr.id.value));
        said.collect()
    };
    let known = numbers(first.entry);
    for list in others.iter().filter(|_| keys.made_id().is_some()) {
        let found = numbers(list.entry);
        let judged = doubts.whole(first.entry) && doubts.whole(list.entry);
        if judged && found != known {
            let expected = format!("the numbers of `{}`: {}", first.entry.id.value, known.join(", "));
            let hint = "an entry of one version must be an entry of any other";
            problems.add(&list.entry.id, expected, found.join(", "), hint);
        }
    }
}
