//! What the YAML says, as plain structs with places. No judgement beyond the shape of keys and values.

pub mod binary;

use crate::problem::Problems;
use crate::yaml::Node;

/// One schema file, by dialect.
#[derive(Debug, Clone)]
pub enum Schema {
    /// A binary layout.
    Binary(Box<binary::Spec>),
}

impl Schema {
    /// Reads the schema file `file`. A `.ksy` file is a binary layout; others say their `dialect:`.
    pub fn read(file: &str, node: &Node, problems: &mut Problems) -> Option<Self> {
        if file.ends_with(".ksy") {
            let spec = binary::Spec::read(file, node, problems);
            return spec.map(|spec| Self::Binary(Box::new(spec)));
        }
        problems.add(node, "a known dialect", "none", "write `dialect:`");
        None
    }
}
