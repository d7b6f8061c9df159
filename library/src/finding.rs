//! What is wrong or odd in a container that can be read.

use std::fmt;

use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::error::{Path, ReadError};
use offload_bundle_core::ids::{HeaderPart, Invalid, Mismatch, UnknownName};
use offload_bundle_core::severity::Severity;

pub use crate::code_fault::CodeFault;
pub use crate::name_list::NameList;

/// Something wrong or odd, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// In bytes from the start of the input.
    pub offset: u64,
    /// Path of the field or record at fault; empty for the input as a whole.
    pub path: Path,
    /// The entry that it is about, by its position in the container; none where it is about none.
    pub entry: Option<u64>,
    /// What is wrong or odd.
    pub anomaly: Anomaly,
}

/// What is wrong or odd.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Anomaly {
    /// A field cannot be read.
    Unreadable(ReadError),
    /// A content lies past the end of the input, but is empty.
    EmptyBeyond(ReadError),
    /// An ID is empty, or holds a control character.
    BadText {
        /// The ID.
        id: String,
    },
    /// An ID does not follow the grammar, or names something unknown.
    BadId {
        /// The ID.
        id: String,
        /// What is wrong with it.
        invalid: Invalid,
    },
    /// An ID names something unknown, where other tools than those of the grammar store theirs too.
    UnknownName {
        /// The ID.
        id: String,
        /// What is unknown in it.
        invalid: Invalid,
    },
    /// An ID names a processor, or a feature of one, that is not known: nothing can be said of what it stands for.
    UnknownTarget {
        /// The ID.
        id: String,
        /// What is unknown in it.
        unknown: UnknownName,
    },
    /// Two entries have one ID, or two spellings of one.
    Duplicate {
        /// The ID at fault.
        id: String,
        /// The ID that was there before.
        first: String,
        /// Path of the entry that has it.
        first_path: Path,
    },
    /// A content begins within the records before it.
    InsideFrame {
        /// Where it begins, in bytes from the start of the input.
        ofs: u64,
        /// Where contents may begin, in bytes from the start of the input.
        frame_end: u64,
    },
    /// Two contents share bytes.
    Overlap {
        /// Where the second begins, in bytes from the start of the input.
        ofs: u64,
        /// Where the first ends, in bytes from the start of the input.
        end: u64,
        /// Path of the first one's entry.
        first_path: Path,
    },
    /// A section begins within one that was looked at before; it is not looked at again.
    SharedSection {
        /// Name of the section.
        section: String,
        /// Where the other ends, in bytes from the start of the input.
        end: u64,
    },
    /// Bytes within a container that belong to none of its parts.
    Ignored {
        /// How many.
        len: u64,
    },
    /// Bytes that are no container, where containers should be.
    Unrecognised {
        /// How many.
        len: u64,
        /// What they stand in.
        section: String,
    },
    /// The sections of the file cannot be told, so that it was only searched.
    NoSections(ReadError),
    /// The data of a section, which a program loads, is not where it should be, so that it was not searched.
    NotSearched {
        /// The section.
        section: String,
        /// Why.
        error: ReadError,
    },
    /// A member of an archive lies outside of it, or its header says something that cannot be.
    DamagedMember {
        /// Its name.
        name: String,
        /// What is wrong, and where in the archive.
        error: ReadError,
    },
    /// The file that is a member of a thin archive cannot be read.
    UnreadableMember {
        /// Its name.
        name: String,
        /// Why, for people.
        why: String,
    },
    /// Members of an archive that hold nothing that can be looked into.
    MembersNotRead {
        /// What they are.
        kind: String,
        /// Their names.
        names: NameList,
    },
    /// A content may hold containers, and lies too deep within others to be looked into.
    NestedTooDeep {
        /// The entry, by its position in the container.
        entry: u64,
        /// How many levels below the file are looked into.
        most: usize,
    },
    /// Bytes that are no container follow the last one.
    Trailing {
        /// How many.
        len: u64,
    },
    /// Two entries should not stand in one bundle, or not in this order.
    Conflict {
        /// The rule's name in the schema.
        rule: &'static str,
        /// How bad it is.
        level: Severity,
        /// What is wrong.
        text: String,
    },
    /// Entries in different members of an archive could not stand in one bundle.
    ConflictAcross {
        /// What is wrong.
        text: String,
        /// The member with the other entry.
        member: String,
    },
    /// Not exactly one entry for the host where there must be one, or several where there may be one.
    HostCount {
        /// How many there are.
        found: usize,
    },
    /// A code object is for another target than its ID says.
    WrongTarget {
        /// The ID.
        id: String,
        /// What differs.
        mismatch: Mismatch,
    },
    /// A code object is an ELF file by its first bytes, but its header cannot be read.
    BadElf,
    /// Compressed bytes hold those that every header of their format begins with.
    MagicInside {
        /// These bytes.
        magic: &'static [u8],
    },
    /// Device code was moved out of the file, and is in none of these places.
    ElsewhereMissing {
        /// The paths, which count from the folder of the file.
        paths: NameList,
    },
    /// Device code was moved out of the file, and nothing that can be read says where to.
    BadReference {
        /// Why, for people.
        why: String,
    },
    /// A code object is not whole, or says something that cannot be.
    CodeObject(CodeFault),
    /// A key stands twice in one entry.
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A text that says what an entry is for is missing or empty.
    MissingText {
        /// Its key.
        key: String,
        /// How bad that is.
        level: Severity,
    },
    /// A number has no meaning that is known.
    UnknownNumber {
        /// The field.
        field: String,
        /// The number.
        number: u64,
    },
    /// A number means this in some releases only: others have another for it, and do not find the entry.
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
    WrongKind {
        /// The field.
        field: String,
        /// What it says.
        said: String,
        /// What the content begins as; none where it is only not what is said.
        found: Option<String>,
    },
    /// Nobody knows what a code object is.
    UnknownContent {
        /// Its first bytes.
        head: Vec<u8>,
    },
    /// A bundle serves other targets than the bundles beside it in the file.
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

