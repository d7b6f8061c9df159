//! Refusals, and longer texts of errors.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::string::{String, ToString};
use std::{fmt, io};

use offload_bundle_core::Shortened;
use offload_bundle_core::ids::Reason;
use offload_bundle_core::placement::ObjectFormat;
use offload_bundle_core::registry::{FileType, Registry};

use crate::file_name::{FileName, STANDARD};

/// The reason why a file or a change to it is refused; nothing has been written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
#[non_exhaustive]
pub struct Refusal {
    /// A stable word for the kind of refusal.
    pub code: &'static str,
    /// The reason, as a sentence without the name of the file.
    pub reason: Cow<'static, str>,
    /// Advice, if any.
    pub hint: Option<&'static str>,
}

impl Refusal {
    /// Creates a refusal.
    #[doc(hidden)]
    pub fn new(code: &'static str, why: impl Into<Cow<'static, str>>) -> Self {
        Self { code, reason: why.into(), hint: None }
    }

    /// Adds a hint.
    #[doc(hidden)]
    pub fn hint(self, hint: &'static str) -> Self {
        Self { hint: Some(hint), ..self }
    }
}

/// Returns the refusal to replace bundles, because of `why`.
pub fn not_repackable(why: impl Into<Cow<'static, str>>) -> Refusal {
    Refusal::new("not-repackable", why)
}

/// Returns the refusal of a section without bytes in the file, or with moved bundles.
pub fn no_bits(section: &str) -> Refusal {
    not_repackable(format!(
        "the section `{section}` has no data: the device code is in another file, or this file has only debug information"
    ))
    .hint("use the file with the device code; debug information needs no change")
}

/// Returns the text of the system for `error`, without the number that the standard library adds.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match (error.raw_os_error(), text.rfind(" (os error ")) {
        (Some(_), Some(end)) => text.get(..end).unwrap_or(&text).to_string(),
        _ => text,
    }
}

const READABLE: &[ObjectFormat] = &[ObjectFormat::Elf, ObjectFormat::Coff, ObjectFormat::Bitcode];

pub(crate) const ARCHIVES: &str =
    "archives are not written: bundle each object with type `o`, then collect the results with `ar rcs`";
const READING_OBJECTS: &str = "only ELF and COFF object files are supported";
pub(crate) const WRITING_OBJECTS: &str = "sections can be added only to ELF and COFF object files";
pub(crate) const NO_HOST: &str =
    "an object file needs a host entry: add a host target with an empty input, or choose another file type";

pub(crate) fn unreadable(registry: &Registry, file_type: &FileType, head: &[u8]) -> Option<&'static str> {
    let object = registry.content(head).and_then(|content| content.object);
    match object {
        Some(object) if !READABLE.contains(&object) && registry.looks_into_objects(Some(file_type)) => {
            Some(READING_OBJECTS)
        }
        _ => None,
    }
}

pub(crate) fn unsupported_operations(registry: &Registry, file_type: &FileType) -> Vec<&'static str> {
    if file_type.archive {
        vec![ARCHIVES]
    } else if registry.looks_into_objects(Some(file_type)) {
        vec![READING_OBJECTS, WRITING_OBJECTS]
    } else {
        Vec::new()
    }
}

/// The kind of a file that is not a bundle, as shown by its content.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileKind {
    /// The name of the kind in the schema, or `object` for an object file of a kind that is not in the schema.
    pub name: &'static str,
    /// A description with the machine or processor, and the searched sections.
    pub description: String,
    /// Advice for the file, if any.
    pub advice: Option<Advice>,
}

/// Advice for a file that is not a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// The schema's advice for the kind.
    OfKind(&'static str),
    /// The schema's advice for a package or compressed file. Operations that take several files, such as [`crate::ops::list`], look into it.
    OfPackage(&'static str),
    /// The file has a known format that holds no code objects: its fields can be shown and checked.
    LookAtFields,
    /// Only data that programs load was searched; [`carve`](crate::request::ScanRequest::carve) searches the rest of
    /// the file.
    SearchTheRest,
}

impl FileKind {
    /// Creates a kind without advice.
    #[doc(hidden)]
    pub fn new(name: &'static str, description: String) -> Self {
        Self { name, description, advice: None }
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description)?;
        match self.advice {
            Some(Advice::LookAtFields) => f.write_str(", which contains no code objects"),
            _ => Ok(()),
        }
    }
}

