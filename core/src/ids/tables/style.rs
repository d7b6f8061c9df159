//! Tables of how releases of a tool spell IDs: they cut the argument at separators, and ordered cases say what comes of it.

use super::spelling::Fill;

/// How a release spells IDs.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Style<'a> {
    /// The name that a user asks for it by.
    pub name: &'a str,
    /// What it does, for people.
    pub doc: &'a str,
    /// What it does.
    pub kind: StyleKind<'a>,
    /// Whether the release lets any entries be side by side in one bundle, whatever the rules of composition say.
    pub unchecked: bool,
}

/// What a style does with an argument.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum StyleKind<'a> {
    /// Nothing.
    AsGiven,
    /// The canonical spelling.
    Canonical,
    /// Cuts it and writes the pieces.
    Cut(&'a Cut<'a>),
}

/// How an argument is cut, and what comes of the pieces.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Cut<'a> {
    /// Where it is cut.
    pub separator: &'a str,
    /// The parts that the pieces become, in order. The last one keeps its separators.
    pub into: &'a [&'a str],
    /// How the target ID is found.
    pub tail: Tail<'a>,
    /// Fewer pieces than this are refused.
    pub at_least: usize,
    /// The words of the refusal.
    pub too_few: &'a str,
    /// What stands for parts in every spelling; the first that fits a part counts.
    pub fills: &'a [Fill<'a>],
    /// What comes of the pieces; the first case that fits counts.
    pub cases: &'a [Case<'a>],
}

/// How a target ID is found in an argument.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Tail<'a> {
    /// What ends the processor's name and begins the features.
    pub separator: &'a str,
    /// The part that takes the processor's name.
    pub name: &'a str,
    /// The part that takes the features, with the separator.
    pub features: &'a str,
    /// If so, the name is the text after the last separator of the cut, where it is one of these; otherwise it is the last piece.
    pub last_if: Option<Names<'a>>,
}

/// Names that a release takes for something.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Names<'a> {
    /// These.
    Words(&'a [&'a str]),
    /// Those of processors.
    Processors(KnownProcessors<'a>),
}

/// The primary names of the processors that the compiler of a release knows, with exceptions.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct KnownProcessors<'a> {
    /// The release.
    pub release: &'a str,
    /// Groups that have one of these architectures are not among them.
    pub except_architectures: &'a [&'a str],
    /// Nor are these processors.
    pub except: &'a [&'a str],
    /// Names that are no processor's, and among them all the same.
    pub also: &'a [&'a str],
}

/// What comes of some arguments.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Case<'a> {
    /// All must hold.
    pub when: &'a [Condition<'a>],
    /// What comes of it.
    pub outcome: CaseOutcome<'a>,
}

/// Something about one part.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Condition<'a> {
    /// The part.
    pub part: &'a str,
    /// What holds.
    pub predicate: Predicate<'a>,
}

/// What can hold of a part.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Predicate<'a> {
    /// The argument has no such piece.
    Absent,
    /// It is one of these words, by primary name or as it is.
    In(Names<'a>),
    /// It is none of them.
    NotIn(Names<'a>),
    /// It is one of these texts.
    TextIn(Names<'a>),
    /// It is none of them.
    TextNotIn(Names<'a>),
    /// It is a listed word of that part.
    Listed(&'a str),
}

/// What a style makes of an argument.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum CaseOutcome<'a> {
    /// This template, filled.
    Writes(&'a str),
    /// A refusal.
    Invalid(&'a str),
    /// A silent loss, which is refused here.
    Loses {
        /// Which part.
        what: &'a str,
        /// This template, filled, is what the release stores.
        stores: Option<&'a str>,
    },
}
