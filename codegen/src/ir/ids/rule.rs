//! What fits: sets of characters and the rules that use them.

use super::doc::Doc;
use super::table::TableRef;

/// A set of characters.
#[derive(Debug, Clone)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// First and last character of each range.
    pub ranges: Vec<(char, char)>,
    /// Whether it is all other characters.
    pub others: bool,
}

/// A rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// What it reads.
    pub doc: Doc,
    /// What fits it.
    pub is: Expression,
}

/// What fits at a place of the text.
#[derive(Debug, Clone)]
pub enum Expression {
    /// All of these.
    Sequence(Vec<Expression>),
    /// The first that fits.
    FirstOf(Vec<Expression>),
    /// A text.
    Literal(String),
    /// The end.
    End,
    /// A rule.
    Rule(String),
    /// Captured as a part.
    Part(String, Box<Expression>),
    /// Characters of a class.
    Chars {
        /// The class.
        class: String,
        /// How many at least.
        at_least: u64,
        /// How errors call it.
        called: String,
    },
    /// The longest word of a table.
    Word {
        /// The table.
        table: TableRef,
        /// How errors call it.
        called: String,
    },
    /// This or nothing.
    Optional(Box<Expression>),
    /// As often as it fits.
    Repeat(Box<Expression>),
    /// Fits but is not read.
    Ahead(Box<Expression>),
    /// Does not fit.
    Not(Box<Expression>),
    /// A part's text again.
    Same(String),
    /// A part's last text is new.
    Distinct {
        /// The part.
        part: String,
        /// How errors call that.
        called: String,
    },
}
