//! The report of `verify`.

use serde::Serialize;

use super::diagnostic::Diagnostic;
use super::external_code::ExternalCode;
use super::file_counts::FileCounts;
use super::outcome::Outcome;
use super::searched::Searched;
use super::supports::SupportedInput;
use super::wheel_variant::WheelVariant;
use crate::error::Error;
use crate::file_name::FileName;
use crate::natural_order::natural_order;

/// What is wrong or odd in each input.
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
    /// The totals of all files; present only if several were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<VerifyTotals>,
    /// Whether each input has code for the required GPUs; present only if some are required.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub required: Option<Vec<SupportedInput>>,
    /// The wheels and their processors; present only on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<WheelVariant>>,
    /// The outcome: [`Outcome::Negative`] if something is more than a note, or an input lacks code for a required GPU.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// What is wrong or odd in one input.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "VerifiedFile"))]
#[non_exhaustive]
pub struct VerifiedFile<F = Vec<Diagnostic>> {
    /// The input.
    pub file: FileName,
    /// What is wrong or odd, by bundle, and within a bundle in file order. Findings about no bundle come last.
    pub findings: F,
    /// The summary.
    #[serde(flatten)]
    pub summary: FileSummary,
}

/// The summary of an input that was verified.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileSummary {
    /// Whether the input is sound; null if that is not known.
    pub verdict: Option<Verdict>,
    /// The number of bundles.
    pub bundle_count: usize,
    /// The number of their entries.
    pub entry_count: usize,
    /// The number of findings that are left out because the request allows them.
    pub allowed_count: usize,
    /// The targets that bundles serve.
    pub coverage: Vec<CoverageRow>,
    /// The sections whose device code is not in this file.
    pub external_code: Vec<ExternalCode>,
    /// How much was searched besides the known places; present only for an object file or an archive of some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<Searched>,
    /// Why the input could not be verified, or not all of it.
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
    /// Nothing is known to be wrong, but not all of it could be checked: it holds more than the request or the reader allows, or a checksum
    /// whose range is unknown.
    Undecided,
    /// The file holds no offload bundles, and names the other files with its device code, which were not read.
    Elsewhere,
    /// The file holds no offload bundles, so there is nothing to verify.
    NoBundles,
}

impl FileSummary {
    /// Returns the targets that bundles of the input serve, for any kind, each once.
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
    /// The answer to the question whether the input is sound.
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
    /// The offload kind, or group of kinds, of these targets.
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
    /// The number of files without bundles whose device code is in other files.
    pub elsewhere_count: usize,
    /// The number of files that could not be verified, or not entirely.
    pub failed_count: usize,
    /// The number of bundles.
    pub bundle_count: usize,
    /// The number of their entries.
    pub entry_count: usize,
    /// The targets that bundles of any file serve.
    pub targets: Vec<String>,
}

/// One piece of a verification, in the order of the inputs.
#[derive(Debug)]
#[non_exhaustive]
pub enum VerifyItem<'v, F = Vec<Diagnostic>> {
    /// A file that was verified. Its findings are made as they are shown.
    File(Box<VerifiedFile<F>>),
    /// A file of a folder or package holds no bundles, and is only counted. The error says what it is.
    PassedOver(Box<Error>),
    /// An input has ended, which is a file, folder or package. Only if GPUs are required.
    Required(&'v SupportedInput),
}
