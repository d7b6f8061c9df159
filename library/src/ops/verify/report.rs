//! Findings stay compact until they are shown.

use offload_bundle_core::error::Problem;
use offload_bundle_core::registry::Registry;
use offload_bundle_core::severity::Severity;
use serde::{Serialize, Serializer};

use crate::error::Error;
use crate::file_name::FileName;
use crate::finding::Finding;
use crate::input::InputFile;
use crate::report::{Diagnostic, ExternalCode, FileCounts, Outcome, Searched, SupportedInput};
use crate::request::{PathPattern, RequestedTarget, ScanRequest};
use crate::scan::Scan;
use crate::shown::natural_order;

/// The request of [`verify`](crate::ops::verify).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct VerifyRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
    /// The GPUs that every unit of every input must have code for.
    pub required: Vec<RequestedTarget>,
    /// Reports the processors of each wheel, and checks the claims in its metadata. The outcome is negative without any
    /// wheel.
    pub variant: bool,
    /// Kinds of findings that are neither shown nor counted against an input. The report contains their number.
    pub allowed: Vec<FindingCode>,
}

/// An unknown word this similar counts as a misspelling.
const ALIKE: f64 = 0.8;

/// A kind of finding, by its stable word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FindingCode(&'static str);

impl FindingCode {
    /// Returns the kind of `word`.
    ///
    /// # Errors
    ///
    /// Returns a text that lists all kinds, and similar kinds first, if there is no such kind.
    ///
    /// ```
    /// use offload_bundle::request::FindingCode;
    /// use offload_bundle::REGISTRY;
    ///
    /// assert_eq!(FindingCode::parse(&REGISTRY, "coverage")?.word(), "coverage");
    /// let error = FindingCode::parse(&REGISTRY, "covrage").unwrap_err();
    /// assert!(error.starts_with("no such finding; did you mean `coverage`?"), "{error}");
    /// # Ok::<(), String>(())
    /// ```
    pub fn parse(registry: &Registry, word: &str) -> Result<Self, String> {
        let codes = Finding::codes(registry.ids);
        if let Some(code) = codes.iter().find(|code| **code == word) {
            return Ok(Self(code));
        }
        let alike = codes.iter().map(|code| (strsim::jaro_winkler(code, word), *code));
        let nearest = alike
            .filter(|(alike, _)| *alike >= ALIKE)
            .max_by(|one, other| one.0.total_cmp(&other.0));
        Err(match nearest {
            Some((_, code)) => format!("no such finding; did you mean `{code}`?"),
            None => format!("no such finding; there is: {}", codes.join(", ")),
        })
    }

    /// Returns the word.
    pub fn word(self) -> &'static str {
        self.0
    }
}

/// The faults and oddities of each input.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct VerifyReport {
    /// The inputs, in the order given.
    pub files: Vec<VerifiedFile>,
    /// The summary.
    #[serde(flatten)]
    pub summary: VerifySummary,
}

/// The summary of all inputs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct VerifySummary {
    /// The totals of all files, if several were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<VerifyTotals>,
    /// Whether each input has code for the required GPUs, if some are required.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<Vec<SupportedInput>>,
    /// The wheels and their processors, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<WheelVariant>>,
    /// [`Outcome::Negative`] if a finding is more than a note, or if an input lacks code for a required GPU.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// The faults and oddities of one input.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "VerifiedFile"))]
#[non_exhaustive]
pub struct VerifiedFile<F = Vec<Diagnostic>> {
    /// The input.
    pub file: FileName,
    /// The findings by bundle, then offset. Findings without a bundle come last.
    pub findings: F,
    /// The summary.
    #[serde(flatten)]
    pub summary: FileSummary,
}

/// The summary of a verified input.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileSummary {
    /// Whether the input is sound; null if unknown.
    pub verdict: Option<Verdict>,
    /// The number of bundles.
    pub bundle_count: usize,
    /// The number of entries.
    pub entry_count: usize,
    /// The number of findings that the request allows, and that are not listed.
    pub allowed_count: usize,
    /// The targets that bundles serve.
    pub coverage: Vec<CoverageRow>,
    /// The sections with device code outside this file.
    pub external_code: Vec<ExternalCode>,
    /// The searched parts apart from known places; only for object files, and archives of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<Searched>,
    /// The reason why the input was not verified, or not completely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// The outcome for this input.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// The verdict of `verify` on an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// No finding is more than a note.
    Sound,
    /// Some finding is more than a note.
    NotSound,
    /// No fault is known, but a part could not be checked: it exceeds a limit of the request or the reader, or a
    /// checksum has an unknown range.
    Undecided,
    /// The file contains no offload bundles, but names other files with its device code, which were not read.
    Elsewhere,
    /// The file contains no offload bundles, so there is nothing to verify.
    NoBundles,
}

impl FileSummary {
    /// Returns the targets that bundles of the input serve for any kind, each once.
    pub fn targets(&self) -> Vec<&str> {
        let mut targets: Vec<&str> = self
            .coverage
            .iter()
            .flat_map(|row| row.targets.iter().map(String::as_str))
            .collect();
        targets.sort_unstable_by(|first, second| natural_order(first, second));
        targets.dedup();
        targets
    }
}

impl Verdict {
    pub(crate) fn outcome(self) -> Outcome {
        match self {
            Self::Sound | Self::Elsewhere => Outcome::Done,
            Self::NotSound | Self::NoBundles => Outcome::Negative,
            Self::Undecided => Outcome::Failed,
        }
    }
}

