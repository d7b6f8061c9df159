//! Fields and instances.

use super::docs::Docs;
use super::holds::Holds;
use super::valid::Rules;
use super::write::Write;
use crate::formula::Formula;
use crate::reading::{Mapping, Needed, Read, ReadEntry, ReadKeys, Reader, mapping};
use crate::spanned::{Span, Spanned};
use crate::yaml::{Node, Value};

mapping! {
    /// A field (in `seq`) or an instance. The dialect limits the keys.
    pub struct Attr by id: Spanned<String> {
        pub span: Span as flatten,
        pub holds: Spanned<Holds> as flatten,
        pub bytes: Bytes as flatten,
        pub encoding: Option<Spanned<String>>,
        pub repeat: Spanned<Repeat> as flatten,
        pub condition: Option<Spanned<Formula>> as "if",
        pub names: Option<Spanned<String>> as "enum",
        pub valid: Option<Spanned<Rules>>,
        /// The source of a number; without it, the caller.
        pub write: Option<Spanned<Write>> as "-write",
        pub align: Option<Spanned<Align>> as "-align",
        /// The offset, if not after the previous field, and the stream.
        pub pos: Option<Spanned<Formula>>,
        pub io: Option<Spanned<Formula>>,
        /// The expression of a computed value.
        pub value: Option<Spanned<Formula>>,
        pub docs: Docs as flatten,
        /// The default in builders.
        pub default: Option<Spanned<u64>> as "-default",
        /// Whether unnamed values are accepted.
        pub open: Option<Spanned<bool>> as "-open",
        /// Whether the enum names bits, which can be combined.
        pub flags: Option<Spanned<bool>> as "-flags",
        /// A work limit against hostile input.
        pub limit: Option<Spanned<u64>> as "-limit",
        pub grammar: Option<Spanned<String>> as "-grammar",
        pub area: Option<Spanned<String>> as "-in",
        /// The fill byte of the gap before it.
        pub fill: Option<u8> as "-fill",
    }
}

mapping! {
    pub struct Bytes {
        pub size: Option<Spanned<Formula>>,
        pub size_eos: Option<Spanned<bool>>,
        pub terminator: Option<Spanned<u8>>,
        pub eos_error: Option<bool>,
        pub pad_right: Option<u8>,
        pub process: Option<Spanned<String>>,
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Align {
    To(u64),
    Option(String),
}

impl<'a> Read<'a> for Align {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        match &node.value {
            Value::Text(option) => Some(Self::Option(option.clone())),
            _ => u64::read(node, reader).map(Self::To),
        }
    }
}

#[derive(Debug, Clone)]
pub enum Repeat {
    Once,
    Count(Spanned<Formula>),
    ToEnd,
    Until(Spanned<Formula>),
}

impl<'a> ReadKeys<'a> for Spanned<Repeat> {
    fn names() -> Vec<String> {
        ["repeat", "repeat-expr", "repeat-until"].map(str::to_owned).to_vec()
    }

    fn read_keys(map: &Mapping<'_>, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let word = map.value::<Option<Spanned<String>>>("repeat", reader)?;
        let count = map.value::<Option<Spanned<Formula>>>("repeat-expr", reader)?;
        let until = map.value::<Option<Spanned<Formula>>>("repeat-until", reader)?;
        let Some(word) = word else {
            for (key, said) in [("expr", &count), ("until", &until)] {
                if let Some(said) = said {
                    let hint = format!("add `repeat: {key}`");
                    let expected = format!("`repeat-{key}` together with `repeat: {key}`");
                    reader.add(said, expected, format!("`repeat-{key}` alone"), hint);
                }
            }
            return Some(Self::new(map, Repeat::Once));
        };
        let repeat = match (word.as_str(), count, until) {
            ("expr", Some(count), None) => Repeat::Count(count),
            ("until", None, Some(until)) => Repeat::Until(until),
            ("eos", None, None) => Repeat::ToEnd,
            _ => {
                let expected =
                    "`repeat: expr` with `repeat-expr`, `repeat: until` with `repeat-until`, or `repeat: eos`";
                let found = format!("`{}`", word.value);
                reader.add(&word, expected, found, "say how many there are in one way");
                Repeat::Once
            }
        };
        Some(word.with(repeat))
    }
}

/// `contents`, or else `type`; without either, bytes.
impl<'a> ReadKeys<'a> for Spanned<Holds> {
    fn names() -> Vec<String> {
        ["type", "contents"].map(str::to_owned).to_vec()
    }

    fn read_keys(map: &Mapping<'_>, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let node = |key| map.node.get(key);
        if let Some(contents) = node("contents") {
            let more: &[&str] = match reader.is_typed() {
                true => &["size", "size-eos", "encoding", "repeat", "enum", "valid", "-write"],
                false => &[],
            };
            for key in ["type"].iter().chain(more) {
                if let Some(node) = node(key) {
                    let hint = "the bytes say everything";
                    reader.add(node, "`contents` alone", format!("`{key}` together with it"), hint);
                }
            }
            // The problem is already reported.
            let holds = Holds::contents(contents, reader).unwrap_or(Holds::Contents(Vec::new()));
            return Some(Self::new(contents, holds));
        }
        // Bytes replace an unreadable type, which is marked as doubtful.
        Some(match node("type") {
            Some(node) => Self::new(node, Holds::read(node, reader).unwrap_or(Holds::Bytes)),
            None => Self::new(map, Holds::Bytes),
        })
    }
}

/// In an interpreted layout, the id is optional.
impl<'a> Read<'a> for Attr {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let keys = [vec!["id".to_owned()], Self::names()].concat();
        let map = Mapping::open(node, "a field", &keys, reader)?;
        let id = match reader.is_typed() {
            // Continue, to report problems of other keys.
            true => map.value::<Needed<_>>("id", reader)?.0,
            false => map.value("id", reader)?,
        };
        let id = id.unwrap_or_else(|| {
            let index = node.span.path.rsplit('/').next().unwrap_or_default();
            let unnamed = format!("_unnamed{index}");
            Spanned::new(node, if reader.is_typed() { String::new() } else { unnamed })
        });
        Self::read(id, &map, reader)
    }
}

impl<'a> ReadEntry<'a> for Attr {
    fn read_entry(key: &Spanned<String>, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let map = Mapping::open(node, "an instance", &Self::names(), reader)?;
        // A computed value has been refused as a whole.
        if reader.is_typed() && node.get("value").is_none() {
            map.required("pos", reader);
        }
        Self::read(key.clone(), &map, reader)
    }
}

/// Whether the prefix of `id` suggests a count or measure.
pub fn measures(id: &str) -> bool {
    ["num_", "len_", "ofs_"].iter().any(|prefix| id.starts_with(prefix))
}
