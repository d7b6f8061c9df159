//! A changed schema.

use std::fmt;
use std::rc::Rc;

use offload_bundle_codegen::yaml::Node;

use super::change::{Change, apply};
use super::written;

/// A schema with a change.
#[derive(Debug)]
pub struct Mutant {
    /// The name of the schema.
    pub schema: String,
    /// Whether it describes a grammar, which needs no compiler.
    pub grammar: bool,
    /// The change.
    pub change: Change,
    /// The schema without it.
    pub sound: Rc<Node>,
}

impl Mutant {
    /// The text of the schema with the change in it.
    pub fn text(&self) -> String {
        written::write(&apply(&self.sound, &self.change))
    }
}

/// Where the change is, and what it is.
impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { schema, change: Change { line, place, operator, what, .. }, .. } = self;
        let what: String = what.chars().take(120).collect();
        write!(f, "{schema}:{line} {place}: {operator}: {what}")
    }
}
