//! A field of a record, or a part that a record points at.

use std::ops::Deref;

use super::docs::Docs;
use super::enums::Enum;
use super::foreign;
use super::kind::Kind;
use super::rules::{Align, Link, Valid, Write};
use crate::expr::Expr;
use crate::problem::Problems;
use crate::reading::{FromEntry, FromKeys, FromNode, Mapping, Needed, mapping};
use crate::spanned::{Span, Spanned};
use crate::yaml::{Node, Value};

mapping! {
    /// A field (in `seq`) or a pointed-at part (in `instances`). Each takes some of these keys only.
    pub struct Attr by id: Spanned<String> {
        /// Where the whole of it is.
        pub span: Span as flatten,
        pub kind: Spanned<Kind> as flatten,
        pub size: Option<Spanned<Expr>>,
        /// Whether it reaches to the end of the file.
        pub size_eos: Option<Spanned<bool>>,
        pub encoding: Option<Spanned<String>>,
        /// How many times it is there, where it is a list.
        pub repeat: Repeat as flatten,
        /// The enum that names its values.
        pub names: Option<Spanned<String>> as "enum",
        pub valid: Option<Spanned<Valid>>,
        /// Where a pointed-at part starts.
        pub pos: Option<Spanned<Expr>>,
        pub _io: Option<RootStream> as "io",
        pub docs: Docs as flatten,
        /// How the writer computes it; without it the caller gives it.
        pub write: Option<Spanned<Write>> as "-write",
        /// What a builder starts from.
        pub default: Option<Spanned<u64>> as "-default",
        /// Whether values without a name are kept.
        pub open: Option<Spanned<bool>> as "-open",
        /// Whether the enum names bits, of which several may be set.
        pub flags: Option<Spanned<bool>> as "-flags",
        /// Work limit against hostile input.
        pub limit: Option<Spanned<u64>> as "-limit",
        pub grammar: Option<Spanned<String>> as "-grammar",
        /// Where the writer may place it.
        pub align: Option<Spanned<Align>> as "-align",
        /// The area that the writer places it in.
        pub area: Option<Spanned<String>> as "-in",
        /// What the writer puts into the gap before it.
        pub fill: Option<u8> as "-fill",
    }
}

/// Keys of fields that a pointed-at part does not take.
const OF_FIELDS: &[&str] = &["contents", "size-eos", "enum", "valid", "-write", "-default", "-open", "-flags"];
/// Keys of pointed-at parts that a field does not take.
const OF_PARTS: &[&str] = &["pos", "io", "-align", "-in", "-fill"];

impl Attr {
    /// All keys but `others`.
    fn names_without(others: &[&str]) -> impl Iterator<Item = String> {
        let names = Self::names().into_iter();
        names.filter(|key| !others.contains(&key.as_str()))
    }

    /// The expression that gives its number of records, its size or where it starts.
    pub fn measure(&self, link: Link) -> Option<&Spanned<Expr>> {
        match link {
            Link::Count => self.repeat.as_ref(),
            Link::Size => self.size.as_ref(),
            Link::Offset => self.pos.as_ref(),
        }
    }

    /// What the writer computes it from; nothing where the caller gives it.
    pub fn computed(&self) -> Option<&Spanned<Write>> {
        self.write.as_ref().filter(|write| write.value != Write::Given)
    }

    pub fn is_number(&self) -> bool {
        matches!(self.kind.value, Kind::Number(..))
    }

    pub fn is_text(&self) -> bool {
        matches!(self.kind.value, Kind::Str | Kind::Strz)
    }

    /// Whether its number of bytes, or of records, is said by a constant.
    pub fn is_constant(&self) -> bool {
        [&self.size, &*self.repeat]
            .into_iter()
            .flatten()
            .any(|expr| expr.constant().is_some())
    }

    /// Whether `named` names its values.
    pub fn is_named_by(&self, named: &Enum) -> bool {
        self.names.as_ref().is_some_and(|names| names.value == named.id.value)
    }

    /// Whether `-open: true` is there.
    pub fn is_open(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.value)
    }

    /// Whether the enum names bits.
    pub fn is_flags(&self) -> bool {
        self.flags.as_ref().is_some_and(|flags| flags.value)
    }

    /// Whether it reaches to the end of the file.
    pub fn to_end(&self) -> bool {
        self.size_eos.as_ref().is_some_and(|flag| flag.value)
    }
}

/// An item of `seq`.
impl FromNode for Attr {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        let keys: Vec<String> = Self::names_without(OF_PARTS).collect();
        let keys = [vec!["id".to_owned()], keys].concat();
        let map = Mapping::open(node, "a field", &keys, Some(&foreign::OF_ATTR), problems)?;
        // One without an id is read all the same, since its other keys can be wrong too.
        let id = map.value::<Needed<Spanned<String>>>("id", problems)?;
        let id = id.0.unwrap_or_else(|| Spanned::new(node, String::new()));
        Self::read(id, &map, problems)
    }
}

/// An entry of `instances`.
impl FromEntry for Attr {
    fn from_entry(key: &Spanned<String>, node: &Node, problems: &mut Problems) -> Option<Self> {
        let keys: Vec<String> = Self::names_without(OF_FIELDS).collect();
        let map = Mapping::open(node, "a pointed-at part", &keys, Some(&foreign::OF_ATTR), problems)?;
        // A computed value has been refused as a whole.
        if node.get("value").is_none() {
            map.required("pos", problems);
        }
        Self::read(key.clone(), &map, problems)
    }
}

/// How often an attribute is there, if it is a list.
#[derive(Debug, Clone)]
pub struct Repeat(Option<Spanned<Expr>>);

impl Deref for Repeat {
    type Target = Option<Spanned<Expr>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl FromKeys for Repeat {
    fn names() -> Vec<String> {
        ["repeat", "repeat-expr"].map(str::to_owned).to_vec()
    }

    fn from_keys(map: &Mapping<'_>, problems: &mut Problems) -> Option<Self> {
        let Some(repeat) = map.node.get("repeat") else {
            if let Some(count) = map.node.get("repeat-expr") {
                let hint = "add `repeat: expr`";
                let expected = "`repeat-expr` beside `repeat: expr`";
                problems.add(count, expected, "`repeat-expr` alone", hint);
            }
            return Some(Self(None));
        };
        if repeat.value == Value::Text("expr".to_owned()) {
            return map
                .value::<Needed<_>>("repeat-expr", problems)
                .map(|count| Self(count.0));
        }
        let hint = match &repeat.value {
            Value::Text(word) if word == "eos" => {
                "a list that ends with the file is not supported: take its bytes, with `size-eos: true` and without `type`"
            }
            Value::Text(word) if word == "until" => {
                "a list that ends at a certain record is not supported, unless a field says how many there are: \
                 `repeat: expr` and `repeat-expr`"
            }
            _ => "write `repeat: expr`, and the number of records in `repeat-expr`",
        };
        problems.add(repeat, "`repeat: expr`", repeat.describe(), hint);
        Some(Self(None))
    }
}

/// The stream that offsets count in.
#[derive(Debug, Clone, Copy)]
pub struct RootStream;

impl FromNode for RootStream {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        if node.value != Value::Text("_root._io".to_owned()) {
            let hint = "offsets count from the start of the file";
            problems.add(node, "`_root._io`", node.describe(), hint);
        }
        Some(Self)
    }
}
