//! What to extract.

use std::path::PathBuf;

use super::filter::Filter;
use super::scan::ScanRequest;
use crate::input::InputFile;
use crate::package::PathPattern;

/// What to extract.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ExtractRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to look into them.
    pub scan: ScanRequest,
    /// Files of folders and packages that are not looked into.
    pub exclude: Vec<PathPattern>,
    /// The folder for the files; it is made if it is not there.
    pub folder: PathBuf,
    /// Which entries.
    pub filter: Filter,
    /// Write empty entries too. Without it they are left out, unless their kind is asked for. So are entries that only stand for
    /// something else.
    pub empty: bool,
    /// Go on where an input is not sound.
    pub lenient: bool,
    /// Files may replace others.
    pub force: bool,
    /// Write nothing.
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
