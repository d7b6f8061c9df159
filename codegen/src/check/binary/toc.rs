//! Checks `-toc`.

use offload_bundle_core::toc::Role;

use super::look::Look;
use crate::model::binary::{FORMS, Spec, TocKeys};
use crate::problem::{Doubts, Problems};

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    let Some(keys) = &spec.toc else { return };
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
    check_columns(keys, problems);
}

fn check_columns(keys: &TocKeys, problems: &mut Problems) {
    problems.unique(
        "a path of the table of contents",
        keys.columns.iter().map(|column| &column.path),
    );
    problems.unique("the word of a scheme", [&keys.listed, &keys.frames.word]);
    let roles = || keys.columns.iter().filter_map(|column| column.role.as_ref());
    problems.unique("a role", roles());
    for role in roles() {
        problems.one_of(role, "a role of a column", FORMS.map(|(word, ..)| word));
    }
    let is_missing = |role: Role| keys.with_role(role).is_none();
    for (word, ..) in FORMS.into_iter().filter(|(_, role, ..)| is_missing(*role)) {
        let hint = format!("add a column with `role: {word}` to `columns`");
        problems.add_missing(&keys.at, format!("a column that is the `{word}`"), "none", hint);
    }
    for column in keys.columns.iter().filter(|column| keys.column(column).is_none()) {
        let (begin, end) = keys.ends(column);
        let key = if column.role() == Role::Entry { "" } else { "KEY" };
        problems.add_word(
            &column.path,
            format!("`{begin}{key}{end}`"),
            "write the path so, or another role",
        );
    }
}
