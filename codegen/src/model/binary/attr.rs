//! A field of a record, or a part that a record points at.

use super::said::{expression, number, text};
use super::spec::{Docs, open};
use super::{Said, refused};
use crate::expr::Expr;
use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::{Key, Node, Value};

/// A field (in `seq`) or a pointed-at part (in `instances`).
#[derive(Debug, Clone)]
pub struct Attr {
    /// Its name.
    pub id: Said<String>,
    /// What it holds.
    pub kind: Said<Kind>,
    /// Number of bytes.
    pub size: Option<Said<Expr>>,
    /// Whether it reaches to the end of the file.
    pub size_eos: Option<Said<bool>>,
    /// Character encoding of text.
    pub encoding: Option<Said<String>>,
    /// How many times it stands there, where it is a list.
    pub repeat: Option<Said<Expr>>,
    /// The enum that names its values.
    pub names: Option<Said<String>>,
    /// Which values it may have.
    pub valid: Option<Said<Valid>>,
    /// How the writer computes it; without it the caller gives it.
    pub write: Option<Said<Write>>,
    /// Work limit against hostile input.
    pub limit: Option<Said<u64>>,
    /// Whether values without a name are kept.
    pub open: Option<Said<bool>>,
    /// What a builder starts from.
    pub default: Option<Said<u64>>,
    /// The grammar of its text.
    pub grammar: Option<Said<String>>,
    /// Where a pointed-at part starts.
    pub pos: Option<Said<Expr>>,
    /// Where the writer may place it.
    pub align: Option<Said<Align>>,
    /// What the writer puts into the gap before it.
    pub fill: Option<Said<u64>>,
    /// What it is.
    pub docs: Docs,
}

/// What a field holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Fixed bytes.
    Contents(Vec<u8>),
    /// A number of this many bytes.
    Number(u8, Option<Endian>),
    /// Text of a given size.
    Str,
    /// Text that ends before a NUL.
    Strz,
    /// Bytes.
    Bytes,
    /// A record.
    Record(String),
    /// One of several records, by the value of a field.
    Versions {
        /// The field.
        on: String,
        /// The record for each value.
        cases: Vec<(u64, Said<String>)>,
    },
}

/// Byte order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endian {
    /// The least significant byte first.
    Little,
    /// The most significant byte first.
    Big,
}

/// Which values a number may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Valid {
    /// From one to another, both allowed.
    Range(u64, u64),
    /// One of these.
    AnyOf(Vec<u64>),
    /// One that the enum names.
    InEnum,
}

/// How the writer computes a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    /// From another part of the same record.
    Of(Link, String),
    /// Length of the whole file.
    FileSize,
    /// Always this.
    Constant(u64),
}

/// What a number says of another part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// How many records a list has.
    Count,
    /// How many bytes it has.
    Size,
    /// Where it starts.
    Offset,
}

/// Where the writer may place a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Align {
    /// At multiples of this number.
    To(u64),
    /// At multiples of the option of this name.
    Option(String),
}

const SHARED: &[&str] = &[
    "type",
    "size",
    "encoding",
    "repeat",
    "repeat-expr",
    "doc",
    "doc-ref",
    "-orig-id",
    "-limit",
    "-grammar",
];
const FIELD: &[&str] = &[
    "id", "contents", "size-eos", "enum", "valid", "-write", "-open", "-default",
];
const POINTED: &[&str] = &["pos", "io", "-align", "-fill"];

impl Attr {
    /// Reads an item of `seq`.
    pub(super) fn field(node: &Node, problems: &mut Problems) -> Option<Self> {
        let keys = [FIELD, SHARED].concat();
        let map = open(node, "a field", &keys, refused::OF_ATTR, problems)?;
        let id = map.required("id", problems).and_then(|node| text(node, problems))?;
        Self::read(id, &map, problems)
    }

    /// Reads an entry of `instances`.
    pub(super) fn pointed(key: &Key, node: &Node, problems: &mut Problems) -> Option<Self> {
        let keys = [POINTED, SHARED].concat();
        let map = open(node, "a pointed-at part", &keys, refused::OF_ATTR, problems)?;
        if let Some(io) = map.get("io")
            && io.value != Value::Text("_root._io".to_owned())
        {
            problems.add(
                io,
                "`_root._io`",
                io.describe(),
                "offsets count from the start of the file",
            );
        }
        let id = Said::at(node, key.text.clone());
        // A computed value has been refused as a whole.
        if map.get("value").is_some() {
            return None;
        }
        let attr = Self::read(id, &map, problems)?;
        map.required("pos", problems)?;
        Some(attr)
    }

