//! What the YAML says, as plain structs with places. No judgement beyond the shape of keys and values.

pub mod cli;

use crate::problem::Problems;
use crate::yaml::Node;

/// One schema file, by dialect.
#[derive(Debug, Clone)]
pub enum Schema {
    /// The command line.
    Cli(cli::Spec),
}

impl Schema {
    /// Reads the schema file `file`. A `.ksy` file is a binary layout; others say their `dialect:`.
    pub fn read(file: &str, node: &Node, problems: &mut Problems) -> Option<Self> {
        if file.ends_with(".ksy") {
            return None;
        }
        let dialect = node.get("dialect").and_then(|dialect| dialect.text(problems));
        match dialect {
            Some("cli") => cli::Spec::read(file, node, problems).map(Self::Cli),
            _ => {
                problems.add(node, "a known dialect", "none", "write `dialect:`");
                None
            }
        }
    }
}
