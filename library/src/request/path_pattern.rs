//! Patterns for the paths of files to skip.

use std::path::Path;

use glob::{MatchOptions, Pattern};

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
