//! Texts of errors that take more than one line to say.

use std::collections::BTreeSet;
use std::io;

use offload_bundle_core::Shortened;

use crate::file_kind::FileKind;
use crate::file_name::{FileName, STANDARD};
use crate::near_miss::NearMiss;

/// At most this many IDs are shown.
const SHOWN: usize = 12;

/// IDs for people, each once: quoted, so that one with a strange character still makes one line; very many are counted only.
pub(crate) fn list(ids: &[String]) -> String {
    let mut seen = BTreeSet::new();
    let once: Vec<&String> = ids.iter().filter(|id| seen.insert(*id)).collect();
    let shown = if once.len() > SHOWN.saturating_add(1) {
        SHOWN
    } else {
        once.len()
    };
    let mut text = once
        .iter()
        .take(shown)
        .map(|id| format!("{:?}", Shortened(id)))
        .collect::<Vec<_>>()
        .join(", ");
    if shown < once.len() {
        text.push_str(&format!(", and {} others", once.len().saturating_sub(shown)));
    }
    text
}

/// What an input is that is not a bundle, as far as that is known.
pub(crate) fn what_it_is(kind: Option<&FileKind>) -> String {
    kind.map_or_else(String::new, |kind| format!(": {kind}"))
}

/// What an input is that is a bundle perhaps, before what is to be said of it.
pub(crate) fn describe_kind(kind: Option<&FileKind>) -> String {
    kind.map_or_else(String::new, |kind| format!("{}: ", kind.description))
}

/// What was tried with the output `file` when the system said `error`.
pub(crate) fn cannot(error: &io::Error, file: &FileName) -> String {
    use io::ErrorKind::{
        AlreadyExists, InvalidFilename, IsADirectory, NotADirectory, NotFound, PermissionDenied, ReadOnlyFilesystem,
    };
    if file.as_os_str() == STANDARD {
        return "cannot write standard output".into();
    }
    let attempt = match error.kind() {
        AlreadyExists | InvalidFilename | IsADirectory | NotADirectory | NotFound | PermissionDenied
        | ReadOnlyFilesystem => "create",
        _ => "write",
    };
    format!("cannot {attempt} {file}")
}

/// Which IDs there are.
pub(crate) fn there_is(stored: &[String]) -> String {
    match stored {
        [] => "there are no entries".into(),
        stored => format!("there is {}", list(stored)),
    }
}

/// An ID that may have been meant.
pub(crate) fn like_this(such_as: &Option<String>) -> String {
    such_as.as_ref().map_or_else(String::new, |id| {
        format!("; give a whole ID, such as {:?}", Shortened(id))
    })
}

/// Which entries come nearest, and what keeps each of them from fitting.
pub(crate) fn nearest_are(nearest: &[NearMiss]) -> String {
    let each = nearest.iter().map(|miss| {
        let reasons: Vec<&str> = miss.reasons.iter().map(|reason| reason.text.as_str()).collect();
        format!("{:?} ({})", Shortened(&miss.id), reasons.join("; "))
    });
    match each.collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        each => format!("; nearest: {}", each.join(", ")),
    }
}

/// How many bundles there are.
pub(crate) fn bundles(count: usize) -> String {
    match count {
        0 => "there is none that can be changed".into(),
        1 => "there is one, number 0".into(),
        _ => format!("the numbers of {count} begin at 0"),
    }
}

pub(crate) fn same(first: &str, second: &str) -> String {
    match first == second {
        true => format!("{:?} is given twice", Shortened(first)),
        false => format!("{:?} and {:?} are the same target", Shortened(first), Shortened(second)),
    }
}

pub(crate) fn nothing_fits(files: &[FileName], stored: &[String], left_out: u64) -> String {
    let (first, others) = match files {
        [] => (String::new(), 0),
        [first, others @ ..] => (first.to_string(), others.len()),
    };
    let others = match others {
        0 => String::new(),
        others => format!(" and {others} more"),
    };
    let left_out = match left_out {
        0 => String::new(),
        _ if stored.is_empty() => String::new(),
        left_out => format!(", but for {left_out} without content"),
    };
    format!("{first}{others}: no entry fits{left_out}; {}", there_is(stored))
}

pub(crate) fn numbers(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(", ")
}

/// Which version of what follows, for people.
pub(crate) fn version_of(version: Option<u64>) -> String {
    version.map_or_else(String::new, |version| format!("version {version} of "))
}

/// Which version of what is before.
pub fn of_version(version: Option<u64>) -> String {
    version.map_or_else(String::new, |version| format!(" of version {version}"))
}

pub(crate) fn room(fitting: &[u64]) -> String {
    match fitting.first() {
        Some(other) => format!("version {other} has room for it"),
        None => "no version has room for it".into(),
    }
}

pub(crate) fn of_release(release: Option<&str>) -> String {
    release.map_or_else(|| "every release".into(), |release| format!("release {release}"))
}
