//! A changed schema.

use super::operators::Change;

/// A schema with a change.
#[derive(Debug)]
pub struct Mutant {
    /// The name of the schema.
    pub schema: String,
    /// Whether it describes a grammar, which needs no compiler.
    pub grammar: bool,
    /// The change.
    pub change: Change,
    /// The text of the schema with the change in it.
    pub text: String,
}
