//! A resolved ID grammar.

use offload_bundle_core::ids::tables::{CharacterClass, Grammar, Rule, WordTable};

use crate::model::ids::Spec;

#[derive(Debug, Clone)]
pub struct Ids<'a> {
    pub source: &'a str,
    pub spec: &'a Spec<'a>,
    pub grammar: Grammar<'a>,
    pub classes: Vec<&'a CharacterClass<'a>>,
    /// The rules, in dependency order.
    pub rules: Vec<&'a Rule<'a>>,
    pub words: Vec<&'a WordTable<'a>>,
}
