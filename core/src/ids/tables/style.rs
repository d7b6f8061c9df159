//! Tables of how releases of a tool spell IDs: they cut the argument at separators, and ordered cases say what comes of it.

use super::spelling::Spelling;

/// A style of spelling.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub kind: StyleKind,
}

/// What a style does with an argument.
#[derive(Debug, Clone, Copy)]
pub enum StyleKind {
    /// Nothing.
    AsGiven,
    /// The canonical spelling.
    Canonical,
    /// Cuts it and writes the pieces.
    Cut(Cut),
}

/// How an argument is cut, and what comes of the pieces.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    /// Where it is cut.
    pub separator: &'static str,
    /// The parts that the pieces become, in order. The last one keeps its separators.
    pub into: &'static [&'static str],
    /// How the target ID is found.
    pub tail: Tail,
    /// Fewer pieces than this are refused.
    pub at_least: usize,
    /// The words of the refusal.
    pub too_few: &'static str,
    /// What comes of the pieces; the first case that fits counts.
    pub cases: &'static [Case],
}

/// How a target ID is found in an argument.
#[derive(Debug, Clone, Copy)]
pub struct Tail {
    /// What ends the processor's name and begins the features.
    pub separator: &'static str,
    /// The part that takes the processor's name.
    pub name: &'static str,
    /// The part that takes the features, with the separator.
    pub features: &'static str,
    /// If so, the name is the text after the last separator, where it is one of these words; otherwise it is the last piece.
    pub last_if: Option<&'static [&'static str]>,
}

/// What comes of some arguments.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// All must hold.
    pub when: &'static [Condition],
    /// What comes of it.
    pub outcome: CaseOutcome,
}

/// Something about one part.
#[derive(Debug, Clone, Copy)]
pub struct Condition {
    /// The part.
    pub part: &'static str,
    /// What holds.
    pub predicate: Predicate,
}

/// What can hold of a part.
#[derive(Debug, Clone, Copy)]
pub enum Predicate {
    /// The argument has no such piece.
    Absent,
    /// It is one of these words, by primary name or as it stands.
    In(&'static [&'static str]),
    /// It is none of them.
    NotIn(&'static [&'static str]),
    /// It is one of these texts.
    TextIn(&'static [&'static str]),
    /// It is none of them.
    TextNotIn(&'static [&'static str]),
    /// It is a listed word of that part.
    Listed(&'static str),
}

/// What a style makes of an argument.
#[derive(Debug, Clone, Copy)]
pub enum CaseOutcome {
    /// This spelling.
    Writes(Spelling),
    /// A refusal.
    Invalid(&'static str),
    /// A silent loss, which is refused here.
    Loses(&'static str),
}
