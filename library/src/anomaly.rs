//! The kinds of findings, each with its message and its stable code.

use std::fmt;

use offload_bundle_core::Shortened;
use offload_bundle_core::error::{Path, ReadError};
use offload_bundle_core::ids::{Invalid, Mismatch, UnknownName};
use offload_bundle_core::severity::Severity;
use strum::{IntoStaticStr, VariantNames};

use crate::code_fault::CodeFault;

/// A fault or an oddity in a readable container.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Anomaly {
    /// A field cannot be read.
    #[error("{}", .0.problem)]
    Unreadable(ReadError),
    /// An empty code object is past the end of the input.
    #[error("the empty content {}", .0.problem)]
    #[strum(serialize = "empty-beyond-end")]
    EmptyBeyond(ReadError),
    /// An ID is empty, or holds a control character.
    #[error("{}", bad_text(id))]
    #[strum(serialize = "bad-id")]
    BadText {
        /// The ID.
        id: String,
    },
    /// An ID does not follow the grammar, or its words do not fit each other.
    #[error("expected a valid bundle entry ID, found {:?}: {}", Shortened(id), faults(invalid))]
    BadId {
        /// The ID.
        id: String,
        /// The fault.
        invalid: Invalid,
    },
    /// An ID names an unknown kind or triple.
    #[error("expected a known bundle entry ID, found {:?}: {}", Shortened(id), faults(invalid))]
    UnknownName {
        /// The ID.
        id: String,
        /// The unknown name.
        invalid: Invalid,
    },
    /// An ID names an unknown processor, or an unknown feature of one, so that its target is not known.
    #[error("expected a known {}, found {:?} in {:?}", unknown.what, Shortened(&unknown.name), Shortened(id))]
    UnknownTarget {
        /// The ID.
        id: String,
        /// The unknown name.
        unknown: UnknownName,
    },
    /// Two entries have the same ID, perhaps in two spellings.
    #[error("{}", duplicate(id, first, first_path))]
    Duplicate {
        /// The ID at fault.
        id: String,
        /// The earlier ID.
        first: String,
        /// The path of the earlier entry.
        first_path: Path,
    },
    /// A code object begins within the records before it.
    #[error("the content lies within the header: expected it from byte {frame_end:#x} on, found it at byte {ofs:#x}")]
    InsideFrame {
        /// The offset of the code object, in bytes from the start of the input.
        ofs: u64,
        /// The end of the records, in bytes from the start of the input.
        frame_end: u64,
    },
    /// Two code objects share bytes.
    #[error("the content overlaps that of {first_path}: expected it from byte {end:#x} on, found it at byte {ofs:#x}")]
    Overlap {
        /// The offset of the second, in bytes from the start of the input.
        ofs: u64,
        /// The end of the first, in bytes from the start of the input.
        end: u64,
        /// The path of the first one's entry.
        first_path: Path,
    },
    /// A section begins within a section that was already searched, and is not searched again.
    #[error(
        "expected a section with bytes of its own, from byte {end:#x} on, found {section:?} over those of another; it is not looked at"
    )]
    SharedSection {
        /// The name of the section.
        section: String,
        /// The end of the other section, in bytes from the start of the input.
        end: u64,
    },
    /// A table gives a wrong length for a code object, but no loader reads that length.
    #[error("{}; loaders take the content as it is", .0.problem)]
    OtherSize(ReadError),
    /// An entry is for a target that its archive does not list, so that loaders do not look there.
    #[error(
        "expected {target:?} in the list {list:?}, by which loaders choose archives, found none: nothing loads this entry"
    )]
    Unannounced {
        /// The target.
        target: String,
        /// The key of the list.
        list: &'static str,
    },
    /// A file should be an archive with moved device code, but is not an archive.
    #[error("{}", no_archive(&format!("found {found}"), *variable))]
    NoArchive {
        /// A description of the file.
        found: String,
        /// The environment variable that names the archive, if any.
        variable: Option<&'static str>,
    },
    /// An archive with moved device code cannot be read.
    #[error("{}", no_archive(why, *variable))]
    UnreadableArchive {
        /// The reason.
        why: String,
        /// The environment variable that names the archive, if any.
        variable: Option<&'static str>,
    },
    /// An archive with moved device code is damaged.
    #[error("{}; loaders pass over the archive: install anew what has it", .0.problem)]
    DamagedArchive(ReadError),
    /// More archives contain the device code of the file than are searched.
    #[error(
        "expected at most {most} archives with the device code of this file, found {found}: only the first are looked into; name those that matter in the environment variable {instead}"
    )]
    ArchivesNotRead {
        /// The number of archives.
        found: usize,
        /// The number of archives that are searched.
        most: usize,
        /// The environment variable that names archives to search instead.
        instead: &'static str,
    },
    /// Device code was moved out of the file, and no archive has it.
    #[error(
        "expected code under the name {name:?} in one of the archives that were found, found none: nothing of it is loaded"
    )]
    MissingUnit {
        /// The name.
        name: String,
    },
    /// Bytes of a container that belong to no part.
    #[error("expected an entry, found {len} bytes that belong to none")]
    Ignored {
        /// The number of bytes.
        len: u64,
    },
    /// Bytes of another format in a section for containers.
    #[error("expected a bundle at the start of the section {section}, found {len} bytes of something else")]
    Unrecognised {
        /// The number of bytes.
        len: u64,
        /// The section that they are in.
        section: String,
    },
    /// The sections of the file cannot be determined, so that it was only searched.
    #[error("the sections of the file are not known: {}", .0.problem)]
    NoSections(ReadError),
    /// The data of a loaded section is not at its declared offset, and was not searched.
    #[error("the data of the section {section:?} cannot be searched: {}", error.problem)]
    NotSearched {
        /// The section.
        section: String,
        /// The reason.
        error: ReadError,
    },
    /// An archive member is not within the archive, or its header is not valid.
    #[error("in the member {name:?}: {}", error.problem)]
    DamagedMember {
        /// The name of the member.
        name: String,
        /// The fault, with its offset in the archive.
        error: ReadError,
    },
    /// The file that a thin archive has as a member cannot be read.
    #[error("the member {name:?} cannot be read: {why}")]
    UnreadableMember {
        /// The name of the member.
        name: String,
        /// The reason.
        why: String,
    },
    /// Archive members hold nothing that can be searched.
    #[error("members that are not looked into: {names}: {kind}")]
    MembersNotRead {
        /// A description of the members.
        kind: String,
        /// Their names.
        names: NameList,
    },
    /// A code object may hold containers, but is nested too deep to be searched.
    #[error(
        "expected at most {most} levels of bundles within entries, found more in entry {entry}, which is not looked into; extract the outer entry, and list the file that is written"
    )]
    NestedTooDeep {
        /// The position of the entry in the container.
        entry: u64,
        /// The number of levels below the file that are searched.
        most: usize,
    },
    /// Bytes that are not a container follow the last one.
    #[error("expected a bundle or the end of the file, found {len} bytes of something else")]
    Trailing {
        /// The number of bytes.
        len: u64,
    },
    /// Two entries should not be in one bundle, or not in this order.
    #[error("{text}")]
    Conflict {
        /// The name of the rule in the schema.
        rule: &'static str,
        /// The severity.
        level: Severity,
        /// The message of the rule.
        text: String,
    },
    /// Entries in different archive members could not be in one bundle.
    #[error("in one bundle this would be wrong: {text}; the other is in the member {member}")]
    #[strum(serialize = "conflict-across-members")]
    ConflictAcross {
        /// The message of the rule.
        text: String,
        /// The archive member with the other entry.
        member: String,
    },
    /// The number of host entries is wrong.
    #[error("expected exactly one entry for the host, found {found}")]
    HostCount {
        /// The number of host entries.
        found: usize,
    },
    /// A code object is for another target than its ID says.
    #[error("expected a code object of {} for {:?}, found {}", mismatch.expected, Shortened(id), mismatch.found)]
    WrongTarget {
        /// The ID.
        id: String,
        /// The difference.
        mismatch: Mismatch,
    },
    /// A code object begins as an ELF file does, but its header cannot be read.
    #[error("expected the header of an ELF file, found less or something else")]
    BadElf,
    /// Compressed bytes hold the magic of their own format.
    #[error("the compressed bytes hold \"{}\", with which every header begins: some readers cut them there; compress it anew, at a level of your choice", magic.escape_ascii())]
    MagicInside {
        /// The magic.
        magic: &'static [u8],
    },
    /// Device code was moved out of the file, and no file exists at these paths.
    #[error(
        "expected the device code that was moved out of this file in {paths}, counted from the folder of this file; found no such file"
    )]
    ElsewhereMissing {
        /// The paths, relative to the folder of the file.
        paths: NameList,
    },
    /// Device code was moved out of the file, and the reference to it cannot be read.
    #[error("device code was moved out of this file, and nothing says where to: {why}")]
    BadReference {
        /// The reason.
        why: String,
    },
    /// A code object is incomplete or inconsistent.
    #[error("{0}")]
    CodeObject(CodeFault),
    /// An entry has a key twice.
    #[error("expected the key {key:?} once, found it again; the first counts here")]
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A text that names what an entry is for is missing or empty.
    #[error(
        "expected a text under the key {key:?}, found none; pack it again with one if readers are to find it by that"
    )]
    MissingText {
        /// The key of the text.
        key: String,
        /// The severity.
        level: Severity,
    },
    /// A number without a known meaning.
    #[error("expected a known number in {field}, found {number}; it is kept as it is")]
    UnknownNumber {
        /// The field.
        field: String,
        /// The number.
        number: u64,
    },
    /// A number has this meaning in some releases only. Other releases use another number, so they do not find the
    /// entry.
    #[error(
        "{field} is {number}, which only the releases {releases} read as {word:?}: for others it is {others}; pack it again for the release that is to read it"
    )]
    OtherRelease {
        /// The field.
        field: String,
        /// The number.
        number: u64,
        /// The meaning of the number.
        word: String,
        /// The releases that give it this meaning.
        releases: String,
        /// The number that other releases use.
        others: u64,
    },
    /// A code object is not of the kind that a number declares.
    #[error("expected content of the kind {said:?} that {field} says, found {}", found.as_ref().map_or("something else".into(), |found| format!("what begins as {found:?}")))]
    WrongKind {
        /// The field.
        field: String,
        /// The declared kind.
        said: String,
        /// The kind that the first bytes show, or `None` if they only exclude the declared kind.
        found: Option<String>,
    },
    /// A code object has an unknown form, or a form that is not code.
    #[error("expected a code object of a known form, found {}", content(head, *known))]
    UnknownContent {
        /// The first bytes of the code object.
        head: Vec<u8>,
        /// A description of the content, if it is known.
        known: Option<&'static str>,
        /// The severity.
        level: Severity,
    },
    /// A bundle serves other targets than the other bundles of the file.
    #[error("expected the targets of {like} of {of} bundles; {}", difference(missing, more))]
    Coverage {
        /// The targets that only this bundle lacks.
        missing: NameList,
        /// The targets that only this bundle serves.
        more: NameList,
        /// The number of bundles with the expected targets.
        like: usize,
        /// The number of compared bundles.
        of: usize,
        /// The severity.
        level: Severity,
    },
}