    fn read(id: Said<String>, map: &Mapping<'_>, problems: &mut Problems) -> Option<Self> {
        let kind = Kind::read(map, problems)?;
        let at = |key: &str| map.get(key);
        Some(Self {
            id,
            kind,
            size: at("size").and_then(|node| expression(node, problems)),
            size_eos: at("size-eos").and_then(|node| node.flag(problems).map(|flag| Said::at(node, flag))),
            encoding: at("encoding").and_then(|node| text(node, problems)),
            repeat: repeat(map, problems),
            names: at("enum").and_then(|node| text(node, problems)),
            valid: at("valid").and_then(|node| Valid::read(node, problems)),
            write: at("-write").and_then(|node| Write::read(node, problems)),
            limit: at("-limit").and_then(|node| number(node, problems)),
            open: at("-open").and_then(|node| node.flag(problems).map(|flag| Said::at(node, flag))),
            default: at("-default").and_then(|node| number(node, problems)),
            grammar: at("-grammar").and_then(|node| text(node, problems)),
            pos: at("pos").and_then(|node| expression(node, problems)),
            align: at("-align").and_then(|node| Align::read(node, problems)),
            fill: at("-fill").and_then(|node| number(node, problems)),
            docs: Docs::read(map, problems),
        })
    }

    /// Whether `-open: true` stands there.
    pub fn is_open(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.value)
    }

    /// Whether it reaches to the end of the file.
    pub fn to_end(&self) -> bool {
        self.size_eos.as_ref().is_some_and(|flag| flag.value)
    }
}

fn repeat(map: &Mapping<'_>, problems: &mut Problems) -> Option<Said<Expr>> {
    let count = map.get("repeat-expr");
    let Some(node) = map.get("repeat") else {
        if let Some(count) = count {
            let hint = "add `repeat: expr`";
            problems.add(
                count,
                "`repeat-expr` beside `repeat: expr`",
                "`repeat-expr` alone",
                hint,
            );
        }
        return None;
    };
    if node.text(problems)? != "expr" {
        let hint = "give the number of records: `repeat: expr` and `repeat-expr: num_…`";
        problems.add(node, "`repeat: expr`", node.describe(), hint);
        return None;
    }
    expression(map.required("repeat-expr", problems)?, problems)
}

impl Kind {
    fn read(map: &Mapping<'_>, problems: &mut Problems) -> Option<Said<Self>> {
        if let Some(node) = map.get("contents") {
            for key in [
                "type", "size", "size-eos", "encoding", "repeat", "enum", "valid", "-write",
            ] {
                if let Some(node) = map.get(key) {
                    let hint = "the bytes say everything";
                    problems.add(node, "`contents` alone", format!("`{key}` beside it"), hint);
                }
            }
            return Some(Said::at(node, Self::Contents(contents(node, problems)?)));
        }
        let Some(node) = map.get("type") else {
            return Some(Said::at(map.node(), Self::Bytes));
        };
        if matches!(node.value, Value::Map(_)) {
            return versions(node, problems).map(|kind| Said::at(node, kind));
        }
        let text = node.text(problems)?;
        let kind = match text {
            "str" => Self::Str,
            "strz" => Self::Strz,
            _ => match number_type(text) {
                Some(kind) => kind,
                None if is_builtin(text) => {
                    let hint = "numbers are u1, u2, u4, u8; with `le` or `be` after it for a byte order of its own";
                    let expected = "the supported subset of Kaitai Struct in a type";
                    problems.add(node, expected, format!("`{text}`"), hint);
                    return None;
                }
                None => Self::Record(text.to_owned()),
            },
        };
        Some(Said::at(node, kind))
    }
}

fn number_type(text: &str) -> Option<Kind> {
    let (text, endian) = match (text.strip_suffix("le"), text.strip_suffix("be")) {
        (Some(text), _) => (text, Some(Endian::Little)),
        (_, Some(text)) => (text, Some(Endian::Big)),
        _ => (text, None),
    };
    let width = ["u1", "u2", "u4", "u8"].iter().position(|name| *name == text)?;
    Some(Kind::Number(1 << width, endian))
}

/// Whether Kaitai has a type of this name built in: `s4`, `f8`, `b12`.
fn is_builtin(text: &str) -> bool {
    let digits = text
        .get(1..)
        .unwrap_or("")
        .trim_end_matches("le")
        .trim_end_matches("be");
    text.starts_with(['s', 'f', 'b', 'u']) && !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit())
}

