//! YAML trees with the line, column and path of every node. Only this file uses the YAML library.

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_yaml::Spanned as Located;
use serde_yaml::budget::BudgetBreach;
use std::collections::BTreeSet;
use std::fmt;

use crate::problem::{Problem, quote};
use crate::prose::one_line;
use crate::spanned::{Span, Spanned};

/// Values and keys per file.
const MOST_NODES: usize = 250_000;

/// A value with its place in the file.
pub type Node = Spanned<Value>;

/// The value of a YAML node.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Empty, `~` or `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A floating-point number, which no key accepts.
    Float(String),
    /// Text, quoted or not.
    Text(String),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping in file order, with unique keys. Numeric keys are in decimal. A key has the path of its value.
    Map(Vec<(Spanned<String>, Node)>),
}

impl Node {
    /// Parses a YAML document.
    ///
    /// # Errors
    ///
    /// Returns the parser's message as a single problem.
    pub fn parse(file: &str, text: &str) -> Result<Self, Problem> {
        let mut options = serde_yaml::Options::default();
        options.with_snippet = false;
        // `y` and `on` are names, not `true`, as in YAML 1.2.
        options.strict_booleans = true;
        options.budget = serde_yaml::budget! { max_nodes: MOST_NODES };
        let raw: Located<Raw> = serde_yaml::from_str_with_options(text, options).map_err(|error| {
            let (line, column) = error.location().map_or((1, 1), |at| (at.line(), at.column()));
            let (expected, found, hint) = match error.without_snippet() {
                serde_yaml::Error::Budget { breach: BudgetBreach::Nodes { .. }, .. } => (
                    format!("at most {MOST_NODES} values in a file"),
                    "more".to_owned(),
                    "describe the rest in a schema of its own",
                ),
                error => (
                    "a YAML document".to_owned(),
                    one_line(&error.to_string()),
                    "mend the YAML at this place",
                ),
            };
            let span = Span { line, column, path: String::new() };
            Problem { file: file.to_owned(), span, expected, found, hint: hint.to_owned() }
        })?;
        Ok(build(raw, String::new()))
    }

    /// Returns the value under `key` of a mapping.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Map(entries) => entries
                .iter()
                .find(|(known, _)| known.value == key)
                .map(|(_, node)| node),
            _ => None,
        }
    }

    /// Returns the items of a list.
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// Returns the items of the list under `key`.
    pub fn list(&self, key: &str) -> &[Node] {
        self.get(key).map_or(&[], Self::items)
    }

    /// Returns the entries of the mapping under `key`.
    pub fn entries(&self, key: &str) -> &[(Spanned<String>, Node)] {
        match self.get(key).map(|node| &node.value) {
            Some(Value::Map(entries)) => entries,
            _ => &[],
        }
    }

    /// Returns whether the value under `key` is `true`.
    pub fn says(&self, key: &str) -> bool {
        self.get(key).is_some_and(|node| node.value == Value::Bool(true))
    }

    /// Returns the text under `key`.
    pub fn text(&self, key: &str) -> Option<Spanned<String>> {
        match self.get(key).map(|node| (node, &node.value)) {
            Some((node, Value::Text(text))) => Some(node.with(text.clone())),
            _ => None,
        }
    }

    /// Describes the value, for the "found …" part of a problem.
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Null => "nothing".to_owned(),
            Value::Bool(b) => format!("`{b}`"),
            Value::Int(i) => format!("the number {i}"),
            Value::Float(f) => format!("the number {f}"),
            Value::Text(t) => quote(t),
            Value::List(items) => format!("a list of {}", items.len()),
            Value::Map(entries) => format!("a mapping of {}", entries.len()),
        }
    }
}

/// The output of serde, without paths.
enum Raw {
    Leaf(Value),
    List(Vec<Located<Raw>>),
    Map(Vec<(Located<RawKey>, Located<Raw>)>),
}

struct RawKey(String);