fn bad_text(id: &str) -> String {
    match id {
        "" => "expected a bundle entry ID, found an empty one".into(),
        id => format!(
            "expected a bundle entry ID without control characters, found {:?}",
            Shortened(id)
        ),
    }
}

pub(crate) fn duplicate(id: &str, first: &str, path: &Path) -> String {
    let found = format!("expected an ID of its own, found {:?}", Shortened(id));
    match id == first {
        true => format!("{found} as in {path}"),
        false => format!("{found}, the same as {:?} in {path}", Shortened(first)),
    }
}

fn no_archive(what: &str, variable: Option<&str>) -> String {
    let expected = "expected an archive with the device code of another file";
    match variable {
        Some(name) => format!(
            "{expected}, as the environment variable {name} says: {what}; loaders pass over it: correct the variable, or unset it"
        ),
        None => format!("{expected}: {what}; loaders pass over it: install anew what has it"),
    }
}

pub(crate) fn content(head: &[u8], known: Option<&str>) -> String {
    match known {
        Some(known) => format!("{known}, which no loader takes"),
        None => format!("one that begins with \"{}\"", head.escape_ascii()),
    }
}

pub(crate) fn difference(missing: &NameList, more: &NameList) -> String {
    match (missing.first.is_empty(), more.first.is_empty()) {
        (true, _) => format!("this one has more: {more}"),
        (false, true) => format!("this one lacks {missing}"),
        (false, false) => format!("this one lacks {missing}, and has {more}"),
    }
}

/// An ID that cannot be parsed has no parts, so this returns one complaint.
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

/// Names, shortened to the first few.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameList {
    /// The first names.
    pub first: Vec<String>,
    /// The number of other names.
    pub others: usize,
}

impl NameList {
    pub(crate) fn new(names: impl IntoIterator<Item = String>, most: usize) -> Self {
        let mut names = names.into_iter();
        let first = names.by_ref().take(most).collect();
        Self { first, others: names.count() }
    }
}

impl fmt::Display for NameList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.first.join(", "))?;
        match self.others {
            0 => Ok(()),
            others => write!(f, " and {others} more"),
        }
    }
}
