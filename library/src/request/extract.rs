//! The request of `extract`.

use std::path::PathBuf;

use super::filter::Filter;
use super::path_pattern::PathPattern;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// The request of [`extract`](crate::ops::extract).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ExtractRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
    /// The folder for the files, which is created if it does not exist.
    pub folder: PathBuf,
    /// The entries to select.
    pub filter: Filter,
    /// Writes empty entries too. By default they are left out unless their kind is requested. So are entries that only refer to something
    /// else.
    pub empty: bool,
    /// Continues if an input is not sound.
    pub lenient: bool,
    /// Replaces existing files.
    pub force: bool,
    /// Dry run: nothing is written.
    pub dry_run: bool,
}

impl Default for ExtractRequest {
    fn default() -> Self {
        Self {
            inputs: Vec::new(),
            scan: ScanRequest::default(),
            exclude: Vec::new(),
            folder: ".".into(),
            filter: Filter::default(),
            empty: false,
            lenient: false,
            force: false,
            dry_run: false,
        }
    }
}
