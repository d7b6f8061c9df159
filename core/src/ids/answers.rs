//! The answers of a grammar: parts, verdicts, conflicts and errors.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Problem, ReadError};
use crate::severity::Severity;

/// One part of an ID, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdPart {
    /// The name of the part in the schema.
    pub name: &'static str,
    /// The value of the part.
    pub value: String,
    /// The column of the part, from 1.
    pub column: usize,
    /// The meaning of the part.
    pub meaning: &'static str,
}

/// Where a text stops following the grammar: the furthest place that could be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}, found {found}")]
pub struct ParseError {
    /// The column, from 1.
    pub column: usize,
    /// What may be there, for people, such as "`-` or the end".
    pub expected: String,
    /// What is there: the rest of the text, shortened if it is long, or its end.
    pub found: String,
}

impl ParseError {
    /// Converts the error to one of `text` at `offset` bytes from the start of an input.
    pub fn in_input(self, text: &str, offset: u64) -> ReadError {
        let before = text.chars().take(self.column.saturating_sub(1));
        let before: usize = before.map(char::len_utf8).sum();
        let offset = offset.saturating_add(u64::try_from(before).unwrap_or(u64::MAX));
        ReadError::new(
            offset,
            Problem::Unexpected { found: self.found, expected: self.expected },
        )
    }
}

/// Why an argument cannot be spelled in a style.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StyleError {
    /// No style has this name.
    #[error("there is no ID style `{style}`")]
    Unknown {
        /// The requested style.
        style: String,
    },
    /// The release of the style refuses the argument.
    #[error("{message}")]
    Invalid {
        /// The message of the release.
        message: String,
    },
    /// The release of the style would silently lose or double a part of the ID.
    #[error("this ID style {what}")]
    Loses {
        /// The part.
        what: String,
        /// What the release stores, if no part of the ID is missing from it.
        stored: Option<String>,
    },
}

/// How loaders run a stored entry for a request. A greater value is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Loading {
    /// The driver compiles it for the processor.
    Compiled,
    /// It is for an earlier processor of the same generation.
    Earlier,
    /// It is for the generic processor of the family.
    Generic,
    /// It is for the processor.
    Own,
}

/// Whether a stored entry may serve a request, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the entry may serve the request, by the rules of tools that match names.
    pub compatible: bool,
    /// How loaders run the entry for the request, or `None` if they do not. They run compatible entries, unless these have to be linked
    /// first, and code for the generic processor of a family or for an earlier processor of a generation.
    pub loads: Option<Loading>,
    /// How well the entry serves; of several that are loaded in the same way, the highest is best. An entry of the requested kind ranks
    /// above one of another kind that may serve it. Among these, more fixed features are better, then a later processor. [`u32::MAX`] means
    /// the requested ID, in any spelling. 0 means that the entry neither may serve nor is loaded.
    pub rank: u32,
    /// How near the entry comes to the request. Of several that are not compatible, the greatest is nearest.
    pub closeness: Closeness,
    /// The reasons: what agreed if compatible, otherwise what did not. Never empty.
    pub reasons: Vec<Reason>,
}

/// How near an entry comes to a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Closeness {
    /// The number of rules that agree before the first that does not. Rules are ordered from most to least important.
    pub rules: usize,
    /// The number of equal leading bytes in the words that this rule compares.
    pub letters: usize,
}

/// The subject of a compatibility rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Aspect {
    /// The whole text.
    Text,
    /// Whether both texts can be read.
    Grammar,
    /// The offload kind.
    Kind,
    /// A field of the triple.
    Triple,
    /// The processor.
    Processor,
    /// Whether the processor has the named features.
    OwnFeatures,
    /// The settings of features.
    Features,
}

/// One reason of a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The name of the rule in the schema.
    pub rule: &'static str,
    /// The subject of the rule.
    pub aspect: Aspect,
    /// The reason in words.
    pub text: String,
    /// The section of the source document that the rule is based on, if any.
    pub source: Option<&'static str>,
}

/// Two entries that must not be in one bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The name of the rule in the schema.
    pub rule: &'static str,
    /// The severity.
    pub level: Severity,
    /// The position of the earlier entry, from 0.
    pub first: usize,
    /// The position of the later entry, from 0.
    pub second: usize,
    /// The conflict in words.
    pub text: String,
    /// The section of the source document that the rule is based on, if any.
    pub source: Option<&'static str>,
}

/// What an entry is for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Served {
    /// The runtime: entries of one group of kinds are for the same.
    pub group: String,
    /// The processor with its features in canonical spelling, or the triple where no processor is named.
    pub target: String,
}

/// A triple of an unknown architecture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTriple {
    /// The triple as it is in the ID.
    pub stored: String,
    /// The triple with all its fields, including those that are not written.
    pub in_full: String,
}

/// The answers of a grammar about one ID, which is read only once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The canonical spelling, if the ID follows the grammar.
    pub canonical: Option<String>,
    /// What is wrong with the ID, if anything.
    pub invalid: Option<Invalid>,
}

/// What is wrong with a target argument. At least one field is set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invalid {
    /// The kind, if it is unknown.
    pub unknown_kind: Option<String>,
    /// The triple, if its architecture is unknown.
    pub unknown_triple: Option<Box<UnknownTriple>>,
    /// Where the text stops following the grammar.
    pub malformed: Option<ParseError>,
    /// Which of its known words do not fit each other, in words: runtimes refuse such an ID.
    pub contradiction: Option<String>,
    /// The text after each kind that makes a valid ID of it, if the kind is missing.
    pub without_kind: Vec<String>,
}