impl Finding {
    /// A part of `entry` cannot be read.
    pub(crate) fn of_entry(entry: &StoredEntry, error: ReadError) -> Self {
        Self { entry: Some(entry.index), ..Self::from(error) }
    }

    /// Something is wrong or odd at `offset` that no field says.
    pub(crate) fn at(offset: u64, anomaly: Anomaly) -> Self {
        Self { offset, path: Path::default(), entry: None, anomaly }
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        match self.anomaly {
            Anomaly::Conflict { level, .. } | Anomaly::Coverage { level, .. } | Anomaly::MissingText { level, .. } => {
                level
            }
            Anomaly::UnknownContent { .. }
            | Anomaly::UnknownTarget { .. }
            | Anomaly::UnknownNumber { .. }
            | Anomaly::OtherRelease { .. }
            | Anomaly::MagicInside { .. }
            | Anomaly::ConflictAcross { .. }
            | Anomaly::MembersNotRead { .. } => Severity::Note,
            Anomaly::WrongTarget { ref mismatch, .. } if mismatch.part == HeaderPart::Version => Severity::Note,
            Anomaly::HostCount { .. } | Anomaly::BadElf => Severity::Warning,
            Anomaly::CodeObject(ref fault) => fault.severity(),
            Anomaly::UnknownName { .. }
            | Anomaly::DuplicateKey { .. }
            | Anomaly::WrongKind { .. }
            | Anomaly::EmptyBeyond(_)
            | Anomaly::InsideFrame { .. }
            | Anomaly::Overlap { .. }
            | Anomaly::SharedSection { .. }
            | Anomaly::Ignored { .. }
            | Anomaly::NoSections(_)
            | Anomaly::NotSearched { .. }
            | Anomaly::NestedTooDeep { .. }
            | Anomaly::Trailing { .. } => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// Whether a container with this finding still gives out what was put in: the bytes at fault are not those of a content.
    pub(crate) fn is_harmless(&self) -> bool {
        matches!(
            self.anomaly,
            Anomaly::UnknownName { .. }
                | Anomaly::EmptyBeyond(_)
                | Anomaly::Ignored { .. }
                | Anomaly::MembersNotRead { .. }
                | Anomaly::NoSections(_)
                | Anomaly::NotSearched { .. }
                | Anomaly::Trailing { .. }
        )
    }

    /// The same in a place whose IDs others make too, so that they may name what is not known here.
    #[must_use]
    pub(super) fn among_others(self) -> Self {
        match self.anomaly {
            Anomaly::BadId { id, invalid } if invalid.malformed.is_none() => {
                Self { anomaly: Anomaly::UnknownName { id, invalid }, ..self }
            }
            _ => self,
        }
    }

    /// Whether all that is wrong is that an ID names something that is not known.
    pub(super) fn is_unknown_name(&self) -> bool {
        match &self.anomaly {
            Anomaly::UnknownName { .. } => true,
            Anomaly::BadId { invalid, .. } => invalid.malformed.is_none(),
            _ => false,
        }
    }

    /// A stable word for the kind of finding.
    pub fn code(&self) -> &'static str {
        match &self.anomaly {
            Anomaly::Unreadable(error) | Anomaly::DamagedMember { error, .. } => error.problem.code(),
            Anomaly::UnreadableMember { .. } => "unreadable-member",
            Anomaly::MembersNotRead { .. } => "members-not-read",
            Anomaly::NestedTooDeep { .. } => "nested-too-deep",
            Anomaly::EmptyBeyond(_) => "empty-beyond-end",
            Anomaly::BadText { .. } | Anomaly::BadId { .. } => "bad-id",
            Anomaly::UnknownName { .. } => "unknown-name",
            Anomaly::UnknownTarget { .. } => "unknown-target",
            Anomaly::Duplicate { .. } => "duplicate",
            Anomaly::InsideFrame { .. } => "inside-frame",
            Anomaly::Overlap { .. } => "overlap",
            Anomaly::SharedSection { .. } => "shared-section",
            Anomaly::Ignored { .. } => "ignored",
            Anomaly::Unrecognised { .. } => "unrecognised",
            Anomaly::NoSections(_) => "no-sections",
            Anomaly::NotSearched { .. } => "not-searched",
            Anomaly::Trailing { .. } => "trailing",
            Anomaly::Conflict { rule, .. } => rule,
            Anomaly::ConflictAcross { .. } => "conflict-across-members",
            Anomaly::HostCount { .. } => "host-count",
            Anomaly::WrongTarget { mismatch, .. } => match mismatch.part {
                HeaderPart::Machine => "wrong-machine",
                HeaderPart::Processor => "wrong-processor",
                HeaderPart::Feature => "wrong-feature",
                HeaderPart::Version => "unknown-version",
            },
            Anomaly::BadElf => "bad-elf",
            Anomaly::ElsewhereMissing { .. } => "elsewhere-missing",
            Anomaly::BadReference { .. } => "bad-reference",
            Anomaly::MagicInside { .. } => "magic-inside",
            Anomaly::CodeObject(fault) => fault.code(),
            Anomaly::DuplicateKey { .. } => "duplicate-key",
            Anomaly::MissingText { .. } => "missing-text",
            Anomaly::UnknownNumber { .. } => "unknown-number",
            Anomaly::OtherRelease { .. } => "other-release",
            Anomaly::WrongKind { .. } => "wrong-kind",
            Anomaly::UnknownContent { .. } => "unknown-content",
            Anomaly::Coverage { .. } => "coverage",
        }
    }
}

impl From<ReadError> for Finding {
    fn from(error: ReadError) -> Self {
        Self { offset: error.offset, path: error.path.clone(), entry: None, anomaly: Anomaly::Unreadable(error) }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {:#x}", self.offset)?;
        if !self.path.is_empty() {
            write!(f, " ({})", self.path)?;
        }
        write!(f, ": {}", self.anomaly)
    }
}
