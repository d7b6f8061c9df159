//! The kinds of findings, with messages and stable codes.

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
    ///
    /// Fix: Build the bundle again. Readers that ignore empty entries are not affected.
    #[error("the empty content {}", .0.problem)]
    #[strum(serialize = "empty-beyond-end")]
    EmptyBeyond(ReadError),
    /// An ID is empty, or holds a control character.
    ///
    /// Fix: Build the bundle again with a printable ID.
    #[error("{}", bad_text(id))]
    #[strum(serialize = "bad-id")]
    BadText {
        /// The ID.
        id: String,
    },
    /// An ID does not follow the grammar, or its words do not fit each other.
    ///
    /// Fix: Correct the ID and build the bundle again; `target parse` shows the column.
    #[error("{:?} is not a valid bundle entry ID: {}", Shortened(id), faults(invalid))]
    BadId {
        /// The ID.
        id: String,
        /// The fault.
        invalid: Invalid,
    },
    /// An ID names an unknown kind or triple.
    ///
    /// Fix: Correct a misspelling. Otherwise update offload-bundle.
    #[error("unknown name in the bundle entry ID {:?}: {}", Shortened(id), faults(invalid))]
    UnknownName {
        /// The ID.
        id: String,
        /// The unknown name.
        invalid: Invalid,
    },
    /// An ID names an unknown processor, or an unknown feature of one, so that its target is not known.
    ///
    /// Fix: Correct a misspelling. Otherwise update offload-bundle.
    #[error("unknown {} {:?} in {:?}", unknown.what, Shortened(&unknown.name), Shortened(id))]
    UnknownTarget {
        /// The ID.
        id: String,
        /// The unknown name.
        unknown: UnknownName,
    },
    /// Two entries have the same ID, or two spellings of one.
    ///
    /// Fix: Keep one of the two entries. Tools use the first or the last.
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
    ///
    /// Fix: Build the bundle again; the offset is wrong.
    #[error("the content starts at byte {ofs:#x}, inside the header, which ends at {frame_end:#x}")]
    InsideFrame {
        /// The offset of the code object, in bytes from the start of the input.
        ofs: u64,
        /// The end of the records, in bytes from the start of the input.
        frame_end: u64,
    },
    /// Two code objects share bytes.
    ///
    /// Fix: Build the bundle again; one of the offsets or lengths is wrong.
    #[error("the content starts at byte {ofs:#x} and overlaps `{first_path}`, which ends at {end:#x}")]
    Overlap {
        /// The offset of the second, in bytes from the start of the input.
        ofs: u64,
        /// The end of the first, in bytes from the start of the input.
        end: u64,
        /// The path of the first one's entry.
        first_path: Path,
    },
    /// A section begins within one that was searched before. It is not searched again.
    ///
    /// Fix: Build the object file again; a section header is wrong.
    #[error("the section {section:?} overlaps another one, which ends at {end:#x}, and was not searched")]
    SharedSection {
        /// The name of the section.
        section: String,
        /// The end of the other section, in bytes from the start of the input.
        end: u64,
    },
    /// A table gives a wrong length for a code object, but no loader reads that length.
    ///
    /// Fix: Pack the archive again if other tools need the length.
    #[error("{}; loaders ignore this length", .0.problem)]
    OtherSize(ReadError),
    /// An entry is for a target that its archive does not list, so that loaders do not look there.
    ///
    /// Fix: Pack the archive again with the target in the list.
    #[error("{target:?} is missing in the list {list:?}, so no loader reads this entry")]
    Unannounced {
        /// The target.
        target: String,
        /// The key of the list.
        list: &'static str,
    },
    /// A file should be an archive with device code that was moved out of another file, but is not one.
    ///
    /// Fix: Install the package with the archive again, or correct the environment variable.
    #[error("{}", no_archive(&format!("it is {found}"), *variable))]
    NoArchive {
        /// A description of the file.
        found: String,
        /// The environment variable that names the archive, if any.
        variable: Option<&'static str>,
    },
    /// An archive with device code that was moved out of another file cannot be read.
    ///
    /// Fix: Make the archive readable, or correct the environment variable.
    #[error("{}", no_archive(why, *variable))]
    UnreadableArchive {
        /// The reason.
        why: String,
        /// The environment variable that names the archive, if any.
        variable: Option<&'static str>,
    },
    /// An archive with device code that was moved out of another file is damaged.
    #[error("{}; loaders skip the archive", .0.problem)]
    DamagedArchive(ReadError),
    /// There are more archives with the device code of the file than are searched.
    ///
    /// Fix: Select the archives with the environment variable in the message.
    #[error(
        "{found} archives contain the device code of this file, and only the first {most} were searched; select others with the environment variable `{instead}`"
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
    ///
    /// Fix: Install the kpack archives of the same build as the library.
    #[error("no archive contains code for {name:?}, so it will not load")]
    MissingUnit {
        /// The name.
        name: String,
    },
    /// Bytes within a container that belong to none of its parts.
    ///
    /// Fix: Check that no tool cut or patched the file.
    #[error("{len} bytes belong to no entry")]
    Ignored {
        /// The number of bytes.
        len: u64,
    },
    /// Bytes that are not a container, where one is expected.
    ///
    /// Fix: Link the file again; its device code is damaged.
    #[error("the section `{section}` starts with {len} bytes that are not a bundle")]
    Unrecognised {
        /// The number of bytes.
        len: u64,
        /// The section that they are in.
        section: String,
    },
    /// The sections of the file cannot be determined, so that it was only searched.
    ///
    /// Fix: Build the file again, or search it with `--carve`.
    #[error("the sections of the file are not known: {}", .0.problem)]
    NoSections(ReadError),
    /// The data of a loaded section is not where it should be, and was not searched.
    ///
    /// Fix: Build the file again; a section header is wrong.
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
    ///
    /// Fix: Restore the file next to the thin archive.
    #[error("the member {name:?} cannot be read: {why}")]
    UnreadableMember {
        /// The name of the member.
        name: String,
        /// The reason.
        why: String,
    },
    /// Archive members hold nothing that can be searched.
    ///
    /// Fix: Nothing, if these members have no device code.
    #[error("members without bundles: {names}: {kind}")]
    MembersNotRead {
        /// A description of the members.
        kind: String,
        /// Their names.
        names: NameList,
    },
    /// A code object may hold containers, but is nested too deep to be searched.
    ///
    /// Fix: Extract the outer entry and check the extracted file.
    #[error("entry {entry} is nested deeper than {most} levels and was not searched")]
    NestedTooDeep {
        /// The position of the entry in the container.
        entry: u64,
        /// The number of levels below the file that are searched.
        most: usize,
    },
    /// Bytes that are not a container follow the last one.
    ///
    /// Fix: Remove the bytes if they are not intended; readers may treat them as a bundle.
    #[error("{len} bytes after the bundle are not a bundle")]
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
    ///
    /// Fix: Build the members for distinct targets.
    #[error("conflict with an entry of the member `{member}` if linked into one bundle: {text}")]
    #[strum(serialize = "conflict-across-members")]
    ConflictAcross {
        /// The message of the rule.
        text: String,
        /// The archive member with the other entry.
        member: String,
    },
    /// The number of host entries is wrong: not exactly one where one is required, or several where one is allowed.
    ///
    /// Fix: Build the bundle with exactly one host entry.
    #[error("expected exactly one host entry, found {found}")]
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
    ///
    /// Fix: Build the code object again.
    #[error("the ELF header of the code object is invalid or incomplete")]
    BadElf,
    /// Compressed bytes hold the magic of their own format.
    ///
    /// Fix: Compress the bundle again at another level.
    #[error("the compressed bytes contain \"{}\", the magic of a header, where some readers cut them", magic.escape_ascii())]
    MagicInside {
        /// The magic.
        magic: &'static [u8],
    },
    /// Device code was moved out of the file, and is at none of these paths.
    ///
    /// Fix: Install the kpack archives next to the library.
    #[error(
        "the device code was split into kpack archives, but none exists: {paths} (relative to the folder of this file)"
    )]
    ElsewhereMissing {
        /// The paths, relative to the folder of the file.
        paths: NameList,
    },
    /// Device code was moved out of the file, and nothing readable says where to.
    ///
    /// Fix: Split or build the library again.
    #[error("the device code was split into kpack archives, but their reference is invalid: {why}")]
    BadReference {
        /// The reason.
        why: String,
    },
    /// A code object is incomplete or inconsistent.
    #[error("{0}")]
    CodeObject(CodeFault),
    /// An entry has a key twice.
    ///
    /// Fix: Pack the image again with each key once.
    #[error("the key {key:?} is repeated; the first value counts")]
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A text that names what an entry is for is missing or empty.
    ///
    /// Fix: Pack the image again with the key.
    #[error("the key {key:?} is missing or empty, so readers cannot select the entry by it")]
    MissingText {
        /// The key of the text.
        key: String,
        /// The severity.
        level: Severity,
    },
    /// A number has no known meaning.
    ///
    /// Fix: Nothing, if a newer tool wrote the file. Otherwise pack it again.
    #[error("`{field}` has the unknown number {number}, which is kept")]
    UnknownNumber {
        /// The field.
        field: String,
        /// The number.
        number: u64,
    },
    /// A number has this meaning in some releases only. Other releases use another number and do not find the entry.
    ///
    /// Fix: Pack the image again with `--release` for the release that reads it.
    #[error("`{field}` is {number}, which only releases {releases} read as {word:?}; other releases use {others}")]
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
    ///
    /// Fix: Pack the image again with the right kind.
    #[error("`{field}` is {said:?}, but the content {}", found.as_ref().map_or("is something else".into(), |found| format!("begins like {found:?}")))]
    WrongKind {
        /// The field.
        field: String,
        /// The declared kind.
        said: String,
        /// The kind that the first bytes show, or `None` if they only exclude the declared kind.
        found: Option<String>,
    },
    /// A code object has no known form, or a form that is not code.
    ///
    /// Fix: Build the bundle with a code object. Allow this finding for bundles of other data.
    #[error("{}", content(head, *known))]
    UnknownContent {
        /// The first bytes of the code object.
        head: Vec<u8>,
        /// A description of the content, if it is known.
        known: Option<&'static str>,
        /// The severity.
        level: Severity,
    },
    /// A bundle serves other targets than the other bundles of the file.
    ///
    /// Fix: Build all translation units for the same targets, or allow this finding if the difference is intended.
    #[error("{}, unlike {like} of {of} bundles", difference(missing, more))]
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
        "" => "the bundle entry ID is empty".into(),
        id => format!("the bundle entry ID {:?} contains control characters", Shortened(id)),
    }
}