/// Bundles of a file that serve the same targets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CoverageRow {
    /// The offload kind, or group of kinds.
    pub kind: String,
    /// The targets.
    pub targets: Vec<String>,
    /// The numbers of the bundles, from 0.
    pub bundles: Vec<usize>,
}

/// The totals of several files.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct VerifyTotals {
    /// The counts of files.
    #[serde(flatten)]
    pub files: FileCounts,
    /// The number of sound files.
    pub sound_count: usize,
    /// The number of unsound files.
    pub not_sound_count: usize,
    /// The number of files without bundles that have device code in other files.
    pub elsewhere_count: usize,
    /// The number of files that were not verified, or not completely.
    pub failed_count: usize,
    /// The number of bundles.
    pub bundle_count: usize,
    /// The number of entries.
    pub entry_count: usize,
    /// The targets that bundles of any file serve.
    pub targets: Vec<String>,
}

/// One piece of a verification, in input order.
#[derive(Debug)]
#[non_exhaustive]
pub enum VerifyItem<'v, F = Vec<Diagnostic>> {
    /// A verified file. Its findings become text only when shown.
    File(Box<VerifiedFile<F>>),
    /// A file of a folder or package without bundles, which is only counted. The error describes it.
    PassedOver(Box<Error>),
    /// The end of an input (a file, folder or package), if GPUs are required.
    Required(&'v SupportedInput),
}

/// The processors of a wheel, from its code and its metadata.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct WheelVariant {
    /// The wheel.
    pub wheel: FileName,
    /// The properties that the wheel may claim, as `namespace :: feature :: value`: all of its bundles for such
    /// processors contain code for them.
    pub claimable: Vec<String>,
    /// The label of the variant in the metadata, if any.
    pub label: Option<String>,
    /// The processor properties that the wheel claims.
    pub claimed: Vec<String>,
    /// The claims that do not hold, each with a bundle that lacks the code.
    pub false_claims: Vec<FalseClaim>,
    /// The faults of the metadata.
    pub mistakes: Vec<String>,
}

/// A claim of a wheel that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FalseClaim {
    /// The property.
    pub property: String,
    /// The first file with a bundle that lacks the code; null if the wheel has no code for any such processor.
    pub file: Option<FileName>,
    /// The number of bundles that lack the code.
    pub bundle_count: usize,
}

impl WheelVariant {
    /// Returns whether the claims of the wheel hold.
    pub fn is_consistent(&self) -> bool {
        self.false_claims.is_empty() && self.mistakes.is_empty()
    }
}

#[derive(Debug, Default)]
pub(super) struct Findings(Vec<Found>);

#[derive(Debug)]
enum Found {
    /// The bundle, and its finding in the scan.
    OfScan(usize, usize),
    OfBundle(usize, Box<Finding>),
    Other(Box<Diagnostic>),
}

impl Findings {
    pub(super) fn of_scan(name: &FileName, scan: &Scan) -> Self {
        let bundles = scan.bundles.iter().enumerate();
        let in_bundles = bundles
            .flat_map(|(bundle, found)| (0..found.findings.len()).map(move |index| Found::OfScan(bundle, index)));
        let others = Diagnostic::of_no_bundle(name, scan).map(|other| Found::Other(other.into()));
        Self(in_bundles.chain(others).collect())
    }

    pub(super) fn push(&mut self, bundle: usize, finding: Finding) {
        self.0.push(Found::OfBundle(bundle, finding.into()));
    }

    pub(super) fn extend(&mut self, others: impl IntoIterator<Item = Diagnostic>) {
        self.0
            .extend(others.into_iter().map(|other| Found::Other(other.into())));
    }

    /// Findings without a bundle come last.
    pub(super) fn sort(&mut self, scan: &Scan) {
        self.0
            .sort_by_key(|found| (found.bundle().unwrap_or(usize::MAX), found.offset(scan)));
    }

    pub(super) fn leave_out(&mut self, scan: &Scan, allowed: &[FindingCode]) -> usize {
        let all = self.0.len();
        self.0.retain(|found| {
            let (code, _) = found.code_and_severity(scan);
            !allowed.iter().any(|allowed| allowed.word() == code)
        });
        all.saturating_sub(self.0.len())
    }

    /// Undecided if all findings beyond notes are limits of the reader.
    pub(super) fn verdict(&self, scan: &Scan) -> Option<Verdict> {
        let found = self.0.iter().map(|found| found.code_and_severity(scan));
        let mut wrong = found.filter(|(_, severity)| *severity > Severity::Note).peekable();
        wrong.peek()?;
        Some(match wrong.all(|(code, _)| Problem::is_limit(code)) {
            true => Verdict::Undecided,
            false => Verdict::NotSound,
        })
    }

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

/// The findings of a verified file, which become text only when shown: there may be many.
#[derive(Debug, Default)]
pub struct FoundFindings {
    pub(super) name: FileName,
    pub(super) scan: Scan,
    pub(super) findings: Findings,
}

impl FoundFindings {
    /// Returns the findings by bundle, then offset. Findings without a bundle come last.
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
    fn bundle(&self) -> Option<usize> {
        match self {
            Self::OfScan(bundle, _) | Self::OfBundle(bundle, _) => Some(*bundle),
            Self::Other(other) => other.bundle,
        }
    }

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

    /// All findings are kept until they are sorted.
    #[test]
    fn finding_size_is_small() {
        assert!(size_of::<Found>() <= 24);
    }
}
