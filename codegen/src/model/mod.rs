//! What the YAML says, as plain structs with places. No judgement beyond the shape of keys and values.

pub mod binary;
pub mod cli;
pub mod ids;
pub mod placement;
pub mod sections;
pub mod text;

use crate::problem::Problems;
use crate::yaml::Node;

/// One schema file, by dialect.
#[derive(Debug, Clone)]
pub enum Schema {
    /// A binary layout.
    Binary(Box<binary::Spec>),
    /// Entries between marker lines.
    Text(Box<text::Spec>),
    /// File types.
    Placement(Box<placement::Spec>),
    /// A grammar of IDs.
    Ids(Box<ids::Spec>),
    /// The command line.
    Cli(Box<cli::Spec>),
}

impl Schema {
    /// Reads the schema file `file`. A `.ksy` file is a binary layout; others say their `dialect:`.
    pub fn read(file: &str, node: &Node, problems: &mut Problems) -> Option<Self> {
        if file.ends_with(".ksy") {
            let spec = binary::Spec::read(file, node, problems);
            return spec.map(|spec| Self::Binary(Box::new(spec)));
        }
        match node.get("dialect").and_then(|dialect| dialect.text(problems)) {
            Some("cli") => cli::Spec::read(file, node, problems).map(|spec| Self::Cli(Box::new(spec))),
            Some("ids") => ids::Spec::read(file, node, problems).map(|spec| Self::Ids(Box::new(spec))),
            Some("placement") => placement::read(file, node, problems).map(|spec| Self::Placement(Box::new(spec))),
            Some("text") => text::read(file, node, problems).map(|spec| Self::Text(Box::new(spec))),
            _ => {
                problems.add(node, "a known dialect", "none", "write `dialect:`");
                None
            }
        }
    }
}
