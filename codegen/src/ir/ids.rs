//! A grammar of IDs: its tables, filled, beside the schema that they are from.

use offload_bundle_core::ids::tables::{CharacterClass, Grammar, Rule, WordTable};

use crate::model::ids::Spec;

#[derive(Debug, Clone)]
pub struct Ids<'a> {
    pub source: &'a str,
    pub spec: &'a Spec<'a>,
    pub grammar: Grammar<'a>,
    /// The sets of characters that rules refer to.
    pub classes: Vec<&'a CharacterClass<'a>>,
    /// The rules. None refers to a later one.
    pub rules: Vec<&'a Rule<'a>>,
    pub words: Vec<&'a WordTable<'a>>,
}
