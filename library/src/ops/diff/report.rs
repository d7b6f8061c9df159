//! The request and the report of `diff`.

use serde::Serialize;

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::InputFile;
use crate::report::{Integer, NotedFile, Outcome, RequestNote};
use crate::request::{Filter, PathPattern, ScanRequest};

/// The request of [`diff`](crate::ops::diff).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct DiffRequest {
    /// A file, a package or a folder.
    pub before: InputFile,
    /// The file, package or folder to compare it with.
    pub after: InputFile,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
    /// The entries to select.
    pub filter: Filter,
}

/// The differences between the code objects of two inputs. One that is in both is no difference, wherever it is and however it is
/// compressed.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiffReport {
    /// The input before.
    pub before: DiffSide,
    /// The input after.
    pub after: DiffSide,
    /// The number of code objects in both.
    pub same_count: usize,
    /// The code objects in only one of them, by file and target.
    pub changes: Vec<CodeChange>,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
    /// The error if nothing matches the request although the inputs hold something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// The outcome: done if nothing differs.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// One of the two inputs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiffSide {
    /// The input.
    pub input: FileName,
    /// The number of files with bundles.
    pub file_count: usize,
    /// The length of these files together, in bytes.
    pub files_size: Integer,
    /// The number of files of a folder or package without bundles.
    pub without_bundles_count: usize,
    /// The number of bundles.
    pub bundle_count: usize,
    /// The number of units. A unit is what a program registers at once; the runtime takes the matching code of each.
    pub unit_count: usize,
    /// The number of code objects.
    pub code_object_count: usize,
    /// The length of these together, in bytes.
    pub size: Integer,
    /// The files with notes.
    pub files: Vec<NotedFile>,
    /// What the files of a folder or package without bundles are.
    #[serde(skip)]
    pub passed_over: Vec<Error>,
}

/// Code objects of one target in one file that are in only one of two inputs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CodeChange {
    /// The change.
    pub change: Change,
    /// The path of the file in the folder or package; null if the input is the file.
    pub file: Option<FileName>,
    /// The offload kind, or group of kinds; null if the ID cannot be read.
    pub kind: Option<String>,
    /// The target ID, or the triple if the entry ID has no processor; null for the host, and if the ID cannot be read.
    pub target: Option<String>,
    /// The number before.
    pub before_count: usize,
    /// The number after.
    pub after_count: usize,
    /// The length before, all together, in bytes.
    pub before_size: Integer,
    /// The length after, all together, in bytes.
    pub after_size: Integer,
}

/// A change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Change {
    /// Removed.
    Went,
    /// Added.
    Came,
    /// Changed.
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
