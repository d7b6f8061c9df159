//! Checks the attributes of entries and their words.

use crate::model::binary::{Attr, ContainerKeys, MadeId, Member, Record, Spec};
use crate::problem::{Doubts, Problems, quote};

use super::fits::{is_judged, wrong};

pub(super) fn check(
    spec: &Spec,
    keys: &ContainerKeys,
    made: &MadeId,
    entry: &Record,
    doubts: &Doubts,
    problems: &mut Problems,
) {
    let mut given = entry
        .given_numbers()
        .filter(|attr| attr.names.is_some() && attr.is_open() && !attr.is_flags());
    if is_judged(entry, &made.kind, doubts) && !given.any(|attr| attr.id.value == made.kind.value) {
        let expected = "a number of the entry with `enum` and `-open: true`, which the caller gives";
        wrong(&made.kind, expected, problems);
    }
    for attr in entry.given_numbers().filter(|attr| doubts.clear(attr)) {
        if attr.names.is_some() && !attr.is_open() {
            let hint = "what other makers write must be kept";
            problems.add(&attr.id, "`-open: true` on a number of an entry", "none", hint);
        }
    }
    let Some(texts) = &keys.texts else {
        let hint = "add the texts of the entry: `texts: {list: …, key: …, value: …}`";
        problems.add(
            &made.triple,
            "`texts` together with an `id` built from them",
            "none",
            hint,
        );
        return;
    };
    let list = entry.find(&texts.list.value).filter(|attr| attr.is_list());
    let record = list.and_then(|attr| spec.record_of(attr));
    match record {
        None if !is_judged(entry, &texts.list, doubts) => {}
        None => wrong(
            &texts.list,
            "a list of records that the entry has or points at",
            problems,
        ),
        Some(record) => {
            for text in [&texts.key, &texts.value] {
                if is_judged(record, text, doubts) && !record.find(text).is_some_and(Attr::is_text) {
                    wrong(text, "a text of such a record", problems);
                }
            }
        }
    }
}

pub(super) fn words(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    if !doubts.all_clear(spec) {
        return;
    }
    let keys = spec.container.as_ref().filter(|keys| keys.made_id().is_some());
    let lists = keys.map(|keys| spec.entry_lists(keys)).unwrap_or_default();
    for named in &spec.root.enums {
        let mut numbers = lists.iter().flat_map(|list| list.entry.given_numbers());
        let walked = spec.walk.iter().filter_map(|keys| spec.find(&keys.entry));
        let mut walked = walked.flat_map(|entry| &entry.seq);
        let of_entries = numbers.any(|attr| attr.is_named_by(named)) || walked.any(|attr| attr.is_named_by(named));
        for (index, member) in named.members.iter().enumerate() {
            match member.of_entries() {
                Some(span) if !of_entries => {
                    let expected =
                        "`-word`, `-releases`, `-suffix` or `-begins` only on a number of entries with a composed `id`";
                    problems.add(span, expected, "one on another", "leave it out");
                }
                _ => {}
            }
            let earlier = named.members.iter().take(index);
            if let Some(other) = earlier.filter(|_| of_entries).find(|other| ambiguous(other, member)) {
                let expected = format!(
                    "a word that no other number has in the same release as `{}`",
                    other.id.value
                );
                let hint = "give each its `-releases`, or rename one";
                problems.add(&member.id, expected, quote(member.name()), hint);
            }
        }
    }
}

fn ambiguous(one: &Member, other: &Member) -> bool {
    let releases = |member: &Member| {
        member
            .of
            .releases
            .as_ref()
            .map_or(Vec::new(), |said| said.value.clone())
    };
    let (a, b) = (releases(one), releases(other));
    let both = a.is_empty() || b.is_empty() || a.iter().any(|release| b.contains(release));
    one.name() == other.name() && both
}
