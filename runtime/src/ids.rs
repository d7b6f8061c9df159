//! Bundle entry IDs as operations see them: a trait that the generated grammar implements, and the answers it gives.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::severity::Severity;

/// The grammar of bundle entry IDs as operations see it; generated from the grammar schema. Without state.
pub trait IdGrammar: Sync + fmt::Debug {
    /// The parts of an ID for people, in text order. Errors: where the text leaves the grammar.
    fn parts(&self, id: &str) -> Result<Vec<Part>, ParseError>;

    /// The canonical spelling. Errors: where the text leaves the grammar.
    fn canonical(&self, id: &str) -> Result<String, ParseError>;

    /// The spelling that `style` stores for the argument `id`.
    /// Errors: where that style refuses the argument, or would lose or double a part of it.
    fn restyle(&self, id: &str, style: &str) -> Result<String, StyleError>;

    /// The names of the styles.
    fn styles(&self) -> &'static [&'static str];

    /// May the stored entry serve the request? Always with at least one reason.
    fn verdict(&self, stored: &str, asked: &str) -> Verdict;

    /// Breaches of the composition rules among the entries of one bundle, by position of the later entry.
    fn composition(&self, ids: &[&str]) -> Vec<Conflict>;

    /// What a code object is that begins with `head`, where it is known.
    fn content(&self, head: &[u8]) -> Option<&'static ContentKind>;

    /// What the header of an ELF file says otherwise than the ID of the entry that it is the code object of. An ID that cannot be read
    /// says nothing.
    fn code_object(&self, id: &str, header: &ElfHeader) -> Vec<Mismatch>;

    /// What the entry is for, apart from the host; `None` for the host, and where the ID cannot be read.
    fn served(&self, id: &str) -> Option<Served>;

    /// Is this the host's entry?
    fn is_host(&self, id: &str) -> bool;

    /// Must a bundle of these entries have one for the host?
    fn needs_host(&self, ids: &[&str]) -> bool;

    /// What a tool must refuse in a request or a target argument. Errors: each fact by itself.
    fn validate(&self, id: &str) -> Result<(), Invalid>;

    /// Whether `text` can be asked for as the part `aspect`. Errors: it does not follow the grammar, or names something unknown.
    fn check_aspect(&self, aspect: Aspect, text: &str) -> Result<(), AspectError>;

    /// May the entry `stored` serve a request for the part `asked`, whatever its other parts? By the rules of
    /// [`IdGrammar::verdict`] that are about that part.
    fn fits(&self, stored: &str, aspect: Aspect, asked: &str) -> bool;
}

/// A part of an ID that entries can be picked by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    /// Which runtime it is for.
    Kind,
    /// The triple.
    Triple,
    /// The processor with its features.
    Target,
}

/// Why a text cannot be asked for as a part of an ID.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AspectError {
    /// It does not follow the grammar.
    Malformed(ParseError),
    /// It names something that is not known.
    Unknown {
        /// What: the name of the part in the schema.
        what: &'static str,
        /// The name.
        name: String,
        /// Known names: those that are near, or all if they are few.
        known: Vec<&'static str>,
    },
}

impl fmt::Display for AspectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => write!(f, "{error}"),
            Self::Unknown { what, name, known } if known.is_empty() => write!(f, "unknown {what} {name:?}"),
            Self::Unknown { what, name, known } => {
                write!(f, "unknown {what} {name:?}; known: {}", known.join(", "))
            }
        }
    }
}

impl core::error::Error for AspectError {}

/// One part of an ID, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The part's name in the schema.
    pub name: &'static str,
    /// What stands there.
    pub value: String,
    /// Where it begins, in characters from 0.
    pub column: usize,
    /// What the part means.
    pub meaning: &'static str,
}

/// Where a text leaves the grammar: the furthest place that could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The place, in characters from 0.
    pub column: usize,
    /// What may stand there, for people: "`-` or the end".
    pub expected: String,
    /// What stands there: the rest of the text, or that it ends.
    pub found: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { column, expected, found } = self;
        write!(f, "column {column}: expected {expected}, found {found}")
    }
}

impl core::error::Error for ParseError {}

/// Why a style has no spelling for an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StyleError {
    /// There is no style of that name.
    Unknown {
        /// The name.
        style: String,
    },
    /// A release of that style refuses the argument.
    Invalid {
        /// Its words.
        message: String,
    },
    /// A release of that style would lose or double a part of the ID without a word.
    Loses {
        /// Which part.
        what: String,
    },
}

impl fmt::Display for StyleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { style } => write!(f, "there is no ID style `{style}`"),
            Self::Invalid { message } => f.write_str(message),
            Self::Loses { what } => write!(f, "this ID style {what}"),
        }
    }
}

impl core::error::Error for StyleError {}

/// Whether a stored entry may serve a request, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it may.
    pub compatible: bool,
    /// How specific the stored entry is: of several compatible ones the highest is best. [`u32::MAX`]: the texts are equal.
    pub rank: u32,
    /// Why: if compatible what agreed, otherwise what did not. Never empty.
    pub reasons: Vec<Reason>,
}

/// One reason of a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The rule's name in the schema.
    pub rule: &'static str,
    /// The reason in words.
    pub text: String,
}

/// Two entries that may not stand in one bundle.
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
}

/// What a code object can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContentKind {
    /// Its name in the schema.
    pub name: &'static str,
    /// What it is, for people.
    pub doc: &'static str,
    /// The bytes it begins with.
    pub begins: &'static [u8],
    /// Whether it is an ELF file.
    pub elf: bool,
}

/// What the header of an ELF file says of the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElfHeader {
    /// The number of the architecture.
    pub machine: u16,
    /// The number of the operating system's conventions.
    pub os_abi: u8,
    /// The version of those conventions.
    pub abi_version: u8,
    /// What else the architecture has to say.
    pub flags: u32,
}

/// What is compared between an ID and a code object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeaderPart {
    /// The architecture.
    Machine,
    /// The processor.
    Processor,
    /// A feature.
    Feature,
    /// Flags of a version that is not known: the rest cannot be compared.
    Version,
}

/// Something that a code object says otherwise than its ID.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// What it is about.
    pub part: HeaderPart,
    /// What the ID says, in words.
    pub expected: String,
    /// What the code object says, in words.
    pub found: String,
}

/// What an entry is for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Served {
    /// The runtime: entries of one group of kinds are for the same.
    pub group: String,
    /// The processor with its features in canonical spelling, or the triple where no processor is named.
    pub target: String,
}

/// What is wrong with a target argument. At least one field is set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invalid {
    /// The kind, where it is not a known one.
    pub unknown_kind: Option<String>,
    /// The triple, where its architecture is not a known one.
    pub unknown_triple: Option<String>,
    /// Where the text leaves the grammar.
    pub malformed: Option<ParseError>,
}
