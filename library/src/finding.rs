//! Findings of a check: faults and oddities of containers that can be read.

use std::fmt;

use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::error::{Path, Problem, ReadError};
use offload_bundle_core::ids::{Grammar, HeaderPart};
use offload_bundle_core::severity::Severity;
use strum::VariantNames;

pub use crate::anomaly::Anomaly;
pub use crate::anomaly::NameList;
pub use crate::code_fault::CodeFault;

/// A fault or an oddity, and its location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The offset in bytes from the start of the input.
    pub offset: u64,
    /// The path of the field or record at fault; empty for the input as a whole.
    pub path: Path,
    /// The position of the entry in the container, if the finding is about an entry.
    pub entry: Option<u64>,
    /// The fault or oddity.
    pub anomaly: Anomaly,
}

impl Finding {
    pub(crate) fn of_entry(entry: &StoredEntry, error: ReadError) -> Self {
        Self { entry: Some(entry.index), ..Self::from(error) }
    }

    pub(crate) fn about(entry: &StoredEntry, anomaly: Anomaly) -> Self {
        Self { offset: entry.id_offset, path: entry.path.clone(), entry: Some(entry.index), anomaly }
    }

    pub(crate) fn at(offset: u64, anomaly: Anomaly) -> Self {
        Self { offset, path: Path::default(), entry: None, anomaly }
    }

    /// Returns the severity.
    pub fn severity(&self) -> Severity {
        match self.anomaly {
            Anomaly::Conflict { level, .. }
            | Anomaly::Coverage { level, .. }
            | Anomaly::MissingText { level, .. }
            | Anomaly::UnknownContent { level, .. } => level,
            Anomaly::UnknownName { .. }
            | Anomaly::UnknownTarget { .. }
            | Anomaly::UnknownNumber { .. }
            | Anomaly::OtherRelease { .. }
            | Anomaly::MagicInside { .. }
            | Anomaly::ConflictAcross { .. }
            | Anomaly::MembersNotRead { .. } => Severity::Note,
            Anomaly::WrongTarget { ref mismatch, .. } if mismatch.part == HeaderPart::Version => Severity::Note,
            Anomaly::HostCount { .. } | Anomaly::BadElf => Severity::Warning,
            Anomaly::CodeObject(ref fault) => fault.severity(),
            Anomaly::BadId { .. }
            | Anomaly::DuplicateKey { .. }
            | Anomaly::WrongKind { .. }
            | Anomaly::EmptyBeyond(_)
            | Anomaly::OtherSize(_)
            | Anomaly::Unannounced { .. }
            | Anomaly::NoArchive { .. }
            | Anomaly::UnreadableArchive { .. }
            | Anomaly::ArchivesNotRead { .. }
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

    /// The bytes at fault belong to no content.
    pub(crate) fn is_harmless(&self) -> bool {
        self.hides_an_archive()
            || matches!(
                self.anomaly,
                Anomaly::BadId { .. }
                    | Anomaly::UnknownName { .. }
                    | Anomaly::EmptyBeyond(_)
                    | Anomaly::OtherSize(_)
                    | Anomaly::MissingUnit { .. }
                    | Anomaly::Ignored { .. }
                    | Anomaly::MembersNotRead { .. }
                    | Anomaly::NoSections(_)
                    | Anomaly::NotSearched { .. }
                    | Anomaly::Trailing { .. }
            )
    }

    /// Loaders skip an archive with moved code because of it.
    pub(crate) fn hides_an_archive(&self) -> bool {
        matches!(
            self.anomaly,
            Anomaly::NoArchive { .. }
                | Anomaly::UnreadableArchive { .. }
                | Anomaly::DamagedArchive(_)
                | Anomaly::ArchivesNotRead { .. }
        )
    }

    /// Returns a stable word for the kind of finding.
    pub fn code(&self) -> &'static str {
        match &self.anomaly {
            Anomaly::Unreadable(error) | Anomaly::DamagedMember { error, .. } | Anomaly::DamagedArchive(error) => {
                error.problem.code()
            }
            Anomaly::Conflict { rule, .. } => rule,
            Anomaly::WrongTarget { mismatch, .. } => mismatch.part.code(),
            Anomaly::CodeObject(CodeFault::Refused { rule, .. }) => rule,
            Anomaly::CodeObject(fault) => fault.into(),
            other => other.into(),
        }
    }

    /// With the rules of `ids`, sorted.
    pub(crate) fn codes(ids: &Grammar<'static>) -> Vec<&'static str> {
        // These kinds use the code of the fault that they contain.
        let others =
            ["unreadable", "damaged-member", "damaged-archive", "conflict", "wrong-target", "code-object", "refused"];
        let own = |code: &&str| !others.contains(code);
        let mut codes: Vec<&'static str> = Anomaly::VARIANTS.iter().copied().filter(own).collect();
        codes.extend(CodeFault::VARIANTS.iter().copied().filter(own));
        codes.extend(ids.loader_rules());
        codes.extend(HeaderPart::CODES);
        codes.extend(Problem::CODES);
        codes.extend(ids.composition_rules());
        codes.sort_unstable();
        codes.dedup();
        codes
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

#[cfg(test)]
mod tests {
    use offload_bundle_formats::target_id::GRAMMAR;

    use super::*;

    #[test]
    fn findings_have_a_listed_code() {
        let codes = Finding::codes(&GRAMMAR);
        for anomaly in [
            Anomaly::BadElf,
            Anomaly::CodeObject(CodeFault::NotRead),
            Anomaly::Unreadable(ReadError::new(0, Problem::HoldsMore { found: 7 })),
            Anomaly::HostCount { found: 2 },
        ] {
            let code = Finding::at(0, anomaly).code();
            assert!(codes.contains(&code), "{code}");
        }
        assert!(codes.contains(&"wrong-machine") && codes.contains(&"empty-beyond-end"));
        assert!(codes.contains(&"no-kernel-symbol") && !codes.contains(&"refused"));
        assert!(!codes.contains(&"code-object") && !codes.contains(&"unreadable"));
    }
}
