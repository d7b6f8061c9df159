//! A mistake in a schema: where it is, what was expected, what was found, and what to do.

use std::fmt;

/// One mistake in one schema. Every mistake is reported, not just the first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Name of the schema file, as given in [`crate::Source::name`].
    pub file: String,
    /// Line, counted from 1.
    pub line: u64,
    /// Column in characters, counted from 1.
    pub column: u64,
    /// Path of the value in the YAML tree, such as `/types/entry/seq/0/valid`.
    pub path: String,
    /// What the schema language asks for at this place.
    pub expected: String,
    /// What stands there.
    pub found: String,
    /// What the author can do about it.
    pub hint: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}:{}: {}: expected {}, found {}; {}",
            self.file, self.line, self.column, self.path, self.expected, self.found, self.hint
        )
    }
}

/// Collects the problems of one schema file.
#[derive(Debug)]
pub struct Problems {
    file: String,
    found: Vec<Problem>,
}

impl Problems {
    /// An empty collection for the schema file `file`.
    pub fn new(file: &str) -> Self {
        Self { file: file.to_owned(), found: Vec::new() }
    }

    /// Adds a problem at `node`.
    pub fn add(
        &mut self,
        node: &crate::yaml::Node,
        expected: impl Into<String>,
        found: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.add_at(node.line, node.column, &node.path, expected, found, hint);
    }

    /// Adds a problem at a place that is no node, such as a key.
    pub fn add_at(
        &mut self,
        line: u64,
        column: u64,
        path: &str,
        expected: impl Into<String>,
        found: impl Into<String>,
        hint: impl Into<String>,
    ) {
        let path = if path.is_empty() { "/" } else { path };
        self.found.push(Problem {
            file: self.file.clone(),
            line,
            column,
            path: path.to_owned(),
            expected: expected.into(),
            found: found.into(),
            hint: hint.into(),
        });
    }

    /// Whether nothing was wrong so far.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The problems in the order of their places in the file, each once.
    pub fn into_sorted(mut self) -> Vec<Problem> {
        self.found.sort();
        self.found.dedup();
        self.found
    }
}
