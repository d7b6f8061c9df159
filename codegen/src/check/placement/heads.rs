//! Rule: heads are bytes, no one of them covered by another, and every head is used and every one used is there.

use crate::model::placement::{Head, Spec};
use crate::names::one_of;
use crate::problem::{Problems, quoted};

/// The word that stands for all input.
const ALWAYS: &str = "always";

/// Checks heads and the `not-yet` that name them.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let used = || {
        spec.file_types
            .iter()
            .flat_map(|file_type| &file_type.not_yet)
            .map(|not_yet| &not_yet.when)
    };
    for head in &spec.heads {
        magics(head, problems);
        if !used().any(|when| when.value == head.id.value) {
            let hint = "remove it: it has no effect";
            problems.add_missing(&head.id, "a head that some `not-yet` names", quoted(&head.id), hint);
        }
    }
    for when in used() {
        let known = spec.heads.iter().map(|head| head.id.as_str()).chain([ALWAYS]);
        one_of(when, "`always` or the name of a head", known, problems);
    }
}

fn magics(head: &Head, problems: &mut Problems) {
    for (index, magic) in head.any_of.iter().enumerate() {
        let bytes = &magic.bytes;
        let mut others = head.any_of.iter().enumerate().filter(|(other, _)| *other != index);
        if bytes.is_empty() {
            problems.add_missing(bytes, "at least one byte", "none", "every file would begin with it");
        } else if others.any(|(other, known)| {
            let before = other < index || known.bytes.len() < bytes.len();
            before && bytes.starts_with(&known.bytes)
        }) {
            let hint = "another item of the same head is the start of these bytes: remove one of the two";
            problems.add(
                bytes,
                "bytes that no other item covers",
                format!("{} bytes", bytes.len()),
                hint,
            );
        }
    }
}
