//! What a grammar answers: parts, verdicts, conflicts, and why it has no answer.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Problem, ReadError};
use crate::severity::Severity;

/// One part of an ID, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdPart {
    /// The part's name in the schema.
    pub name: &'static str,
    /// What is there.
    pub value: String,
    /// Where it begins, in characters from 1.
    pub column: usize,
    /// What the part means.
    pub meaning: &'static str,
}

/// Where a text leaves the grammar: the furthest place that could be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}, found {found}")]
pub struct ParseError {
    /// The place, in characters from 1.
    pub column: usize,
    /// What may be there, for people: "`-` or the end".
    pub expected: String,
    /// What is there: the rest of the text, shortened where it is long, or that it ends.
    pub found: String,
}

impl ParseError {
    /// The same, of the text `text` that is at `offset` bytes from the start of an input.
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

/// Why a style has no spelling for an argument.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StyleError {
    /// There is no style of that name.
    #[error("there is no ID style `{style}`")]
    Unknown {
        /// The style that was asked for.
        style: String,
    },
    /// A release of that style refuses the argument.
    #[error("{message}")]
    Invalid {
        /// Its words.
        message: String,
    },
    /// A release of that style would lose or double a part of the ID without a word.
    #[error("this ID style {what}")]
    Loses {
        /// Which part.
        what: String,
        /// What the release stores, where nothing of the ID is missing from it.
        stored: Option<String>,
    },
}

/// How loaders run what is stored on what is asked for; of two ways the greater one is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Loading {
    /// Their driver compiles it for the processor.
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
    /// Whether it may, by the rules of those who match names.
    pub compatible: bool,
    /// How loaders run it for the request, if they do: they do where it may serve, unless it has to be linked first, and also what is for the
    /// generic processor of a family, or for an earlier one of a generation.
    pub loads: Option<Loading>,
    /// How well it serves: of several that are loaded in the same way the highest is best. One of the very kind asked for ranks above all that
    /// may merely stand for it; among these the more features are fixed the better, and the later the processor that it is for.
    /// [`u32::MAX`]: it is the ID asked for, however either is spelled. 0: it neither may serve nor is loaded.
    pub rank: u32,
    /// How near it comes to what is asked for: of several that are not compatible the greatest is nearest.
    pub closeness: Closeness,
    /// Why: if compatible what agreed, otherwise what did not. Never empty.
    pub reasons: Vec<Reason>,
}

/// How near an entry comes to what is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Closeness {
    /// How many rules agree before the first that does not. Rules go from what matters most to what matters least.
    pub rules: usize,
    /// How many bytes the words that this one compares begin alike with.
    pub letters: usize,
}

/// What a rule of compatibility is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Aspect {
    /// The whole text.
    Text,
    /// Whether both texts can be read.
    Grammar,
    /// Which runtime the entry is for.
    Kind,
    /// A field of the triple.
    Triple,
    /// The processor.
    Processor,
    /// Whether the processor has the features that are named.
    OwnFeatures,
    /// The settings of features.
    Features,
}

/// One reason of a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The rule's name in the schema.
    pub rule: &'static str,
    /// What the rule is about.
    pub aspect: Aspect,
    /// The reason in words.
    pub text: String,
    /// The section of the source document that the rule is based on.
    pub source: Option<&'static str>,
}

/// Two entries that may not be in one bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The rule's name in the schema.
    pub rule: &'static str,
    /// How bad it is.
    pub level: Severity,
    /// Position of the earlier entry, from 0.
    pub first: usize,
    /// Position of the later entry, from 0.
    pub second: usize,
    /// The conflict in words.
    pub text: String,
    /// The section of the source document that the rule is based on.
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

/// A triple whose architecture is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTriple {
    /// As it is in the ID.
    pub stored: String,
    /// With all its fields, also those that are not written.
    pub in_full: String,
}

/// What a grammar says of one ID, which is read once for all of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// Its canonical spelling, where it follows the grammar.
    pub canonical: Option<String>,
    /// What is wrong with it, if anything is.
    pub invalid: Option<Invalid>,
}

/// What is wrong with a target argument. At least one field is set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invalid {
    /// The kind, where it is not a known one.
    pub unknown_kind: Option<String>,
    /// The triple, where its architecture is not a known one.
    pub unknown_triple: Option<Box<UnknownTriple>>,
    /// Where the text leaves the grammar.
    pub malformed: Option<ParseError>,
    /// The text behind each kind that makes a valid ID of it: the kind is missing.
    pub without_kind: Vec<String>,
}
