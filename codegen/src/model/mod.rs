//! Parsed schemas. `binary` and `text` have plain structs with places; `ids`, `placement` and `cli` fill the tables of
//! `core` directly, with checks declared next to the keys, which `check` runs.

pub mod binary;
pub mod cli;
pub mod docs;
pub mod ids;
pub mod imports;
pub mod placement;
pub mod text;
mod undocumented;

use crate::arena::Arena;
use crate::problem::{Asked, Doubts, Names, Problem, Problems};
use crate::reading::{Read, Reader};
use crate::spanned::{Span, Spanned};
use crate::yaml::Node;

pub struct Schema<'a> {
    pub file: String,
    pub span: Span,
    /// Whether everything was understood that other items can depend on, so that missing items are really missing.
    pub whole: bool,
    /// The misunderstood places.
    pub doubts: Doubts,
    /// The reason why a plain Kaitai Struct schema has no writer.
    pub unwritten: Option<Problem>,
    asked: Vec<Asked>,
    pub spec: Spec<'a>,
}

#[derive(Debug, Clone)]
pub enum Spec<'a> {
    Binary(Box<binary::Spec>),
    Cli(Box<cli::Spec<'a>>),
    Ids(Box<ids::Spec<'a>>),
    Placement(Box<placement::Spec<'a>>),
    Text(Box<text::Spec>),
}

impl<'a> Schema<'a> {
    pub fn read(file: &str, node: &Node, arena: &'a Arena, problems: &mut Problems) -> Option<Self> {
        let reader = &mut Reader { arena, root: node, problems };
        let spec = Spec::read(file, node, reader)?;
        Some(Self::new(file, node, spec, problems))
    }

    pub fn read_only(file: &str, node: &Node, arena: &'a Arena, why: Problem, problems: &mut Problems) -> Option<Self> {
        problems.dialect = Some(&binary::INTERPRETED);
        let spec = Read::read(node, &mut Reader { arena, root: node, problems }).map(Spec::Binary)?;
        Some(Self { unwritten: Some(why), ..Self::new(file, node, spec, problems) })
    }

    fn new(file: &str, node: &Node, spec: Spec<'a>, problems: &mut Problems) -> Self {
        let doubts = problems.doubts();
        let (whole, asked) = (doubts.hide_nothing(), std::mem::take(&mut problems.asked));
        Self { file: file.to_owned(), span: node.span.clone(), whole, doubts, unwritten: None, asked, spec }
    }

    pub fn binary(&self) -> Option<&binary::Spec> {
        match &self.spec {
            Spec::Binary(spec) => Some(spec),
            _ => None,
        }
    }

    /// Runs the checks of keys and collects names.
    pub fn asked(&self, whole: bool) -> (Problems, Names) {
        let mut problems = Problems::new(&self.file, whole);
        self.asked.iter().for_each(|check| check(&mut problems));
        let names = std::mem::take(&mut problems.names);
        (problems, names)
    }
}

impl<'a> Spec<'a> {
    fn read(file: &str, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        if file.ends_with(".ksy") {
            let is_typed = node.get("-reader-only").is_none();
            reader.dialect = Some(if is_typed { &binary::TYPED } else { &binary::INTERPRETED });
            let spec = binary::Spec::read(node, reader)?;
            let spec = if is_typed { spec.narrow(reader) } else { spec };
            return Some(Self::Binary(Box::new(spec)));
        }
        let Some(dialect) = node.get("dialect") else {
            return reader.refuse(node, "the key `dialect` in a schema", "no such key", "add `dialect:`");
        };
        let dialect = Spanned::<String>::read(dialect, reader)?;
        reader.one_of(&dialect, "a dialect", ["cli", "ids", "placement", "text"]);
        match dialect.as_str() {
            "cli" => Read::read(node, reader).map(Box::new).map(Self::Cli),
            "ids" => Read::read(node, reader).map(Box::new).map(Self::Ids),
            "placement" => Read::read(node, reader).map(Box::new).map(Self::Placement),
            "text" => Read::read(node, reader).map(Self::Text),
            _ => None,
        }
    }
}