pub(crate) fn duplicate(id: &str, first: &str, path: &Path) -> String {
    match id == first {
        true => format!("repeats the ID {:?} of `{path}`", Shortened(id)),
        false => format!(
            "{:?} is the same ID as {:?} of `{path}`",
            Shortened(id),
            Shortened(first)
        ),
    }
}

fn no_archive(what: &str, variable: Option<&str>) -> String {
    match variable {
        Some(name) => format!("loaders skip this file of the environment variable `{name}`: {what}"),
        None => format!("loaders skip this kpack archive: {what}"),
    }
}

pub(crate) fn content(head: &[u8], known: Option<&str>) -> String {
    match known {
        Some(known) => format!("the code object is {known}, which no loader accepts"),
        None => format!(
            "the code object begins with \"{}\", which is no known format",
            head.escape_ascii()
        ),
    }
}

pub(crate) fn difference(missing: &NameList, more: &NameList) -> String {
    match (missing.first.is_empty(), more.first.is_empty()) {
        (true, _) => format!("the bundle has extra targets: {more}"),
        (false, true) => format!("the bundle lacks targets: {missing}"),
        (false, false) => format!("the bundle lacks targets: {missing}; extra: {more}"),
    }
}

/// An ID that cannot be parsed has no parts, so this returns one complaint.
pub(crate) fn faults(invalid: &Invalid) -> String {
    if !invalid.without_kind.is_empty() {
        let with_kind = invalid.without_kind.iter().map(|id| format!("{:?}", Shortened(id)));
        let with_kind: Vec<String> = with_kind.collect();
        return format!("the offload kind is missing: write {}", with_kind.join(" or "));
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
