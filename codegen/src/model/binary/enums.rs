//! Named numbers.

use super::Said;
use super::said::{number, text};
use super::spec::Docs;
use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::{Key, Node, Value};

/// An enum: numbers with names.
#[derive(Debug, Clone)]
pub struct Enum {
    /// Its name.
    pub id: Said<String>,
    /// Its members in file order.
    pub members: Vec<Member>,
}

/// One named number.
#[derive(Debug, Clone)]
pub struct Member {
    /// The number.
    pub number: u64,
    /// Its name.
    pub id: Said<String>,
    /// What it means.
    pub docs: Docs,
    /// First version of the format that has it.
    pub since: Option<Said<u64>>,
    /// The way of compressing that it stands for.
    pub codec: Option<Said<Codec>>,
}

/// A way of compressing that the runtime knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Codec {
    /// Zstandard.
    Zstd,
    /// zlib.
    Zlib,
}

const KEYS: &[&str] = &["id", "doc", "doc-ref", "-orig-id", "-since", "-codec"];

impl Enum {
    pub(super) fn read(key: &Key, node: &Node, problems: &mut Problems) -> Self {
        let members = node.pairs(problems).iter();
        Self {
            id: Said::at(node, key.text.clone()),
            members: members.filter_map(|(key, node)| member(key, node, problems)).collect(),
        }
    }
}

fn member(key: &Key, node: &Node, problems: &mut Problems) -> Option<Member> {
    let Ok(parsed) = key.text.parse() else {
        let (expected, hint) = ("a whole number from 0 to 2^64 - 1", "write the number before the name");
        problems.add_at(
            key.line,
            key.column,
            &node.path,
            expected,
            format!("`{}`", key.text),
            hint,
        );
        return None;
    };
    if let Value::Text(name) = &node.value {
        return Some(Member {
            number: parsed,
            id: Said::at(node, name.clone()),
            docs: Docs::default(),
            since: None,
            codec: None,
        });
    }
    let map = Mapping::open(node, "an enum value", KEYS, problems)?;
    Some(Member {
        number: parsed,
        id: map.required("id", problems).and_then(|node| text(node, problems))?,
        docs: Docs::read(&map, problems),
        since: map.get("-since").and_then(|node| number(node, problems)),
        codec: map.get("-codec").and_then(|node| codec(node, problems)),
    })
}

fn codec(node: &Node, problems: &mut Problems) -> Option<Said<Codec>> {
    let codec = match node.text(problems)? {
        "zstd" => Codec::Zstd,
        "zlib" => Codec::Zlib,
        _ => {
            let hint = "name a way of compressing that the runtime knows";
            problems.add(node, "`zstd` or `zlib`", node.describe(), hint);
            return None;
        }
    };
    Some(Said::at(node, codec))
}
