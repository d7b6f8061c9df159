//! What is found in one input, held in few bytes: findings become text one by one, as they are shown.

use offload_bundle_core::error::Problem;
use offload_bundle_core::severity::Severity;
use serde::{Serialize, Serializer};

use crate::file_name::FileName;
use crate::finding::Finding;
use crate::report::{Diagnostic, Verdict};
use crate::request::FindingCode;
use crate::scan::Scan;

/// What has been found so far.
#[derive(Debug, Default)]
pub(super) struct Findings(Vec<Found>);

/// One finding.
#[derive(Debug)]
enum Found {
    /// What the scan has found in the bundle of this number: its finding of that number.
    OfScan(usize, usize),
    /// Something about the bundle of this number.
    OfBundle(usize, Box<Finding>),
    /// Anything else.
    Other(Box<Diagnostic>),
}

impl Findings {
    /// Everything that `scan` of the input `name` has found.
    pub(super) fn of_scan(name: &FileName, scan: &Scan) -> Self {
        let bundles = scan.bundles.iter().enumerate();
        let in_bundles = bundles
            .flat_map(|(bundle, found)| (0..found.findings.len()).map(move |index| Found::OfScan(bundle, index)));
        let others = Diagnostic::of_no_bundle(name, scan).map(|other| Found::Other(other.into()));
        Self(in_bundles.chain(others).collect())
    }

    /// Adds something about the bundle of this number.
    pub(super) fn push(&mut self, bundle: usize, finding: Finding) {
        self.0.push(Found::OfBundle(bundle, finding.into()));
    }

    /// Adds findings that are known in full.
    pub(super) fn extend(&mut self, others: impl IntoIterator<Item = Diagnostic>) {
        self.0
            .extend(others.into_iter().map(|other| Found::Other(other.into())));
    }

    /// Orders them by bundle, and within one as they lie in the file; what is about no bundle comes last.
    pub(super) fn sort(&mut self, scan: &Scan) {
        self.0
            .sort_by_key(|found| (found.bundle().unwrap_or(usize::MAX), found.offset(scan)));
    }

    /// Leaves out those whose code is one of `allowed`. The result is how many they are.
    pub(super) fn leave_out(&mut self, scan: &Scan, allowed: &[FindingCode]) -> usize {
        let all = self.0.len();
        self.0.retain(|found| {
            let (code, _) = found.code_and_severity(scan);
            !allowed.iter().any(|allowed| allowed.word() == code)
        });
        all.saturating_sub(self.0.len())
    }

    /// What they say of the input: where some are more than notes, it is not sound, unless all of these are limits of the reader.
    pub(super) fn verdict(&self, scan: &Scan) -> Option<Verdict> {
        let found = self.0.iter().map(|found| found.code_and_severity(scan));
        let mut wrong = found.filter(|(_, severity)| *severity > Severity::Note).peekable();
        wrong.peek()?;
        Some(match wrong.all(|(code, _)| Problem::is_limit(code)) {
            true => Verdict::Undecided,
            false => Verdict::NotSound,
        })
    }

    /// Each in full.
    pub(super) fn in_full(&self, name: &FileName, scan: &Scan) -> impl Iterator<Item = Diagnostic> {
        self.0.iter().filter_map(move |found| match found {
            Found::Other(other) => Some((**other).clone()),
            Found::OfBundle(bundle, _) | Found::OfScan(bundle, _) => {
                let finding = found.finding(scan)?.clone();
                Some(Diagnostic::of_bundle(name, scan, *bundle, finding))
            }
        })
    }
}

/// The findings of a file that was verified. They are made as they are shown: there may be very many.
#[derive(Debug, Default)]
pub struct FoundFindings {
    pub(super) name: FileName,
    pub(super) scan: Scan,
    pub(super) findings: Findings,
}

impl FoundFindings {
    /// Returns each finding, by bundle, and within a bundle in file order. Findings about no bundle come last.
    pub fn iter(&self) -> impl Iterator<Item = Diagnostic> {
        self.findings.in_full(&self.name, &self.scan)
    }
}

impl Serialize for FoundFindings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl Found {
    /// The number of the bundle that it is about, if it is about one.
    fn bundle(&self) -> Option<usize> {
        match self {
            Self::OfScan(bundle, _) | Self::OfBundle(bundle, _) => Some(*bundle),
            Self::Other(other) => other.bundle,
        }
    }

    /// What it is, where that is about a bundle.
    fn finding<'f>(&'f self, scan: &'f Scan) -> Option<&'f Finding> {
        match self {
            Self::OfScan(bundle, index) => scan.bundles.get(*bundle)?.findings.get(*index),
            Self::OfBundle(_, finding) => Some(finding),
            Self::Other(_) => None,
        }
    }

    fn offset(&self, scan: &Scan) -> u64 {
        match self {
            Self::Other(other) => other.offset.0,
            _ => self.finding(scan).map_or(0, |finding| finding.offset),
        }
    }

    fn code_and_severity(&self, scan: &Scan) -> (&'static str, Severity) {
        match self {
            Self::Other(other) => (other.code, other.severity),
            _ => self
                .finding(scan)
                .map_or(("", Severity::Note), |finding| (finding.code(), finding.severity())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// There may be several for each entry, and all are held until they are ordered.
    #[test]
    fn a_finding_is_held_in_few_bytes() {
        assert!(size_of::<Found>() <= 24);
    }
}
