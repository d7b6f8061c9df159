//! Tables of how releases of a tool spell IDs: they cut the argument at separators, and ordered cases give the result.

use super::spelling::Fill;

/// How a release spells IDs.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Style<'a> {
    /// The name by which users request it.
    pub name: &'a str,
    /// The description, for people.
    pub doc: &'a str,
    /// What the style does with an argument.
    pub kind: StyleKind<'a>,
    /// Whether the release accepts any entries in one bundle, whatever the composition rules say.
    pub unchecked: bool,
}

/// What a style does with an argument.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum StyleKind<'a> {
    /// Leaves it unchanged.
    AsGiven,
    /// Writes the canonical spelling.
    Canonical,
    /// Cuts it and writes the pieces.
    Cut(&'a Cut<'a>),
}

/// How an argument is cut into pieces, and what is written for them.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Cut<'a> {
    /// The separator at which it is cut.
    pub separator: &'a str,
    /// The parts that the pieces become, in order. The last piece keeps its separators.
    pub into: &'a [&'a str],
    /// How the target ID is found.
    pub tail: Tail<'a>,
    /// The minimum number of pieces.
    pub at_least: usize,
    /// The message if there are fewer.
    pub too_few: &'a str,
    /// The replacements of parts in every spelling; the first that applies to a part counts.
    pub fills: &'a [Fill<'a>],
    /// The cases; the first that applies counts.
    pub cases: &'a [Case<'a>],
}

/// How the target ID is found in an argument.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Tail<'a> {
    /// The separator between the processor's name and the features.
    pub separator: &'a str,
    /// The part that receives the processor's name.
    pub name: &'a str,
    /// The part that receives the features, with the separator.
    pub features: &'a str,
    /// If the text after the last separator of the cut is one of these names, it is the processor's name. Otherwise the name is the piece
    /// that becomes the part [`Tail::name`].
    pub last_if: Option<Names<'a>>,
}

/// Names with a meaning to a release.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Names<'a> {
    /// These.
    Words(&'a [&'a str]),
    /// The names of known processors.
    Processors(KnownProcessors<'a>),
}

/// The primary names of the processors that the compiler of a release knows, with exceptions.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct KnownProcessors<'a> {
    /// The release.
    pub release: &'a str,
    /// Processors of groups with one of these architectures are excluded.
    pub except_architectures: &'a [&'a str],
    /// These processors are excluded.
    pub except: &'a [&'a str],
    /// Other names that are included.
    pub also: &'a [&'a str],
}

/// The result for some arguments.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Case<'a> {
    /// The conditions, all of which must hold.
    pub when: &'a [Condition<'a>],
    /// The result.
    pub outcome: CaseOutcome<'a>,
}

/// A condition on one part.
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
    /// The argument has no such piece.
    Absent,
    /// The part is one of these words, by primary name or as it is.
    In(Names<'a>),
    /// The part is none of these words.
    NotIn(Names<'a>),
    /// The part is one of these texts.
    TextIn(Names<'a>),
    /// The part is none of these texts.
    TextNotIn(Names<'a>),
    /// The part is a listed word of the part with this name.
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
    /// The release would silently lose a part; this library refuses the argument.
    Loses {
        /// The part that is lost.
        what: &'a str,
        /// The template of what the release stores.
        stores: Option<&'a str>,
    },
}
