//! Checks that ids are unique.

use std::collections::BTreeSet;

use crate::model::binary::{Spec, own_name};
use crate::names::{KEYWORDS, TYPES};
use crate::problem::{Doubts, Problems};
use crate::spanned::Spanned;

pub(super) fn of_records(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    // Missing ids are reported elsewhere.
    let has_id = |id: &&Spanned<String>| !(id.is_empty() && doubts.at(*id));
    for record in spec.records() {
        let attrs = record.attrs().map(|attr| &attr.id);
        let ids = attrs.chain(record.params.iter().map(|param| &param.id));
        let ids: Vec<_> = ids.filter(has_id).collect();
        problems.unique("an id in this record", ids.iter().copied());
        if has_id(&&record.id) {
            problems.snake_case(&own_name(&record.id));
        }
        for id in ids
            .into_iter()
            .filter(|id| spec.is_typed || !id.starts_with("_unnamed"))
        {
            problems.snake_case(id);
        }
    }
}

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    of_records(spec, doubts, problems);
    in_rust(spec, problems);
    for named in &spec.root.enums {
        problems.snake_case(&own_name(&named.id));
        problems.unique("an id in this enum", named.members.iter().map(|member| &member.id));
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
            let hint = "rename one; both are fields of the builder";
            problems.add_word(&option.id, "an id that no field has", hint);
        }
    }
}

fn in_rust(spec: &Spec, problems: &mut Problems) {
    let own: Vec<&Spanned<String>> = spec
        .root
        .types
        .iter()
        .filter_map(|record| record.rust.as_ref())
        .collect();
    problems.unique("a name in Rust", own.iter().copied());
    for name in own {
        let camel =
            name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(|c| c.is_ascii_alphanumeric());
        let taken = [KEYWORDS]
            .into_iter()
            .chain(TYPES)
            .any(|taken| taken.contains(&name.as_str()));
        if !camel || taken {
            let hint = "letters and digits that begin with a capital, and no name that generated code uses itself";
            problems.add_word(name, "a name for a type", hint);
        }
    }
}
