//! How to read inputs, and which files to skip.

use std::path::Path;

use glob::{MatchOptions, Pattern};
use offload_bundle_core::registry::FileType;

use crate::request::ByteSize;
use crate::request::rules::ScanRules;

/// How to read inputs. By default, the content determines the file type, and everything in the input is searched.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct ScanRequest {
    /// The file type of the inputs; detected by default.
    pub file_type: Option<&'static FileType>,
    /// Searches the whole file for containers, not only the known places.
    pub carve: bool,
    /// Does not check the digest of compressed bundles when they are decompressed.
    pub no_verify: bool,
    /// Does not search the archives to which device code of a library was moved. By default, listing, verifying, extracting and asking for
    /// support on a GPU search them as loaders do, including their environment variables.
    pub no_follow: bool,
    /// The maximum number of bytes that a compressed bundle may hold; no limit by default.
    pub max_size: Option<ByteSize>,
    /// The rules of another tool, if the program replaces one.
    pub(crate) rules: ScanRules,
}

impl ScanRequest {
    /// Sets the rules of another tool to follow.
    #[must_use]
    pub fn by(mut self, rules: ScanRules) -> Self {
        self.rules = rules;
        self
    }
}

/// A pattern with `*`, `?`, `**` and `[…]` for paths in a folder or package. With a slash it matches the whole path; without, the name of a
/// file or of a folder above it.
///
/// ```
/// use offload_bundle::request::PathPattern;
///
/// let pattern = PathPattern::new("*.debug").unwrap();
/// assert!(pattern.matches("lib/librocblas.so.debug".as_ref()));
/// assert!(!pattern.matches("lib/librocblas.so".as_ref()));
/// assert!(PathPattern::new("lib/*").unwrap().matches("lib/librocblas.so".as_ref()));
/// assert!(PathPattern::new("tests").unwrap().matches("a/tests/b.so".as_ref()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathPattern(Pattern);

impl PathPattern {
    /// Parses a pattern.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the pattern, for people.
    pub fn new(text: &str) -> Result<Self, String> {
        let pattern = Pattern::new(text);
        pattern
            .map(Self)
            .map_err(|error| format!("at character {}: {}", error.pos, error.msg))
    }

    /// Returns whether the pattern matches the file at `path`.
    pub fn matches(&self, path: &Path) -> bool {
        let options = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
        let fits = |path: &Path| self.0.matches_with(&path.to_string_lossy(), options);
        match self.0.as_str().contains('/') {
            true => fits(path),
            false => path.iter().any(|name| fits(Path::new(name))),
        }
    }
}
