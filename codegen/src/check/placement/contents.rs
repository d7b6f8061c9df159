//! Rule: every content is known by one thing, nothing hides another, and all of it lies within the first bytes of a file.

use crate::model::placement::{Content, Spec};
use crate::problem::Problems;
use crate::spanned::Spanned;

/// How much of a file is looked at to tell what it is, in bytes.
const HEAD: u64 = 512;
/// How many bytes the number of a machine can have.
const WIDEST: u64 = 8;

/// Checks what the contents are known by.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for (index, content) in spec.contents.iter().enumerate() {
        sign(content, problems);
        if let Some(begins) = &content.begins {
            let hides = |other: &&Content| {
                let bytes = other.begins.as_ref().filter(|bytes| !bytes.is_empty());
                at(other) == at(content) && bytes.is_some_and(|bytes| begins.starts_with(bytes))
            };
            if let Some(other) = spec.contents.iter().take(index).find(hides) {
                let found = format!("what `{}` begins with", other.id.value);
                problems.add(begins, "a beginning of its own", found, "put the longer one first");
            }
        }
        if let Some(machine) = &content.machine {
            for place in [Some(&machine.at), machine.pointer.as_ref()].into_iter().flatten() {
                within(place, problems);
            }
            if !(1..=WIDEST).contains(&*machine.width) {
                let found = format!("{}", *machine.width);
                problems.add(
                    &machine.width,
                    format!("1 to {WIDEST} bytes"),
                    found,
                    "say how many bytes the number has",
                );
            }
            if machine.names.is_empty() {
                let hint = "a number that stands for no machine says nothing";
                problems.add_missing(&machine.names, "at least one machine", "none", hint);
            }
        }
    }
}

/// It is known by one thing.
fn sign(content: &Content, problems: &mut Problems) {
    if let Some(begins) = content.begins.as_ref().filter(|bytes| bytes.is_empty()) {
        let hint = "a content is recognised by them";
        problems.add_missing(begins, "bytes that it begins with", "none", hint);
    }
    let signs = [content.begins.is_some(), content.known_as.is_some(), content.shorter_than.is_some()];
    let expected = "one of `begins`, `known-as` and `shorter-than`";
    match signs.iter().filter(|sign| **sign).count() {
        0 => problems.add_missing(&content.id, expected, "none", "a content is recognised by it"),
        1 => {}
        _ => problems.add(&content.id, expected, "several", "leave the others out"),
    }
    if let Some(place) = &content.at {
        within(place, problems);
    }
}

fn at(content: &Content) -> u64 {
    content.at.as_ref().map_or(0, |at| **at)
}

fn within(place: &Spanned<u64>, problems: &mut Problems) {
    if **place >= HEAD {
        let expected = format!("a place within the first {HEAD} bytes");
        problems.add(
            place,
            expected,
            format!("{}", **place),
            "no more of a file is looked at",
        );
    }
}
