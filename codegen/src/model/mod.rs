//! What the YAML says, as plain structs with places. No judgement beyond the shape of keys and values.

pub mod ids;
pub mod placement;
pub mod text;

use crate::problem::Problems;
use crate::yaml::Node;

/// One schema file, by dialect.
#[derive(Debug, Clone)]
pub enum Schema {
    /// A grammar of IDs.
    Ids(Box<ids::Spec>),
    /// Entries between marker lines.
    Text(Box<text::Spec>),
    /// File types.
    Placement(Box<placement::Spec>),
    /// A grammar of IDs.
    Ids(Box<ids::Spec>),
}

impl Schema {
    /// Reads the schema file `file`. A `.ksy` file is a binary layout; others say their `dialect:`.
    pub fn read(file: &str, node: &Node, problems: &mut Problems) -> Option<Self> {
        let dialect = node.get("dialect").and_then(|dialect| match &dialect.value {
            crate::yaml::Value::Text(text) => Some(text.as_str()),
            _ => None,
        });
        match dialect {
            Some("ids") => ids::Spec::read(file, node, problems).map(|spec| Self::Ids(Box::new(spec))),
            Some("placement") => placement::read(file, node, problems).map(Self::Placement),
            Some("text") => text::read(file, node, problems).map(Self::Text),
            _ => {
                problems.add(node, "a known dialect", "none", "write `dialect:`");
                None
            }
        }
    }
}
