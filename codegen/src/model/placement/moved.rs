//! References to device code outside of an object file.

use offload_bundle_core::placement as core;

use crate::problem::Problems;
use crate::reading::{Maybe, is_not_empty, is_not_zero, number, table};
use crate::yaml::Node;

table! {
    for<'a> core::ReferenceRule<'a> as "where moved code is" {
        paths, name, target => is_said;
        at_most => is_not_zero("say how much loaders read");
        unit, environment;
    }
}

table! {
    for<'a> core::LoaderEnvironment<'a> as "the environment of loaders" {
        instead, before, off;
    }
}

table! {
    for<'a> core::WrapperRule<'a> as "the records of pointers" => check_wrappers {
        size, pointer, unit;
        moved: Maybe => is_not_empty("at least one byte", "leave it out if no record is for moved code");
        table => is_not_zero("say how much loaders read, or leave it out");
    }
}

fn is_said(node: &Node, problems: &mut Problems) {
    is_not_empty("text that is not empty", "write the text that the files have")(node, problems);
}

fn check_wrappers(wrappers: &Node, problems: &mut Problems) {
    let size = wrappers.get("size").and_then(number).unwrap_or(u64::MAX);
    let len = |key| wrappers.list(key).len();
    let lies_within = |key, len: u64| {
        let mut place = wrappers.get(key).and_then(number).into_iter();
        place.all(|at| at.checked_add(len).is_some_and(|end| end <= size))
    };
    let has_room = u64::try_from(len("moved")).is_ok_and(|len| len <= size);
    let less = "less";
    for (key, fits, expected, found, hint) in [
        (
            "size",
            has_room,
            "room for the bytes of `moved`",
            less,
            "a record begins with them",
        ),
        (
            "unit",
            lies_within("unit", 4),
            "four bytes within the record",
            less,
            "the number of a unit takes so many",
        ),
        (
            "pointer",
            lies_within("pointer", 8),
            "eight bytes within the record",
            less,
            "an address takes so many",
        ),
    ] {
        if let Some(node) = wrappers.get(key).filter(|_| !fits) {
            problems.add(node, expected, found, hint);
        }
    }
}
