//! The request of `diff`.

use super::filter::Filter;
use super::path_pattern::PathPattern;
use super::scan::ScanRequest;
use crate::input::InputFile;

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
