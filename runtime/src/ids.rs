//! The grammar of bundle entry IDs as the operations see it; generated from the schema of the grammar.

use alloc::{string::String, vec::Vec};
use core::fmt;

/// The grammar of bundle entry IDs. Without state: one static value.
pub trait IdGrammar: Sync + fmt::Debug {
    /// The parts of an ID for people, in the order of the text.
    fn parts(&self, id: &str) -> Result<Vec<Part>, ParseError>;

    /// The canonical spelling of an ID.
    fn canonical(&self, id: &str) -> Result<String, ParseError>;

    /// The spelling that `style`, one of [`IdGrammar::styles`], stores for the argument `id`. Errors: where that style would
    /// refuse the argument, or lose or double a part of it.
    fn restyle(&self, id: &str, style: &str) -> Result<String, StyleError>;

    /// The names of the styles.
    fn styles(&self) -> &'static [&'static str];

    /// Whether the stored entry may serve the request, and why.
    fn verdict(&self, stored: &str, asked: &str) -> Verdict;

    /// Breaches of the composition rules among the entries of one bundle.
    fn composition(&self, ids: &[&str]) -> Vec<Conflict>;

    /// Whether this is the host's entry.
    fn is_host(&self, id: &str) -> bool;

    /// Whether a bundle of these IDs must have a host's entry.
    fn needs_host(&self, ids: &[&str]) -> bool;

    /// What a tool must refuse in a request, each fault as a fact of its own.
    fn validate(&self, id: &str) -> Result<(), Invalid>;
}

/// One part of an ID.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The part's name in the schema.
    pub name: &'static str,
    /// Its text.
    pub value: String,
    /// First byte of it in the ID, from 0.
    pub column: usize,
    /// What it means.
    pub meaning: &'static str,
}

/// Why text is no ID.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// First byte of what is wrong, from 0.
    pub column: usize,
    /// What should stand there.
    pub expected: String,
    /// What does.
    pub found: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "column {}: expected {}, found {}",
            self.column, self.expected, self.found
        )
    }
}

impl core::error::Error for ParseError {}

/// Why an ID has no spelling in a style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StyleError {
    /// The style refuses the ID, with this message.
    Invalid {
        /// The message.
        message: String,
    },
    /// The style would lose or double a part.
    Loses {
        /// The part.
        what: String,
    },
}

impl fmt::Display for StyleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid { message } => f.write_str(message),
            Self::Loses { what } => write!(f, "would lose {what}"),
        }
    }
}

impl core::error::Error for StyleError {}

/// Whether a stored entry may serve a request, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// May it?
    pub compatible: bool,
    /// How specific the entry is for the request: higher is more specific, `u32::MAX` is equal text.
    pub rank: u32,
    /// Why; never empty.
    pub reasons: Vec<Reason>,
}

/// One reason of a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The rule's name in the schema.
    pub rule: &'static str,
    /// The rule applied to these IDs, for people.
    pub text: String,
}

/// Two entries that must not stand in one bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The rule's name in the schema.
    pub rule: &'static str,
    /// Position of the first among the IDs given.
    pub first: usize,
    /// Position of the second.
    pub second: usize,
    /// What is wrong, for people.
    pub text: String,
}

/// What is wrong with a requested ID; at least one field is set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invalid {
    /// The kind, if it is none of those known.
    pub unknown_kind: Option<String>,
    /// The triple, if it is none of those known.
    pub unknown_triple: Option<String>,
    /// Why it cannot be read at all.
    pub malformed: Option<ParseError>,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        if let Some(error) = &self.malformed {
            write!(f, "{error}")?;
            separator = ", ";
        }
        if let Some(kind) = &self.unknown_kind {
            write!(f, "{separator}unknown kind {kind:?}")?;
            separator = ", ";
        }
        if let Some(triple) = &self.unknown_triple {
            write!(f, "{separator}unknown triple {triple:?}")?;
        }
        Ok(())
    }
}

impl core::error::Error for Invalid {}
