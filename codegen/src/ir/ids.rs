//! A grammar of IDs: its tables, filled, and what is told about them.

use offload_bundle_core::ids::tables::{CharacterClass, Grammar, Rule, WordTable};

/// A grammar.
#[derive(Debug, Clone)]
pub struct Ids<'a> {
    /// Name of the schema file.
    pub source: String,
    /// The module's name.
    pub module: String,
    /// Title for people.
    pub title: String,
    /// What the IDs are.
    pub doc: Doc,
    /// The types of an ID, a triple, a target ID and a feature.
    pub types: [TypeName; 4],
    /// The tables.
    pub grammar: Grammar<'a>,
    /// The sets of characters that rules refer to.
    pub classes: Vec<&'a CharacterClass<'a>>,
    /// The rules, with what each reads. None refers to a later one.
    pub rules: Vec<(&'a Rule<'a>, Doc)>,
    /// The tables of words, with what each lists.
    pub words: Vec<(&'a WordTable<'a>, String)>,
}

/// A generated type.
#[derive(Debug, Clone)]
pub struct TypeName {
    /// Its name.
    pub name: String,
    /// What it is.
    pub doc: Doc,
}

/// A description with the section of the source document that it stands on.
#[derive(Debug, Clone, Default)]
pub struct Doc {
    /// The description.
    pub text: String,
    /// The section.
    pub source: Option<String>,
}

impl Doc {
    /// A description and the section that it stands on.
    pub fn new(text: &str, source: Option<&String>) -> Self {
        Self { text: text.to_owned(), source: source.cloned() }
    }
}