fn contents(node: &Node, problems: &mut Problems) -> Option<Vec<u8>> {
    if let Value::Text(text) = &node.value {
        return Some(text.as_bytes().to_vec());
    }
    let mut bytes = Vec::new();
    for item in node.items(problems) {
        if let Value::Text(text) = &item.value {
            bytes.extend_from_slice(text.as_bytes());
        } else if let Ok(byte) = u8::try_from(item.number(problems)?) {
            bytes.push(byte);
        } else {
            problems.add(item, "a byte from 0 to 255", item.describe(), "write one byte an item");
        }
    }
    Some(bytes)
}

fn versions(node: &Node, problems: &mut Problems) -> Option<Kind> {
    let map = Mapping::open(node, "a switch", &["switch-on", "cases"], problems)?;
    let on = map.required_text("switch-on", problems);
    map.required("cases", problems)?;
    let mut cases = Vec::new();
    for (key, node) in map.entries("cases", problems) {
        match key.text.parse() {
            Ok(number) => cases.extend(text(node, problems).map(|id| (number, id))),
            Err(_) => {
                let hint = "write one case for each value";
                let found = format!("`{}`", key.text);
                problems.add_at(key.line, key.column, &node.path, "a whole number", found, hint);
            }
        }
    }
    Some(Kind::Versions {
        on: on?.to_owned(),
        cases,
    })
}

impl Endian {
    pub(super) fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match node.text(problems)? {
            "le" => Some(Self::Little),
            "be" => Some(Self::Big),
            _ => {
                problems.add(node, "`le` or `be`", node.describe(), "write one of the two");
                None
            }
        }
    }
}

impl Valid {
    fn read(node: &Node, problems: &mut Problems) -> Option<Said<Self>> {
        if !matches!(node.value, Value::Map(_)) {
            let number = node.number(problems)?;
            return Some(Said::at(node, Self::Range(number, number)));
        }
        let keys = &["eq", "min", "max", "any-of", "in-enum"];
        let refused: &[_] = &[("expr", "use `eq`, `min` and `max`, `any-of` or `in-enum`")];
        let map = open(node, "`valid`", keys, refused, problems)?;
        let range = map.get("min").is_some() || map.get("max").is_some();
        let rules = [
            map.get("eq").is_some(),
            range,
            map.get("any-of").is_some(),
            map.get("in-enum").is_some(),
        ];
        if map.get("expr").is_some() {
            return None;
        }
        if rules.iter().filter(|rule| **rule).count() != 1 {
            let hint = "write `eq`, or `min` and `max`, or `any-of`, or `in-enum`";
            problems.add(node, "one rule", node.describe(), hint);
            return None;
        }
        let rule = if let Some(number) = map.number("eq", problems) {
            Self::Range(number, number)
        } else if range {
            let min = map.number("min", problems).unwrap_or(0);
            Self::Range(min, map.number("max", problems).unwrap_or(u64::MAX))
        } else if map.flag("in-enum", problems) {
            Self::InEnum
        } else {
            let items = map.list("any-of", problems).iter();
            Self::AnyOf(items.filter_map(|item| item.number(problems)).collect())
        };
        Some(Said::at(node, rule))
    }
}

impl Write {
    fn read(node: &Node, problems: &mut Problems) -> Option<Said<Self>> {
        let text = node.text(problems)?;
        let inner = |word: &str| text.strip_prefix(word)?.strip_prefix('(')?.strip_suffix(')');
        if inner("hash").is_some() {
            problems.add(
                node,
                "a computed number",
                format!("`{text}`"),
                "hashes are not supported yet",
            );
            return None;
        }
        if inner("size") == Some("_root") {
            return Some(Said::at(node, Self::FileSize));
        }
        for (word, link) in [("count", Link::Count), ("size", Link::Size), ("offset", Link::Offset)] {
            if let Some(target) = inner(word) {
                return Some(Said::at(node, Self::Of(link, target.to_owned())));
            }
        }
        if let Some(number) = inner("constant").and_then(|number| number.parse().ok()) {
            return Some(Said::at(node, Self::Constant(number)));
        }
        let expected = "`count(x)`, `size(x)`, `offset(x)`, `constant(N)` or `size(_root)`";
        problems.add(
            node,
            expected,
            node.describe(),
            "say what the writer computes the number from",
        );
        None
    }
}

impl Align {
    fn read(node: &Node, problems: &mut Problems) -> Option<Said<Self>> {
        let align = match &node.value {
            Value::Text(option) => Self::Option(option.clone()),
            _ => Self::To(node.number(problems)?),
        };
        Some(Said::at(node, align))
    }
}
