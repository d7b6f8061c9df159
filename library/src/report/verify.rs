//! What `verify` reports.

use serde::Serialize;

use super::diagnostic::Diagnostic;
use super::external_code::ExternalCode;
use super::file_counts::FileCounts;
use super::outcome::Outcome;
use super::searched::Searched;
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
    /// What is to be said of all of them together; there only where several were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<VerifyTotals>,
    /// The wheels, where it is asked which processors they are for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<WheelVariant>>,
    /// How it went: [`Outcome::Negative`] where something is more than a note.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// What is wrong or odd in one input.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct VerifiedFile {
    /// The input.
    pub file: FileName,
    /// What is wrong or odd, by bundle, and within one in file order; what is about no bundle comes last.
    pub findings: Vec<Diagnostic>,
    /// What else there is to say of it.
    #[serde(flatten)]
    pub summary: VerifySummary,
}

/// What is to be said of an input once it has been verified.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct VerifySummary {
    /// Whether it is sound; null where that could not be found out.
    pub verdict: Option<Verdict>,
    /// How many bundles it holds.
    pub bundle_count: usize,
    /// How many entries these have together.
    pub entry_count: usize,
    /// How many findings are left out because the request allows them.
    pub allowed_count: usize,
    /// Which bundles serve which targets.
    pub coverage: Vec<CoverageRow>,
    /// Sections whose device code is not in this file.
    pub external_code: Vec<ExternalCode>,
    /// How much of it was searched besides the places that are known, where it is an object file or an archive of some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<Searched>,
    /// Why it could not be verified, or not all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// How it went with this input.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// What `verify` says of an input as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// Nothing more than a note has been found.
    Sound,
    /// Something more than a note has been found.
    NotSound,
    /// Nothing is known to be wrong, and not all of it could be checked: it holds more than the request or the reader allows, or a checksum
    /// of which nothing says what it counts.
    Undecided,
    /// It holds no offload bundles, and its device code is in other files, where it says. What these hold was not read.
    Elsewhere,
    /// It holds no offload bundles, so that nothing is sound or not.
    NoBundles,
}

impl VerifySummary {
    /// The targets that bundles of the input serve, for any kind, each once.
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

/// The bundles of a file that serve just the same targets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CoverageRow {
    /// The offload kind, or group of kinds, that they serve them for.
    pub kind: String,
    /// The targets.
    pub targets: Vec<String>,
    /// The numbers of the bundles, from 0.
    pub bundles: Vec<usize>,
}

/// What is to be said of several files together.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct VerifyTotals {
    /// How many files there are.
    #[serde(flatten)]
    pub files: FileCounts,
    /// How many of them are sound.
    pub sound_count: usize,
    /// How many are not.
    pub not_sound_count: usize,
    /// How many hold no bundles, and their device code is in other files.
    pub elsewhere_count: usize,
    /// How many could not be verified, or not all of them.
    pub failed_count: usize,
    /// How many bundles they hold.
    pub bundle_count: usize,
    /// How many entries these have together.
    pub entry_count: usize,
    /// The targets that bundles of any of them serve.
    pub targets: Vec<String>,
}

/// One piece of what is verified, in the order of the inputs: a file begins, its findings follow, it ends.
#[derive(Debug)]
#[non_exhaustive]
pub enum VerifyItem<'v> {
    /// A file begins: its name.
    File(&'v FileName),
    /// Something wrong or odd.
    Finding(Diagnostic),
    /// The file ends.
    End(VerifySummary),
    /// A file of a folder or package holds no bundles, and is only counted: what it is.
    PassedOver(Error),
    /// All of several files have ended.
    Totals(VerifyTotals),
    /// All files of a wheel have ended, and it is asked which processors it is for.
    Variant(WheelVariant),
}
