//! Ids are unique where they meet, and everything is documented.

use std::collections::BTreeSet;

use crate::model::binary::{Docs, Spec};
use crate::problem::{Doubts, Problems};
use crate::spanned::Spanned;

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    // Where an id is missing, that has been reported.
    let has_id = |id: &&Spanned<String>| !(id.is_empty() && doubts.at(*id));
    for record in spec.records() {
        let ids: Vec<_> = record.attrs().map(|attr| &attr.id).filter(has_id).collect();
        problems.unique("an id of this record", ids.iter().copied());
        if has_id(&&record.id) {
            problems.snake_case(&record.own_name());
        }
        for id in ids {
            problems.snake_case(id);
        }
    }
    for named in &spec.enums {
        problems.snake_case(&named.own_name());
        problems.unique("an id of this enum", named.members.iter().map(|member| &member.id));
        let mut numbers = BTreeSet::new();
        for member in &named.members {
            problems.snake_case(&member.id);
            if !numbers.insert(member.number.value) {
                let found = format!("{} twice", member.number.value);
                problems.add(&member.number, "a number once", found, "give each number one name");
            }
        }
        if named.members.is_empty() && !doubts.at(&named.id) {
            let hint = "add one, or leave the enum out";
            problems.add(&named.id, "at least one value", "none", hint);
        }
    }
    problems.unique("an id of an option", spec.options.iter().map(|option| &option.id));
    for option in &spec.options {
        problems.snake_case(&option.id);
        if spec.root.find(&option.id).is_some() {
            let hint = "rename one of them: both are fields of the builder";
            problems.add_word(&option.id, "an id that no field has", hint);
        }
    }
}

/// Every record, field, part and option says what it is.
pub(super) fn documented_all(spec: &Spec, problems: &mut Problems) {
    for record in spec.records() {
        documented(&record.id, &record.docs, problems);
        for attr in record.attrs() {
            documented(&attr.id, &attr.docs, problems);
        }
    }
    for option in &spec.options {
        documented(&option.id, &option.docs, problems);
    }
}

pub(super) fn documented(id: &Spanned<String>, docs: &Docs, problems: &mut Problems) {
    if docs.text().is_empty() {
        let hint = "add `doc:` with what it is, its unit, and what an offset counts from";
        problems.add(id, format!("documentation of `{}`", id.value), "none", hint);
    }
}
