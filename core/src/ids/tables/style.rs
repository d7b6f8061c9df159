//! Tables of the ID spellings of tool releases.

use super::spelling::Fill;

/// The ID spelling of a release.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Style<'a> {
    /// The name in requests.
    pub name: &'a str,
    /// The description shown to users.
    pub doc: &'a str,
    /// The treatment of arguments.
    pub kind: StyleKind<'a>,
    /// Whether the release accepts any entries in one bundle, without composition rules.
    pub unchecked: bool,
}

/// The treatment of arguments.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum StyleKind<'a> {
    /// Leaves it unchanged.
    AsGiven,
    /// Writes the canonical spelling.
    Canonical,
    /// Splits it into pieces and writes these.
    Cut(&'a Cut<'a>),
}

/// Splitting and rewriting of an argument.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Cut<'a> {
    /// The separator.
    pub separator: &'a str,
    /// The parts for the pieces, in order. The last piece keeps its separators.
    pub into: &'a [&'a str],
    /// The search for the target ID.
    pub tail: Tail<'a>,
    /// The minimum number of pieces.
    pub at_least: usize,
    /// The message for fewer pieces.
    pub too_few: &'a str,
    /// The replacements in every spelling; the first that applies to a part counts.
    pub fills: &'a [Fill<'a>],
    /// The cases; the first that applies counts.
    pub cases: &'a [Case<'a>],
}

/// The search for the target ID in an argument.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Tail<'a> {
    /// The separator between processor and features.
    pub separator: &'a str,
    /// The part that receives the processor.
    pub name: &'a str,
    /// The part that receives the features, with the separator.
    pub features: &'a str,
    /// If the set includes the text after the last separator of the cut, that is the processor. Otherwise the processor is the piece of the part [`Tail::name`].
    pub last_if: Option<Names<'a>>,
}

/// A set of names.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Names<'a> {
    /// These.
    Words(&'a [&'a str]),
    /// The names of known processors.
    Processors(KnownProcessors<'a>),
}

/// The primary names of the processors that the compiler of a release supports, with exceptions.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct KnownProcessors<'a> {
    /// The release.
    pub release: &'a str,
    /// The excluded architectures.
    pub except_architectures: &'a [&'a str],
    /// The excluded processors.
    pub except: &'a [&'a str],
    /// Additional names.
    pub also: &'a [&'a str],
}

/// A conditional result.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Case<'a> {
    /// The conditions, joined by "and".
    pub when: &'a [Condition<'a>],
    /// The result.
    pub outcome: CaseOutcome<'a>,
}

/// A condition on a part.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Condition<'a> {
    /// The name of the part.
    pub part: &'a str,
    /// The predicate.
    pub predicate: Predicate<'a>,
}

/// A predicate on a part.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Predicate<'a> {
    /// The argument lacks this piece.
    Absent,
    /// The part is in the set, by primary name or exact text.
    In(Names<'a>),
    /// The opposite of [`Predicate::In`].
    NotIn(Names<'a>),
    /// The exact text of the part is in the set.
    TextIn(Names<'a>),
    /// The opposite of [`Predicate::TextIn`].
    TextNotIn(Names<'a>),
    /// The part is a word in the list of the part with this name.
    Listed(&'a str),
}

/// The result of a style.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum CaseOutcome<'a> {
    /// Writes this template, filled.
    Writes(&'a str),
    /// Refuses the argument with this message.
    Invalid(&'a str),
    /// Refuses an argument, because the release would silently lose a part.
    Loses {
        /// The lost part.
        what: &'a str,
        /// The template of the stored text.
        stores: Option<&'a str>,
    },
}
