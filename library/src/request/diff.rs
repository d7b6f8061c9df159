//! What to compare.

use super::filter::Filter;
use super::scan::ScanRequest;
use crate::input::InputFile;
use crate::package::PathPattern;

/// What to compare.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct DiffRequest {
    /// A file, a package or a folder.
    pub before: InputFile,
    /// The same later, or another one.
    pub after: InputFile,
    /// How to look into them.
    pub scan: ScanRequest,
    /// Files of folders and packages that are not looked into.
    pub exclude: Vec<PathPattern>,
    /// Which entries.
    pub filter: Filter,
    /// Tell names of kernels as they are in the files.
    pub mangled: bool,
}
