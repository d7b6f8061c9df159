//! The dialect `cli`: commands with their arguments, and the tools the program can stand in for.

mod command;
mod drop_in;
mod json;

use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::Node;

pub use command::{Argument, Command, Example, ExitCode, Program};
pub use drop_in::{Difference, DropIn, Kinds, ToolOption, Variable};
pub use json::Json;

/// A schema of the dialect `cli`.
#[derive(Debug, Clone)]
pub struct Spec {
    /// Name of the schema file.
    pub file: String,
    /// What the schema is about.
    pub doc: String,
    /// The program and its commands.
    pub program: Program,
    /// The tools it can stand in for.
    pub drop_ins: Vec<DropIn>,
}

/// A text of the schema with its place, for problems that show only beside others.
#[derive(Debug, Clone)]
pub struct Word {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub at: Node,
}

impl Word {
    pub(super) fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let text = node.text(problems)?.to_owned();
        Some(Self { text, at: node.clone() })
    }

    pub(super) fn optional(map: &Mapping<'_>, key: &str, problems: &mut Problems) -> Option<Self> {
        Self::read(map.get(key)?, problems)
    }

    pub(super) fn required(map: &Mapping<'_>, key: &str, problems: &mut Problems) -> Option<Self> {
        Self::read(map.required(key, problems)?, problems)
    }
}

impl Spec {
    /// Reads the schema `file` from its root node.
    pub fn read(file: &str, node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(
            node,
            "a schema of the command line",
            &["dialect", "doc", "program", "drop-ins"],
            problems,
        )?;
        let doc = map.required_text("doc", problems);
        let program = map
            .required("program", problems)
            .and_then(|node| Program::read(node, problems));
        let mut drop_ins = Vec::new();
        for node in map.list("drop-ins", problems) {
            drop_ins.extend(DropIn::read(node, problems));
        }
        Some(Self { file: file.to_owned(), doc: doc?.trim().to_owned(), program: program?, drop_ins })
    }
}
