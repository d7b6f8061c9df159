//! What the YAML says, as plain structs with places. No judgement beyond the shape of keys and values.

pub mod binary;
pub mod cli;
pub mod docs;
pub mod ids;
pub mod imports;
pub mod layout;
mod moved;
pub mod placement;
pub mod text;

use crate::problem::{Doubts, Problems};
use crate::reading::FromNode;
use crate::spanned::{Span, Spanned};
use crate::yaml::Node;

/// One schema file.
#[derive(Debug, Clone)]
pub struct Schema {
    /// Name of the file.
    pub file: String,
    /// Its root.
    pub span: Span,
    /// Whether all in it was understood that something else can depend on, so that what is missing is missing in the file.
    pub whole: bool,
    /// What in it was not.
    pub doubts: Doubts,
    /// What it says.
    pub spec: Spec,
}

/// What a schema says, by dialect.
#[derive(Debug, Clone)]
pub enum Spec {
    Binary(Box<binary::Spec>),
    Cli(Box<cli::Spec>),
    Ids(Box<ids::Spec>),
    Placement(Box<placement::Spec>),
    ReaderOnly(Box<layout::Spec>),
    Text(Box<text::Spec>),
}

impl Schema {
    /// Reads the schema file `file`. A `.ksy` file is a binary layout; others say their `dialect:`.
    pub fn read(file: &str, node: &Node, problems: &mut Problems) -> Option<Self> {
        let spec = Spec::read(file, node, problems)?;
        let doubts = problems.doubts();
        let whole = doubts.hide_nothing();
        Some(Self { file: file.to_owned(), span: node.span.clone(), whole, doubts, spec })
    }
}

impl Schema {
    /// Gives names of one step to what is inside other things. Only problems speak of paths.
    pub fn flatten(&mut self) {
        if let Spec::Binary(spec) = &mut self.spec {
            spec.flatten();
        }
    }
}

impl Spec {
    fn read(file: &str, node: &Node, problems: &mut Problems) -> Option<Self> {
        if file.ends_with(".ksy") && (node.get("-reader-only").is_some() || node.get("-writer").is_some()) {
            problems.dialect = Some(&layout::INTERPRETED);
            return FromNode::from_node(node, problems).map(Self::ReaderOnly);
        }
        if file.ends_with(".ksy") {
            return FromNode::from_node(node, problems).map(Self::Binary);
        }
        let Some(dialect) = node.get("dialect") else {
            return problems.refuse(node, "the key `dialect` in a schema", "no such key", "add `dialect:`");
        };
        let dialect = Spanned::<String>::from_node(dialect, problems)?;
        problems.one_of(&dialect, "a dialect", ["cli", "ids", "placement", "text"]);
        match dialect.as_str() {
            "cli" => FromNode::from_node(node, problems).map(Self::Cli),
            "ids" => FromNode::from_node(node, problems).map(Self::Ids),
            "placement" => FromNode::from_node(node, problems).map(Self::Placement),
            "text" => FromNode::from_node(node, problems).map(Self::Text),
            _ => None,
        }
    }
}
