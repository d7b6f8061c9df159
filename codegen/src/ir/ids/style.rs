//! Spellings, and what each style makes of an argument.

/// A spelling.
#[derive(Debug, Clone)]
pub struct Spelling {
    /// The template.
    pub template: String,
    /// What stands for parts.
    pub fills: Vec<Fill>,
}

/// What stands for a part.
#[derive(Debug, Clone)]
pub struct Fill {
    /// The part.
    pub part: String,
    /// What is written.
    pub gives: String,
    /// Whether only where it is missing or empty.
    pub only_empty: bool,
    /// Where.
    pub only: Vec<Among>,
}

/// A part that holds one of some words.
#[derive(Debug, Clone)]
pub struct Among {
    /// The part.
    pub part: String,
    /// The words.
    pub words: Vec<String>,
}

/// A style.
#[derive(Debug, Clone)]
pub struct Style {
    /// Its name.
    pub name: String,
    /// What it does.
    pub doc: String,
    /// How.
    pub how: How,
}

/// What a style does with an argument.
#[derive(Debug, Clone)]
pub enum How {
    /// Nothing.
    AsGiven,
    /// The canonical spelling.
    Canonical,
    /// Cuts it.
    Cut(Box<Cut>),
}

/// How an argument is cut.
#[derive(Debug, Clone)]
pub struct Cut {
    /// Where.
    pub separator: String,
    /// Into which parts.
    pub into: Vec<String>,
    /// Into how many at least.
    pub at_least: u64,
    /// The refusal of fewer.
    pub too_few: String,
    /// What begins the features.
    pub mark: String,
    /// The part that takes the processor's name.
    pub name: String,
    /// The placeholder that takes the features.
    pub features: String,
    /// The words that make what follows the last separator the name.
    pub last_if: Option<Vec<String>>,
    /// The cases.
    pub cases: Vec<Case>,
}

/// What comes of some arguments.
#[derive(Debug, Clone)]
pub struct Case {
    /// Conditions, by part.
    pub when: Vec<(String, Is)>,
    /// What comes of it.
    pub outcome: Outcome,
}

/// What holds of a part.
#[derive(Debug, Clone)]
pub enum Is {
    /// No such piece.
    Absent,
    /// One of these words, by any of its names.
    In(Vec<String>),
    /// None of these words, by any of its names.
    NotIn(Vec<String>),
    /// One of these texts.
    TextIn(Vec<String>),
    /// None of these texts.
    TextNotIn(Vec<String>),
    /// A listed word of this part.
    ListedAs(String),
}

/// What a style makes of an argument.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// A spelling.
    Writes(Spelling),
    /// A refusal.
    Invalid(String),
    /// A silent loss.
    Loses(String),
}