const MOST: usize = 4;

/// An entry that does not match, with the reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NearMiss {
    /// The stored ID.
    pub id: String,
    /// The differences. Never empty.
    pub reasons: Vec<Reason>,
}

/// `K` measures closeness.
#[derive(Debug, Default)]
pub(crate) struct Nearest<K> {
    closeness: K,
    misses: Vec<NearMiss>,
    known: BTreeSet<String>,
}

impl<K: Ord + Default> Nearest<K> {
    /// Unless it has nothing in common with the request.
    pub(crate) fn add(&mut self, id: &str, closeness: K, reasons: Vec<Reason>) {
        if closeness > self.closeness {
            self.closeness = closeness;
            self.misses.clear();
            self.known.clear();
        } else if closeness < self.closeness || closeness == K::default() {
            return;
        }
        if self.misses.len() < MOST && !reasons.is_empty() && self.known.insert(id.into()) {
            self.misses.push(NearMiss { id: id.into(), reasons });
        }
    }

    pub(crate) fn into_misses(self) -> Vec<NearMiss> {
        self.misses
    }
}

const SHOWN: usize = 12;

/// Quoted, each once. A long list becomes a count.
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
        text.push_str(&format!(" and {} more", once.len().saturating_sub(shown)));
    }
    text
}

pub(crate) fn what_it_is(kind: Option<&FileKind>) -> String {
    kind.map_or_else(String::new, |kind| format!(": {kind}"))
}

/// A prefix for messages about an input that may be a bundle.
pub(crate) fn describe_kind(kind: Option<&FileKind>) -> String {
    kind.map_or_else(String::new, |kind| format!("{}: ", kind.description))
}

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

pub(crate) fn there_is(stored: &[String]) -> String {
    match stored {
        [] => "the file has no entries".into(),
        stored => format!("available: {}", list(stored)),
    }
}

pub(crate) fn like_this(such_as: &Option<String>) -> String {
    such_as
        .as_ref()
        .map_or_else(String::new, |id| format!("; did you mean {:?}?", Shortened(id)))
}

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

pub(crate) fn bundles(count: usize) -> String {
    match count {
        0 => "no bundle can be changed".into(),
        1 => "the only bundle is 0".into(),
        _ => format!("the bundles are 0 to {}", count.saturating_sub(1)),
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
        left_out => format!(", except {left_out} without content"),
    };
    format!("{first}{others}: no entry matches{left_out}; {}", there_is(stored))
}

pub(crate) fn numbers(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(", ")
}

pub(crate) fn version_of(version: Option<u64>) -> String {
    version.map_or_else(String::new, |version| format!("version {version} of "))
}

/// Returns ` of version …` for a message; empty without a version.
pub fn of_version(version: Option<u64>) -> String {
    version.map_or_else(String::new, |version| format!(" of version {version}"))
}

pub(crate) fn room(fitting: &[u64]) -> String {
    match fitting.first() {
        Some(other) => format!("version {other} has room"),
        None => "no version has room".into(),
    }
}

pub(crate) fn of_release(release: Option<&str>) -> String {
    release.map_or_else(|| "every release".into(), |release| format!("release {release}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reason_omits_the_error_number() {
        let error = std::fs::read("no/such/file").unwrap_err();
        assert!(!reason(&error).contains("os error"), "{error}");
        assert_eq!(reason(&io::Error::other("odd (os error 2)")), "odd (os error 2)");
    }

    #[test]
    fn nearest_misses_are_unique_and_limited() {
        let reason = || {
            vec![Reason { rule: "r", aspect: offload_bundle_core::ids::Aspect::Text, text: "no".into(), source: None }]
        };
        let mut nearest = Nearest::default();
        nearest.add("far", 0, reason());
        for id in ["near", "nearer", "nearer", "other"] {
            nearest.add(id, id.len().min(6), reason());
        }
        let nearest: Vec<String> = nearest.into_misses().into_iter().map(|miss| miss.id).collect();
        assert_eq!(nearest, ["nearer"]);
        let mut nearest = Nearest::default();
        (0..100).for_each(|number| nearest.add(&format!("{number}"), 1, reason()));
        assert_eq!(nearest.into_misses().len(), MOST);
        let mut nearest = Nearest::default();
        nearest.add("nothing in common", 0, reason());
        assert_eq!(nearest.into_misses(), []);
    }
}
