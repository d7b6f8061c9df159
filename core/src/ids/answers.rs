//! The results of grammar queries: parts, verdicts, conflicts and errors.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Problem, ReadError};
use crate::severity::Severity;

/// A part of an ID with its description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdPart {
    /// The name of the part in the schema.
    pub name: &'static str,
    /// The value of the part.
    pub value: String,
    /// The column of the part, from 1.
    pub column: usize,
    /// The description of the part.
    pub meaning: &'static str,
}

/// A position in a text that does not follow the grammar: the furthest one that the parser reached.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}, found {found}")]
pub struct ParseError {
    /// The column, from 1.
    pub column: usize,
    /// The accepted texts, such as "`-` or the end".
    pub expected: String,
    /// The rest of the text, shortened if it is long, or its end.
    pub found: String,
}

impl ParseError {
    /// Converts the column to an offset in an input that has `text` at `offset`, in bytes.
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

/// A reason why a style cannot spell an argument.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StyleError {
    /// The style is unknown.
    #[error("unknown ID style `{style}`")]
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
        /// The affected part.
        what: String,
        /// The stored text, if it is complete.
        stored: Option<String>,
    },
}

/// How loaders run a stored entry for a request. Greater is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Loading {
    /// The driver compiles it for the requested processor.
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
    /// How loaders run the entry, or `None` if they do not. Loaders reject compatible entries that must be linked
    /// first. They run some incompatible entries: code for the generic processor of a family and for an earlier
    /// processor of a generation.
    pub loads: Option<Loading>,
    /// The preference among entries with equal [`Verdict::loads`]; the highest is best. An entry of the requested kind
    /// ranks above one of another kind. Then more fixed features are better, then a later processor. [`u32::MAX`] means
    /// the requested ID, in any spelling; 0 means not compatible and not loaded.
    pub rank: u32,
    /// The similarity to the request. Among incompatible entries, the greatest is nearest.
    pub closeness: Closeness,
    /// The reasons: the agreements if compatible, otherwise the differences. Never empty.
    pub reasons: Vec<Reason>,
}

/// The similarity between an entry and a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Closeness {
    /// The number of rules that agree before the first that does not. Rules run from most to least important.
    pub rules: usize,
    /// The number of equal leading bytes in the words that the first disagreeing rule compares.
    pub letters: usize,
}

/// The subject of a compatibility rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Aspect {
    /// The whole text.
    Text,
    /// The syntax of both texts.
    Grammar,
    /// The offload kind.
    Kind,
    /// A field of the triple.
    Triple,
    /// The processor.
    Processor,
    /// The features that the processor has.
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
    /// The section of the source document that defines the rule, if any.
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
    /// The section of the source document that defines the rule, if any.
    pub source: Option<&'static str>,
}

/// The runtime and target that an entry is for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Served {
    /// The runtime: the group of the offload kind.
    pub group: String,
    /// The canonical processor with features, or the triple if the ID names no processor.
    pub target: String,
}

/// A triple of an unknown architecture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTriple {
    /// The triple as stored.
    pub stored: String,
    /// The triple with all its fields, including empty ones.
    pub in_full: String,
}

/// The canonical spelling and the faults of one ID.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The canonical spelling, if the ID follows the grammar.
    pub canonical: Option<String>,
    /// The faults of the ID, if any.
    pub invalid: Option<Invalid>,
}

/// The faults of a target argument. At least one field is set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invalid {
    /// The kind, if it is unknown.
    pub unknown_kind: Option<String>,
    /// The triple, if its architecture is unknown.
    pub unknown_triple: Option<Box<UnknownTriple>>,
    /// The position where the text stops following the grammar.
    pub malformed: Option<ParseError>,
    /// The known words that contradict each other, as a sentence. Runtimes refuse such an ID.
    pub contradiction: Option<String>,
    /// The text with each kind that makes it a valid ID, if it lacks a kind.
    pub without_kind: Vec<String>,
}
