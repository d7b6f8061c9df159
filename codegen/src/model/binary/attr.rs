//! A field of a record, or a part that a record points at.

use super::said::{expression, number, text};
use super::spec::{Docs, open};
use super::{Align, Kind, Said, Valid, Write, refused};
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

const SHARED: &[&str] =
    &["type", "size", "encoding", "repeat", "repeat-expr", "doc", "doc-ref", "-orig-id", "-limit", "-grammar"];
const FIELD: &[&str] = &["id", "contents", "size-eos", "enum", "valid", "-write", "-open", "-default"];
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
