//! A field of a record, or what is elsewhere or computed.

use super::docs::Docs;
use super::holds::Holds;
use super::valid::Rules;
use crate::formula::Formula;
use crate::reading::{Mapping, Needed, Read, ReadEntry, ReadKeys, Reader, mapping};
use crate::spanned::{Span, Spanned};
use crate::yaml::{Node, Value};

mapping! {
    /// A field (in `seq`) or an instance. Each takes some of these keys only, as the dialect says.
    pub struct Attr by id: Spanned<String> {
        /// Where the whole of it is.
        pub span: Span as flatten,
        pub holds: Spanned<Holds> as flatten,
        pub bytes: Bytes as flatten,
        pub encoding: Option<Spanned<String>>,
        pub repeat: Spanned<Repeat> as flatten,
        /// It is there only if this is true.
        pub condition: Option<Spanned<Formula>> as "if",
        /// The enum that names its values.
        pub names: Option<Spanned<String>> as "enum",
        pub valid: Option<Spanned<Rules>>,
        /// What a writer computes it from, in the words of the dialect.
        pub write: Option<Spanned<String>> as "-write",
        /// Where a writer may place it.
        pub align: Option<Spanned<Align>> as "-align",
        /// Where it is, if not behind the one before, and in which stream.
        pub pos: Option<Spanned<Formula>>,
        pub io: Option<Spanned<Formula>>,
        /// What it is, where nothing is read.
        pub value: Option<Spanned<Formula>>,
        pub docs: Docs as flatten,
        pub typed: OfTyped as flatten,
    }
}

mapping! {
    /// How many bytes there are, and what becomes of them.
    pub struct Bytes {
        pub size: Option<Spanned<Formula>>,
        pub size_eos: Option<Spanned<bool>>,
        pub terminator: Option<Spanned<Terminator>>,
        pub include: bool,
        pub consume: Option<bool>,
        pub eos_error: Option<bool>,
        pub pad_right: Option<u8>,
        pub process: Option<Spanned<String>>,
    }
}

mapping! {
    /// What typed layouts alone say.
    pub struct OfTyped {
        /// What a builder starts from.
        pub default: Option<Spanned<u64>> as "-default",
        /// Whether values without a name are kept.
        pub open: Option<Spanned<bool>> as "-open",
        /// Whether the enum names bits, of which several may be set.
        pub flags: Option<Spanned<bool>> as "-flags",
        /// Work limit against hostile input.
        pub limit: Option<Spanned<u64>> as "-limit",
        pub grammar: Option<Spanned<String>> as "-grammar",
        /// The area that the writer places it in.
        pub area: Option<Spanned<String>> as "-in",
        /// What the writer puts into the gap before it.
        pub fill: Option<u8> as "-fill",
    }
}

impl Bytes {
    /// Whether they reach to the end of the stream.
    pub fn to_end(&self) -> bool {
        self.size_eos.as_ref().is_some_and(|flag| flag.value)
    }
}

/// The bytes that end text or bytes: one, or a list.
#[derive(Debug, Clone)]
pub struct Terminator(pub Vec<u8>);

impl<'a> Read<'a> for Terminator {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        match node.value {
            Value::List(_) => Vec::read(node, reader).map(Self),
            _ => u8::read(node, reader).map(|byte| Self(vec![byte])),
        }
    }
}

/// Where the writer may place a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Align {
    /// At multiples of this number.
    To(u64),
    /// At multiples of the option of this name.
    Option(String),
}

/// A number, or the name of an option.
impl<'a> Read<'a> for Align {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        match &node.value {
            Value::Text(option) => Some(Self::Option(option.clone())),
            _ => u64::read(node, reader).map(Self::To),
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
                    let expected = format!("`repeat-{key}` beside `repeat: {key}`");
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

/// `contents` says everything; otherwise `type` does, and nothing means bytes.
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
                    reader.add(node, "`contents` alone", format!("`{key}` beside it"), hint);
                }
            }
            // Where the bytes can't be read, that has been reported, and some are there.
            let holds = Holds::contents(contents, reader).unwrap_or(Holds::Contents(Vec::new()));
            return Some(Self::new(contents, holds));
        }
        // Bytes stand for a type that can't be read: what is reported there puts it in doubt.
        Some(match node("type") {
            Some(node) => Self::new(node, Holds::read(node, reader).unwrap_or(Holds::Bytes)),
            None => Self::new(map, Holds::Bytes),
        })
    }
}

/// An item of `seq`. In an interpreted layout, one without an id cannot be referred to.
impl<'a> Read<'a> for Attr {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let keys = [vec!["id".to_owned()], Self::names()].concat();
        let map = Mapping::open(node, "a field", &keys, reader)?;
        let id = match reader.is_typed() {
            // It is read all the same, since its other keys can be wrong too.
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

/// An entry of `instances`.
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

/// Whether `id` says that a field counts or measures something.
pub fn measures(id: &str) -> bool {
    ["num_", "len_", "ofs_"].iter().any(|prefix| id.starts_with(prefix))
}
