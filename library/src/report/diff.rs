//! What `diff` reports.

use serde::Serialize;

use super::file_notes::FileNotes;
use super::integer::Integer;
use super::outcome::Outcome;
use super::request_note::RequestNote;
use crate::error::Error;
use crate::file_name::FileName;

/// How the code objects of two inputs differ. One that is in both is no difference, wherever it is and however it is compressed.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiffReport {
    /// The input before.
    pub before: DiffSide,
    /// The input after.
    pub after: DiffSide,
    /// How many code objects are in both.
    pub same_count: usize,
    /// The code objects that are in one of them only, by file and target.
    pub changes: Vec<CodeChange>,
    /// The kernels that came, went or have other code, by how many bytes they differ.
    pub kernels: Vec<KernelChange>,
    /// What is to be said of the request itself.
    pub notes: Vec<RequestNote>,
    /// That nothing fits what is asked for, where the inputs hold something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// How it went: done where nothing differs.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// One of two inputs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiffSide {
    /// The input.
    pub input: FileName,
    /// How many files hold bundles.
    pub file_count: usize,
    /// How long these are together, in bytes.
    pub files_size: Integer,
    /// How many files of a folder or package hold none.
    pub without_bundles_count: usize,
    /// How many bundles there are.
    pub bundle_count: usize,
    /// How many units there are: what a program registers at once, of which the runtime takes the code that fits.
    pub unit_count: usize,
    /// How many code objects there are.
    pub code_object_count: usize,
    /// How many bytes these have together.
    pub size: Integer,
    /// The files of which there is something to say.
    pub files: Vec<DiffFile>,
    /// What the files of a folder or package are that hold no bundles.
    #[serde(skip)]
    pub passed_over: Vec<Error>,
}

/// A file of which there is something to say.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiffFile {
    /// The file.
    pub file: FileName,
    /// What there is to say.
    #[serde(flatten)]
    pub notes: FileNotes,
}

/// Code objects of one target in one file that are in one of two inputs only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CodeChange {
    /// What happened to them.
    pub change: Change,
    /// The path of the file in the folder or package; null if the input is the file.
    pub file: Option<FileName>,
    /// The offload kind, or group of kinds; null where the ID cannot be read.
    pub kind: Option<String>,
    /// The processor with its features, or the triple where no processor is named; null for the host, and for IDs that cannot be read.
    pub target: Option<String>,
    /// How many there were.
    pub before_count: usize,
    /// How many there are.
    pub after_count: usize,
    /// How many bytes they had together.
    pub before_size: Integer,
    /// How many bytes they have together.
    pub after_size: Integer,
}

/// A kernel that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct KernelChange {
    /// What happened to it.
    pub change: Change,
    /// Its name.
    pub kernel: String,
    /// The targets for which it differs.
    pub targets: Vec<String>,
    /// How many bytes it had, for all of these together.
    pub before_size: Integer,
    /// How many bytes it has.
    pub after_size: Integer,
}

/// What happened to something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Change {
    /// It is not there any more.
    Went,
    /// It was not there before.
    Came,
    /// It is other than it was.
    Changed,
}

impl Change {
    /// What happened to something that was there, and is there.
    pub(crate) fn between(was: bool, is: bool) -> Self {
        match (was, is) {
            (true, false) => Self::Went,
            (false, true) => Self::Came,
            _ => Self::Changed,
        }
    }
}