fn build(raw: Located<Raw>, path: String) -> Node {
    let item = |(index, item): (usize, Located<Raw>)| build(item, format!("{path}/{index}"));
    let entry = |(key, item): (Located<RawKey>, Located<Raw>)| {
        let path = format!("{path}/{}", key.value.0);
        let (line, column) = (key.referenced.line(), key.referenced.column());
        let span = Span { line, column, path: path.clone() };
        (Spanned { value: key.value.0, span }, build(item, path))
    };
    let value = match raw.value {
        Raw::Leaf(value) => value,
        Raw::List(items) => Value::List(items.into_iter().enumerate().map(item).collect()),
        Raw::Map(entries) => Value::Map(entries.into_iter().map(entry).collect()),
    };
    let (line, column) = (raw.referenced.line(), raw.referenced.column());
    Spanned { value, span: Span { line, column, path } }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }
    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Null))
    }
    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Null))
    }
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        Raw::deserialize(deserializer)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Bool(value)))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Int(value.into())))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Int(value.into())))
    }
    fn visit_i128<E>(self, value: i128) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Int(value)))
    }
    fn visit_u128<E: serde::de::Error>(self, value: u128) -> Result<Raw, E> {
        i128::try_from(value)
            .map(|v| Raw::Leaf(Value::Int(v)))
            .map_err(|_| E::custom("number too large"))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Float(value.to_string())))
    }
    fn visit_str<E>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::Leaf(Value::Text(value.to_owned())))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Raw::List(items))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Raw, A::Error> {
        let mut entries: Vec<(Located<RawKey>, Located<Raw>)> = Vec::new();
        let mut known = BTreeSet::new();
        while let Some(entry) = access.next_entry()? {
            let (key, value): (Located<RawKey>, Located<Raw>) = entry;
            if !known.insert(key.value.0.clone()) {
                return Err(A::Error::custom(format!("the key `{}` is repeated", key.value.0)));
            }
            entries.push((key, value));
        }
        Ok(Raw::Map(entries))
    }
}

impl<'de> Deserialize<'de> for RawKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Raw::deserialize(deserializer)? {
            Raw::Leaf(Value::Text(text)) => Ok(Self(text)),
            Raw::Leaf(Value::Int(number)) => Ok(Self(number.to_string())),
            Raw::Leaf(Value::Bool(value)) => Ok(Self(value.to_string())),
            _ => Err(D::Error::custom("a key must be text or a whole number")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_have_places() {
        let node = Node::parse("x.ksy", "a:\n  - b: 1\n    c: '0x10'\n  - 2\n").unwrap();
        let list = node.get("a").unwrap();
        let Value::List(items) = &list.value else {
            panic!("a list")
        };
        let c = items[0].get("c").unwrap();
        assert_eq!((c.span.line, c.span.column, c.span.path.as_str()), (3, 8, "/a/0/c"));
        assert_eq!(c.value, Value::Text("0x10".to_owned()));
        assert_eq!(items[1].value, Value::Int(2));
    }

    #[test]
    fn large_numbers_and_integer_keys_survive() {
        let node = Node::parse("x.ksy", "1: 0xffffffffffffffff\n").unwrap();
        assert_eq!(node.get("1").unwrap().value, Value::Int(u64::MAX.into()));
    }

    #[test]
    fn booleans_are_true_and_false() {
        let node = Node::parse("x.ksy", "y: on\nb: true\n").unwrap();
        assert_eq!(node.get("y").unwrap().value, Value::Text("on".to_owned()));
        assert_eq!(node.get("b").unwrap().value, Value::Bool(true));
    }

    #[test]
    fn file_with_too_many_values_is_refused() {
        let problem = Node::parse("x.ksy", &"- 1\n".repeat(MOST_NODES)).unwrap_err();
        assert_eq!(problem.expected, "at most 250000 values in a file");
        assert_eq!(problem.span.line, 250_000, "{problem}");
    }

    #[test]
    fn duplicate_key_is_refused_with_line() {
        let problem = Node::parse("x.ksy", "a: 1\nb: 2\na: 3\n").unwrap_err();
        assert_eq!(problem.span.line, 3, "{problem}");
    }
}
