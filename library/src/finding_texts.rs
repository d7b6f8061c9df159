//! Texts of findings that more than their fields decide.

use offload_bundle_core::Shortened;
use offload_bundle_core::error::Path;
use offload_bundle_core::ids::Invalid;

use crate::name_list::NameList;

/// That a bundle entry ID is no text for people.
pub(crate) fn bad_text(id: &str) -> String {
    match id {
        "" => "expected a bundle entry ID, found an empty one".into(),
        id => format!(
            "expected a bundle entry ID without control characters, found {:?}",
            Shortened(id)
        ),
    }
}

/// That the ID `id` is that of the entry at `path` too, perhaps in the spelling `first`.
pub(crate) fn duplicate(id: &str, first: &str, path: &Path) -> String {
    let found = format!("expected an ID of its own, found {:?}", Shortened(id));
    match id == first {
        true => format!("{found} as in {path}"),
        false => format!("{found}, the same as {:?} in {path}", Shortened(first)),
    }
}

/// That loaders find no archive in a file, which the environment variable `variable` may name, because of `what` is there.
pub(crate) fn no_archive(what: &str, variable: Option<&str>) -> String {
    let expected = "expected an archive with the device code of another file";
    match variable {
        Some(name) => format!(
            "{expected}, as the environment variable {name} says: {what}; loaders pass over it: correct the variable, or unset it"
        ),
        None => format!("{expected}: {what}; loaders pass over it: install anew what has it"),
    }
}

/// What a code object is: of a kind that is `known`, or one of unknown form that begins with `head`.
pub(crate) fn content(head: &[u8], known: Option<&str>) -> String {
    match known {
        Some(known) => format!("{known}, which no loader takes"),
        None => format!("one that begins with \"{}\"", head.escape_ascii()),
    }
}

/// Which targets a bundle lacks, and which it has more than others.
pub(crate) fn difference(missing: &NameList, more: &NameList) -> String {
    match (missing.first.is_empty(), more.first.is_empty()) {
        (true, _) => format!("this one has more: {more}"),
        (false, true) => format!("this one lacks {missing}"),
        (false, false) => format!("this one lacks {missing}, and has {more}"),
    }
}

/// What is wrong with an ID, for people: one complaint. An ID that cannot be read as a whole has no parts to complain of.
pub(crate) fn faults(invalid: &Invalid) -> String {
    if !invalid.without_kind.is_empty() {
        let with_kind = invalid.without_kind.iter().map(|id| format!("{:?}", Shortened(id)));
        let with_kind: Vec<String> = with_kind.collect();
        return format!("the offload kind is missing: give {}", with_kind.join(" or "));
    }
    if let Some(error) = &invalid.malformed {
        return error.to_string();
    }
    let kind = invalid
        .unknown_kind
        .iter()
        .map(|kind| format!("unknown kind {:?}", Shortened(kind)));
    let triple = invalid
        .unknown_triple
        .iter()
        .map(|triple| format!("unknown triple {:?}", Shortened(&triple.stored)));
    let contradiction = invalid.contradiction.iter().cloned();
    kind.chain(triple).chain(contradiction).collect::<Vec<_>>().join(", ")
}
