//! What is wrong or odd in a container that can be read: each kind with its text and the word for it.

use offload_bundle_core::Shortened;
use offload_bundle_core::error::{Path, ReadError};
use offload_bundle_core::ids::{Invalid, Mismatch, UnknownName};
use offload_bundle_core::severity::Severity;
use strum::{IntoStaticStr, VariantNames};

use crate::code_fault::CodeFault;
use crate::finding_texts::{bad_text, difference, duplicate, faults, instead, no_archive};
use crate::name_list::NameList;

/// What is wrong or odd.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Anomaly {
    /// A field cannot be read.
    #[error("{}", .0.problem)]
    Unreadable(ReadError),
    /// A content lies past the end of the input, but is empty.
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
    /// An ID does not follow the grammar, or names something unknown.
    #[error("expected a valid bundle entry ID, found {:?}: {}", Shortened(id), faults(invalid))]
    BadId {
        /// The ID.
        id: String,
        /// What is wrong with it.
        invalid: Invalid,
    },
    /// An ID names something unknown, where other tools than those of the grammar store theirs too.
    #[error("expected a known bundle entry ID, found {:?}: {}", Shortened(id), faults(invalid))]
    UnknownName {
        /// The ID.
        id: String,
        /// What is unknown in it.
        invalid: Invalid,
    },
    /// An ID names a processor, or a feature of one, that is not known: nothing can be said of what it stands for.
    #[error("expected a known {}, found {:?} in {:?}", unknown.what, Shortened(&unknown.name), Shortened(id))]
    UnknownTarget {
        /// The ID.
        id: String,
        /// What is unknown in it.
        unknown: UnknownName,
    },
    /// Two entries have one ID, or two spellings of one.
    #[error("{}", duplicate(id, first, first_path))]
    Duplicate {
        /// The ID at fault.
        id: String,
        /// The ID that was there before.
        first: String,
        /// Path of the entry that has it.
        first_path: Path,
    },
    /// A content begins within the records before it.
    #[error("the content lies within the header: expected it from byte {frame_end:#x} on, found it at byte {ofs:#x}")]
    InsideFrame {
        /// Where it begins, in bytes from the start of the input.
        ofs: u64,
        /// Where contents may begin, in bytes from the start of the input.
        frame_end: u64,
    },
    /// Two contents share bytes.
    #[error("the content overlaps that of {first_path}: expected it from byte {end:#x} on, found it at byte {ofs:#x}")]
    Overlap {
        /// Where the second begins, in bytes from the start of the input.
        ofs: u64,
        /// Where the first ends, in bytes from the start of the input.
        end: u64,
        /// Path of the first one's entry.
        first_path: Path,
    },
    /// A section begins within one that was looked at before; it is not looked at again.
    #[error(
        "expected a section with bytes of its own, from byte {end:#x} on, found {section:?} over those of another; it is not looked at"
    )]
    SharedSection {
        /// Name of the section.
        section: String,
        /// Where the other ends, in bytes from the start of the input.
        end: u64,
    },
    /// The length that a table gives a content, and no loader looks at, is another than it has.
    #[error("{}; loaders take the content as it is", .0.problem)]
    OtherSize(ReadError),
    /// An entry is for a target that its archive is not said to be for: loaders do not look there.
    #[error(
        "expected {target:?} in the list {list:?}, by which loaders choose archives, found none: nothing loads this entry"
    )]
    Unannounced {
        /// The target.
        target: String,
        /// The key of the list.
        list: &'static str,
    },
    /// What should be an archive with device code that was moved out of another file is none.
    #[error("{}", no_archive(&format!("found {found}"), *variable))]
    NoArchive {
        /// What it is, for people.
        found: String,
        /// The environment variable that names it, if one does.
        variable: Option<&'static str>,
    },
    /// An archive with device code that was moved out of another file cannot be read.
    #[error("{}", no_archive(why, *variable))]
    UnreadableArchive {
        /// Why, for people.
        why: String,
        /// The environment variable that names it, if one does.
        variable: Option<&'static str>,
    },
    /// An archive with device code that was moved out of another file is damaged.
    #[error("{}; loaders pass over the archive: install anew what has it", .0.problem)]
    DamagedArchive(ReadError),
    /// There are more archives with device code that was moved out of the file than are looked into.
    #[error(
        "expected at most {most} archives with the device code of this file, found {found}: only the first are looked into; name those that matter in the environment variable {instead}"
    )]
    ArchivesNotRead {
        /// How many there are.
        found: usize,
        /// How many are looked into.
        most: usize,
        /// The environment variable that names archives which are looked into instead.
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
    /// Bytes within a container that belong to none of its parts.
    #[error("expected an entry, found {len} bytes that belong to none")]
    Ignored {
        /// How many.
        len: u64,
    },
    /// Bytes that are no container, where containers should be.
    #[error("expected a bundle at the start of the section {section}, found {len} bytes of something else")]
    Unrecognised {
        /// How many.
        len: u64,
        /// What they are in.
        section: String,
    },
    /// The sections of the file cannot be told, so that it was only searched.
    #[error("the sections of the file are not known: {}", .0.problem)]
    NoSections(ReadError),
    /// The data of a section, which a program loads, is not where it should be, so that it was not searched.
    #[error("the data of the section {section:?} cannot be searched: {}", error.problem)]
    NotSearched {
        /// The section.
        section: String,
        /// Why.
        error: ReadError,
    },
    /// A member of an archive lies outside of it, or its header says something that cannot be.
    #[error("in the member {name:?}: {}", error.problem)]
    DamagedMember {
        /// Its name.
        name: String,
        /// What is wrong, and where in the archive.
        error: ReadError,
    },
    /// The file that is a member of a thin archive cannot be read.
    #[error("the member {name:?} cannot be read: {why}")]
    UnreadableMember {
        /// Its name.
        name: String,
        /// Why, for people.
        why: String,
    },
    /// Members of an archive that hold nothing that can be looked into.
    #[error("members that are not looked into: {names}: {kind}")]
    MembersNotRead {
        /// What they are.
        kind: String,
        /// Their names.
        names: NameList,
    },
    /// A content may hold containers, and lies too deep within others to be looked into.
    #[error(
        "expected at most {most} levels of bundles within entries, found more in entry {entry}, which is not looked into; extract the outer entry, and list the file that is written"
    )]
    NestedTooDeep {
        /// The entry, by its position in the container.
        entry: u64,
        /// How many levels below the file are looked into.
        most: usize,
    },
    /// Bytes that are no container follow the last one.
    #[error("expected a bundle or the end of the file, found {len} bytes of something else")]
    Trailing {
        /// How many.
        len: u64,
    },
    /// Two entries should not be in one bundle, or not in this order.
    #[error("{text}")]
    Conflict {
        /// The rule's name in the schema.
        rule: &'static str,
        /// How bad it is.
        level: Severity,
        /// What is wrong.
        text: String,
    },
    /// Entries in different members of an archive could not be in one bundle.
    #[error("in one bundle this would be wrong: {text}; the other is in the member {member}")]
    #[strum(serialize = "conflict-across-members")]
    ConflictAcross {
        /// What is wrong.
        text: String,
        /// The member with the other entry.
        member: String,
    },
    /// Not exactly one entry for the host where there must be one, or several where there may be one.
    #[error("expected exactly one entry for the host, found {found}")]
    HostCount {
        /// How many there are.
        found: usize,
    },
    /// A code object is for another target than its ID says.
    #[error("expected a code object of {} for {:?}, found {}", mismatch.expected, Shortened(id), mismatch.found)]
    WrongTarget {
        /// The ID.
        id: String,
        /// What differs.
        mismatch: Mismatch,
    },
    /// A code object is an ELF file by its first bytes, but its header cannot be read.
    #[error("expected the header of an ELF file, found less or something else")]
    BadElf,
    /// Compressed bytes hold those that every header of their format begins with.
    #[error("the compressed bytes hold \"{}\", with which every header begins: some readers cut them there; compress it anew, at a level of your choice", magic.escape_ascii())]
    MagicInside {
        /// These bytes.
        magic: &'static [u8],
    },
    /// Device code was moved out of the file, and is in none of these places.
    #[error(
        "expected the device code that was moved out of this file in {paths}, counted from the folder of this file; found no such file"
    )]
    ElsewhereMissing {
        /// The paths, which count from the folder of the file.
        paths: NameList,
    },
    /// Device code was moved out of the file, and nothing that can be read says where to.
    #[error("device code was moved out of this file, and nothing says where to: {why}")]
    BadReference {
        /// Why, for people.
        why: String,
    },
    /// A code object is not whole, or says something that cannot be.
    #[error("{0}")]
    CodeObject(CodeFault),
    /// A key is twice in one entry.
    #[error("expected the key {key:?} once, found it again; the first counts here")]
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A text that says what an entry is for is missing or empty.
    #[error(
        "expected a text under the key {key:?}, found none; pack it again with one if readers are to find it by that"
    )]
    MissingText {
        /// Its key.
        key: String,
        /// How bad that is.
        level: Severity,
    },
    /// A number has no meaning that is known.
    #[error("expected a known number in {field}, found {number}; it is kept as it is")]
    UnknownNumber {
        /// The field.
        field: String,
        /// The number.
        number: u64,
    },
    /// A number means this in some releases only: others have another for it, and do not find the entry.
    #[error(
        "{field} is {number}, which only the releases {releases} read as {word:?}: for others it is {others}; pack it again for the release that is to read it"
    )]
    OtherRelease {
        /// The field.
        field: String,
        /// The number.
        number: u64,
        /// What it means.
        word: String,
        /// The releases that say so.
        releases: String,
        /// The number that the others give it.
        others: u64,
    },
    /// A code object is not of the kind that a number says.
    #[error("expected content of the kind {said:?} that {field} says, found {}", found.as_ref().map_or("something else".into(), |found| format!("what begins as {found:?}")))]
    WrongKind {
        /// The field.
        field: String,
        /// What it says.
        said: String,
        /// What the content begins as; none where it is only not what is said.
        found: Option<String>,
    },
    /// A code object is in no known form.
    #[error("expected a code object of a known form, found one that begins with \"{}\"", head.escape_ascii())]
    UnknownContent {
        /// Its first bytes.
        head: Vec<u8>,
    },
    /// A bundle, or the offload binaries of one section, have no code for a GPU that is required.
    #[error("expected code that runs on {target}, found none{}", instead(others))]
    MissingTarget {
        /// The GPU.
        target: String,
        /// The targets that there is code for.
        others: NameList,
    },
    /// A bundle serves other targets than the bundles beside it in the file.
    #[error("expected the targets of {like} of {of} bundles; {}", difference(missing, more))]
    Coverage {
        /// The targets that it alone lacks.
        missing: NameList,
        /// The targets that it alone serves.
        more: NameList,
        /// How many bundles serve what it should.
        like: usize,
        /// Of how many.
        of: usize,
        /// How bad it is.
        level: Severity,
    },
}
