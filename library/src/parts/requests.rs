//! How to read inputs and which files to skip; versions, releases and spellings of what is written.

use std::collections::BTreeSet;
use std::path::Path;

use glob::{MatchOptions, Pattern};
use offload_bundle_core::registry::{FileType, Registry};

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

/// A version of a container's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormatVersion(pub u64);

/// A release of the tools that write a format, by its name in the schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Release(&'static str);

impl Release {
    /// Returns the release called `name`, or `None` if no format of `registry` has it.
    ///
    /// ```
    /// use offload_bundle::request::Release;
    /// use offload_bundle::REGISTRY;
    ///
    /// assert!(Release::named(&REGISTRY, "1").is_none());
    /// ```
    pub fn named(registry: &Registry, name: &str) -> Option<Self> {
        Self::all(registry).into_iter().find(|known| known.0 == name)
    }

    /// Returns the releases whose numbers are known, in the order of their names.
    pub fn all(registry: &Registry) -> Vec<Self> {
        let tables = registry
            .containers
            .iter()
            .filter_map(|container| container.attributes());
        let words = tables.flat_map(|table| table.numbers).flat_map(|number| number.words);
        let names: BTreeSet<&'static str> = words.flat_map(|word| word.releases).copied().collect();
        names.into_iter().map(Self).collect()
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// A spelling of IDs that the grammar of a registry knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdStyle(&'static str);

impl IdStyle {
    /// Returns the style called `name`, or `None` if `registry` has no such style.
    pub fn named(registry: &Registry, name: &str) -> Option<Self> {
        let mut known = registry.ids.styles.iter();
        known.find(|known| known.name == name).map(|known| Self(known.name))
    }

    /// Returns the name in the schema.
    pub fn name(self) -> &'static str {
        self.0
    }
}
