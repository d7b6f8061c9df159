//! A field of a record, or what is elsewhere or computed.

use super::foreign;
use super::holds::Holds;
use super::valid::Rules;
use super::write::Write;
use crate::formula::Formula;
use crate::model::binary::Docs;
use crate::problem::Problems;
use crate::reading::{FromEntry, FromKeys, FromNode, Mapping, mapping};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

mapping! {
    /// A field (in `seq`) or an instance. Each takes some of these keys only.
    pub struct Attr by id: Spanned<String> {
        pub holds: Spanned<Holds> as flatten,
        pub bytes: Bytes as flatten,
        pub encoding: Option<Spanned<String>>,
        pub repeat: Repeat as flatten,
        /// It is there only if this is true.
        pub condition: Option<Spanned<Formula>> as "if",
        /// The enum that names its values.
        pub names: Option<Spanned<String>> as "enum",
        pub valid: Option<Rules>,
        /// What a writer computes it from.
        pub write: Option<Spanned<Write>> as "-write",
        /// What a writer makes its place a multiple of.
        pub align: Option<Spanned<u64>> as "-align",
        pub position: Position as flatten,
        /// What it is, where nothing is read.
        pub value: Option<Spanned<Formula>>,
        pub docs: Docs as flatten,
    }
}

mapping! {
    /// How many bytes there are, and what becomes of them.
    pub struct Bytes {
        pub size: Option<Spanned<Formula>>,
        pub size_eos: bool,
        pub terminator: Option<Spanned<Terminator>>,
        pub include: bool,
        pub consume: Option<bool>,
        pub eos_error: Option<bool>,
        pub pad_right: Option<u8>,
        pub process: Option<Spanned<String>>,
    }
}

mapping! {
    /// Where it is, if not behind the one before.
    pub struct Position {
        pub pos: Option<Spanned<Formula>>,
        pub io: Option<Spanned<Formula>>,
    }
}

/// The bytes that end text or bytes: one, or a list.
#[derive(Debug, Clone)]
pub struct Terminator(pub Vec<u8>);

impl FromNode for Terminator {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        match node.value {
            Value::List(_) => Vec::from_node(node, problems).map(Self),
            _ => u8::from_node(node, problems).map(|byte| Self(vec![byte])),
        }
    }
}

/// How many there are of it.
#[derive(Debug, Clone)]
pub enum Repeat {
    Once,
    Count(Spanned<Formula>),
    ToEnd,
    Until(Spanned<Formula>),
}

impl FromKeys for Repeat {
    fn names() -> Vec<String> {
        ["repeat", "repeat-expr", "repeat-until"].map(str::to_owned).to_vec()
    }

    fn from_keys(map: &Mapping<'_>, problems: &mut Problems) -> Option<Self> {
        let word = map.value::<Option<Spanned<String>>>("repeat", problems)?;
        let count = map.value::<Option<Spanned<Formula>>>("repeat-expr", problems)?;
        let until = map.value::<Option<Spanned<Formula>>>("repeat-until", problems)?;
        let Some(word) = word else {
            for (key, said) in [("expr", &count), ("until", &until)] {
                if let Some(said) = said {
                    let hint = format!("add `repeat: {key}`");
                    problems.add(said, format!("`repeat-{key}` beside `repeat: {key}`"), "it alone", hint);
                }
            }
            return Some(Self::Once);
        };
        match (word.as_str(), count, until) {
            ("expr", Some(count), None) => Some(Self::Count(count)),
            ("until", None, Some(until)) => Some(Self::Until(until)),
            ("eos", None, None) => Some(Self::ToEnd),
            _ => {
                let expected =
                    "`repeat: expr` with `repeat-expr`, `repeat: until` with `repeat-until`, or `repeat: eos`";
                problems.add(
                    &word,
                    expected,
                    format!("`{}`", word.value),
                    "say how many there are in one way",
                );
                Some(Self::Once)
            }
        }
    }
}

/// `contents` says everything; otherwise `type` does, and nothing means bytes.
impl FromKeys for Spanned<Holds> {
    fn names() -> Vec<String> {
        ["type", "contents"].map(str::to_owned).to_vec()
    }

    fn from_keys(map: &Mapping<'_>, problems: &mut Problems) -> Option<Self> {
        if let Some(node) = map.node.get("contents") {
            if let Some(node) = map.node.get("type") {
                problems.add(node, "`contents` alone", "`type` beside it", "the bytes say everything");
            }
            // Where the bytes can't be read, that has been reported, and some are there.
            let holds = Holds::contents(node, problems).unwrap_or(Holds::Contents(Vec::new()));
            return Some(Self::new(node, holds));
        }
        match map.node.get("type") {
            Some(node) => Some(Self::new(
                node,
                Holds::from_node(node, problems).unwrap_or(Holds::Bytes),
            )),
            None => Some(Self::new(map, Holds::Bytes)),
        }
    }
}

impl Attr {
    fn names_without(others: &[&str]) -> Vec<String> {
        let names = Self::names().into_iter();
        names.filter(|key| !others.contains(&key.as_str())).collect()
    }
}

/// An item of `seq`. One without an id cannot be referred to.
impl FromNode for Attr {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        let keys = [vec!["id".to_owned()], Self::names_without(&["pos", "io", "value", "-align"])].concat();
        let map = Mapping::open(node, "an interpreted field", &keys, Some(&foreign::OF_ATTR), problems)?;
        let id = map.value::<Option<Spanned<String>>>("id", problems)?;
        let id = id.unwrap_or_else(|| {
            let index = node.span.path.rsplit('/').next().unwrap_or_default();
            Spanned::new(node, format!("_unnamed{index}"))
        });
        Self::read(id, &map, problems)
    }
}

/// An entry of `instances`.
impl FromEntry for Attr {
    fn from_entry(key: &Spanned<String>, node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "an instance", &Self::names(), Some(&foreign::OF_ATTR), problems)?;
        Self::read(key.clone(), &map, problems)
    }
}
