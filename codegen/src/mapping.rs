//! Reads a YAML mapping against the keys it may have; whatever does not fit becomes a problem, and reading goes on.

use crate::problem::Problems;
use crate::yaml::{Node, Value};

/// A mapping whose keys have been checked against the allowed ones.
#[derive(Debug, Clone, Copy)]
pub struct Mapping<'n> {
    node: &'n Node,
    what: &'n str,
}

impl<'n> Mapping<'n> {
    /// Opens `node` as `what` (such as "an attribute"). Unknown keys are reported with the nearest allowed one.
    pub fn open(node: &'n Node, what: &'n str, allowed: &[&str], problems: &mut Problems) -> Option<Self> {
        Self::open_but(node, what, allowed, &[], problems)
    }

    /// The same; keys in `reported` are not allowed either, but have been reported already.
    pub fn open_but(
        node: &'n Node,
        what: &'n str,
        allowed: &[&str],
        reported: &[&str],
        problems: &mut Problems,
    ) -> Option<Self> {
        let Value::Map(entries) = &node.value else {
            problems.add(
                node,
                format!("{what}, a mapping"),
                node.describe(),
                format!("write its keys: {}", allowed.join(", ")),
            );
            return None;
        };
        for (key, _) in entries {
            if !allowed.contains(&key.text.as_str()) && !reported.contains(&key.text.as_str()) {
                let hint = match nearest(&key.text, allowed) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("{what} takes: {}", allowed.join(", ")),
                };
                let path = format!("{}/{}", node.path, key.text);
                problems.add_at(
                    key.line,
                    key.column,
                    &path,
                    format!("a key of {what}"),
                    format!("`{}`", key.text),
                    hint,
                );
            }
        }
        Some(Self { node, what })
    }

    /// The mapping's own node.
    pub fn node(&self) -> &'n Node {
        self.node
    }

    /// The value under `key`.
    pub fn get(&self, key: &str) -> Option<&'n Node> {
        self.node.get(key)
    }

    /// The value under `key`; its absence is a problem.
    pub fn required(&self, key: &str, problems: &mut Problems) -> Option<&'n Node> {
        let found = self.get(key);
        if found.is_none() {
            let expected = format!("the key `{key}` in {}", self.what);
            problems.add(self.node, expected, "no such key", format!("add `{key}:`"));
        }
        found
    }

    /// Text under `key`, where there is any.
    pub fn text(&self, key: &str, problems: &mut Problems) -> Option<&'n str> {
        self.get(key).and_then(|node| node.text(problems))
    }

    /// Text under `key`; its absence is a problem.
    pub fn required_text(&self, key: &str, problems: &mut Problems) -> Option<&'n str> {
        self.required(key, problems).and_then(|node| node.text(problems))
    }

    /// A whole number that is not negative under `key`, where there is one.
    pub fn number(&self, key: &str, problems: &mut Problems) -> Option<u64> {
        self.get(key).and_then(|node| node.number(problems))
    }

    /// `true` or `false` under `key`; absent means `false`.
    pub fn flag(&self, key: &str, problems: &mut Problems) -> bool {
        self.get(key).and_then(|node| node.flag(problems)).unwrap_or(false)
    }

    /// The items of the list under `key`; absent means none.
    pub fn list(&self, key: &str, problems: &mut Problems) -> &'n [Node] {
        self.get(key).map_or(&[], |node| node.items(problems))
    }

    /// The entries of the mapping under `key`, in file order; absent means none.
    pub fn entries(&self, key: &str, problems: &mut Problems) -> &'n [(crate::yaml::Key, Node)] {
        self.get(key).map_or(&[], |node| node.pairs(problems))
    }
}

impl Node {
    /// This node as text. Numbers are not text: quote them.
    pub fn text(&self, problems: &mut Problems) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => {
                problems.add(self, "text", self.describe(), "put it in quotes if it is meant as text");
                None
            }
        }
    }

    /// This node as a whole number from 0 to 2^64 - 1; quoted hexadecimal (`'0x…'`) counts too.
    pub fn number(&self, problems: &mut Problems) -> Option<u64> {
        let found = match &self.value {
            Value::Int(number) => u64::try_from(*number).ok(),
            Value::Text(text) => text
                .strip_prefix("0x")
                .and_then(|hex| u64::from_str_radix(hex, 16).ok()),
            _ => None,
        };
        if found.is_none() {
            problems.add(
                self,
                "a whole number from 0 to 2^64 - 1",
                self.describe(),
                "write it in decimal or as 0x…",
            );
        }
        found
    }

    /// This node as `true` or `false`.
    pub fn flag(&self, problems: &mut Problems) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            _ => {
                problems.add(self, "`true` or `false`", self.describe(), "write one of the two");
                None
            }
        }
    }

    /// The items of this node, which must be a list.
    pub fn items(&self, problems: &mut Problems) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            _ => {
                problems.add(self, "a list", self.describe(), "write `- ` before each item");
                &[]
            }
        }
    }

    /// The entries of this node, which must be a mapping, in file order.
    pub fn pairs(&self, problems: &mut Problems) -> &[(crate::yaml::Key, Node)] {
        match &self.value {
            Value::Map(entries) => entries,
            _ => {
                problems.add(self, "a mapping", self.describe(), "write `name: …` lines");
                &[]
            }
        }
    }

    /// Texts of a list of texts; a single text counts as a list of one.
    pub fn texts(&self, problems: &mut Problems) -> Vec<&str> {
        match &self.value {
            Value::Text(text) => vec![text],
            _ => self
                .items(problems)
                .iter()
                .filter_map(|item| item.text(problems))
                .collect(),
        }
    }
}

/// The allowed word nearest to `word`, if one is near enough to be a likely slip.
pub fn nearest<'a>(word: &str, allowed: &[&'a str]) -> Option<&'a str> {
    allowed
        .iter()
        .map(|candidate| (distance(word, candidate), *candidate))
        .min()
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len() / 4)
        .map(|(_, candidate)| candidate)
}

/// Edits (insert, remove, replace) that turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_named_with_the_nearest_known_one() {
        let node = Node::parse("a.ksy", "id: x\nszie: 4\n").unwrap();
        let mut problems = Problems::new("a.ksy");
        Mapping::open(&node, "an attribute", &["id", "size"], &mut problems);
        let found = problems.into_sorted();
        assert_eq!(
            found[0].to_string(),
            "a.ksy:2:1: /szie: expected a key of an attribute, found `szie`; did you mean `size`?"
        );
    }

    #[test]
    fn numbers_may_be_quoted_hexadecimal() {
        let node = Node::parse("a.ksy", "'0xfedcba9876543210'").unwrap();
        assert_eq!(node.number(&mut Problems::new("a.ksy")), Some(0xfedc_ba98_7654_3210));
    }
}
