//! The request of `unbundle`.

use std::path::PathBuf;

use super::rules::UnbundleRules;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// The request of [`unbundle`](crate::ops::unbundle).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct UnbundleRequest {
    /// How to read the input.
    pub scan: ScanRequest,
    /// The input.
    pub input: InputFile,
    /// The entries to write.
    pub wanted: Vec<WantedEntry>,
    /// Writes every entry too, one file each, to [`UnbundleRequest::folder`].
    pub all: bool,
    /// The folder for every entry, which is created if it does not exist.
    pub folder: PathBuf,
    /// Writes an empty file if nothing serves a request. An input that is not a bundle is copied to the host's output.
    pub allow_missing: bool,
    /// Unbundles unsound input too, as far as it can be read.
    pub lenient: bool,
    /// Reports whether each request and entry match, and why.
    pub explain: bool,
    /// Decompresses everything compressed in the input, whatever is requested, and reports its compression.
    pub verify: bool,
    /// Allows files in the folder to replace others.
    pub force: bool,
    /// Dry run: nothing is written; the report says what would be.
    pub dry_run: bool,
    /// The rules of another tool, if the program replaces one.
    pub(crate) rules: UnbundleRules,
}

impl UnbundleRequest {
    /// Sets the rules of another tool to follow.
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

/// A requested entry.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WantedEntry {
    /// The bundle entry ID that the entry must serve.
    pub id: String,
    /// The IDs to try if nothing serves the ID, in order.
    pub alternatives: Vec<String>,
    /// The output of the code object; `-` is standard output.
    pub output: PathBuf,
}

impl WantedEntry {
    /// Requests the entry that serves `id`, for `output`.
    pub fn new(id: impl Into<String>, output: impl Into<PathBuf>) -> Self {
        Self { id: id.into(), alternatives: Vec::new(), output: output.into() }
    }
}
