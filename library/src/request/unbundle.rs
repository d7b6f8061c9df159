//! What to take out of a bundle.

use std::path::PathBuf;

use super::rules::UnbundleRules;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// What to unbundle.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct UnbundleRequest {
    /// How to look into the input.
    pub scan: ScanRequest,
    /// The input.
    pub input: InputFile,
    /// What to take out.
    pub wanted: Vec<WantedEntry>,
    /// Also write every entry to a file of its own in [`UnbundleRequest::folder`].
    pub all: bool,
    /// The folder for every entry; it is made if it is not there.
    pub folder: PathBuf,
    /// Where nothing serves a request, write an empty file. An input that is not a bundle goes whole to the host's output.
    pub allow_missing: bool,
    /// Take apart input that is not sound as well, as far as it can be.
    pub lenient: bool,
    /// Report for every request and entry whether they go together, and why.
    pub explain: bool,
    /// Decompress all that is compressed in the input, whatever is taken, and report how it is compressed.
    pub verify: bool,
    /// Files in the folder may replace others.
    pub force: bool,
    /// Nothing is written; the report tells what would be.
    pub dry_run: bool,
    /// How another tool does it, where this stands in for one.
    pub(crate) rules: UnbundleRules,
}

impl UnbundleRequest {
    /// The same, as another tool does it.
    #[must_use]
    pub fn by(mut self, rules: UnbundleRules) -> Self {
        self.rules = rules;
        self
    }
}

impl Default for UnbundleRequest {
    fn default() -> Self {
        Self {
            scan: ScanRequest::default(),
            input: InputFile::default(),
            wanted: Vec::new(),
            all: false,
            folder: ".".into(),
            allow_missing: false,
            lenient: false,
            explain: false,
            verify: false,
            force: false,
            dry_run: false,
            rules: UnbundleRules::default(),
        }
    }
}

/// An entry to be taken out.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WantedEntry {
    /// The bundle entry ID that the entry must serve.
    pub id: String,
    /// What to take where nothing serves the ID: the first of these that something serves.
    pub alternatives: Vec<String>,
    /// Where its code object goes; `-` is standard output.
    pub output: PathBuf,
}

impl WantedEntry {
    /// The entry that serves `id`, for `output`.
    pub fn new(id: impl Into<String>, output: impl Into<PathBuf>) -> Self {
        Self { id: id.into(), alternatives: Vec::new(), output: output.into() }
    }
}
