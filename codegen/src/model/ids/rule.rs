//! The rules of a grammar: expressions over characters, words and other rules.

use super::{Text, required};
use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::{Key, Node, Value};

/// A set of characters.
#[derive(Debug, Clone)]
pub struct Class {
    /// Its name.
    pub id: Text,
    /// Ranges and single characters; a leading `^` takes all others.
    pub chars: Text,
    /// How errors call one of them.
    pub called: String,
}

/// A rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name.
    pub id: Text,
    /// What it reads.
    pub doc: String,
    /// Section of the source document.
    pub doc_ref: Option<String>,
    /// What fits it.
    pub is: Expression,
}

/// What fits at a place of the text.
#[derive(Debug, Clone)]
pub enum Expression {
    /// All of these, one after the other.
    Sequence(Vec<Expression>),
    /// The first of these that fits.
    FirstOf(Vec<Expression>),
    /// This text.
    Literal(Text),
    /// The end of the text.
    End,
    /// Another rule.
    Rule(Text),
    /// Captured as a part.
    Part(Text, Box<Expression>),
    /// As many characters of a class as there are.
    Chars {
        /// The class.
        class: Text,
        /// How many at least.
        at_least: u64,
        /// How errors call it; the class's word if absent.
        called: Option<String>,
    },
    /// The longest word of a table.
    WordIn {
        /// The table.
        table: Text,
        /// How errors call it.
        called: String,
    },
    /// This or nothing.
    Optional(Box<Expression>),
    /// This, as often as it fits.
    Repeat(Box<Expression>),
    /// Fits here, but is not read.
    Ahead(Box<Expression>),
    /// Does not fit here.
    Not(Box<Expression>),
    /// What a part captured before, again.
    Same(Text),
    /// The last capture of a part differs from its earlier ones.
    Distinct {
        /// The part.
        part: Text,
        /// How errors call that.
        called: String,
    },
}

impl Class {
    /// Reads one class.
    pub fn read(key: &Key, node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "a class", &["chars", "called"], problems)?;
        let chars = required(&map, "chars", problems);
        let called = map.required_text("called", problems);
        Some(Self { id: Text::key(key, node), chars: chars?, called: called?.to_owned() })
    }
}

impl Rule {
    /// Reads one rule.
    pub fn read(key: &Key, node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "a rule", &["doc", "doc-ref", "is"], problems)?;
        let doc = map.required_text("doc", problems);
        let is = map
            .required("is", problems)
            .and_then(|node| Expression::read(node, problems));
        Some(Self {
            id: Text::key(key, node),
            doc: doc?.to_owned(),
            doc_ref: map.text("doc-ref", problems).map(str::to_owned),
            is: is?,
        })
    }
}

/// The keys that say what kind of expression a mapping is, with those that may stand beside them.
const FORMS: &[(&str, &[&str])] = &[
    ("first-of", &["first-of"]),
    ("rule", &["rule"]),
    ("part", &["part", "is"]),
    ("chars", &["chars", "at-least", "called"]),
    ("word-in", &["word-in", "called"]),
    ("optional", &["optional"]),
    ("repeat", &["repeat"]),
    ("ahead", &["ahead"]),
    ("not", &["not"]),
    ("same", &["same"]),
    ("distinct", &["distinct", "called"]),
];

impl Expression {
    /// Reads one expression: a text, a list, or a mapping.
    pub fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Text(text) if text == "end" => Some(Self::End),
            Value::Text(_) => Text::read(node, problems).map(Self::Literal),
            Value::List(items) => Some(Self::Sequence(Self::read_all(items, problems))),
            _ => Self::read_mapping(node, problems),
        }
    }

    fn read_all(items: &[Node], problems: &mut Problems) -> Vec<Self> {
        items.iter().filter_map(|item| Self::read(item, problems)).collect()
    }

    fn read_mapping(node: &Node, problems: &mut Problems) -> Option<Self> {
        let Some((form, keys)) = FORMS.iter().find(|(form, _)| node.get(form).is_some()) else {
            let forms: Vec<&str> = FORMS.iter().map(|(form, _)| *form).collect();
            let hint = format!("write a text, a list, or one of: {}", forms.join(", "));
            problems.add(node, "an expression", node.describe(), hint);
            return None;
        };
        let map = Mapping::open(node, "an expression", keys, problems)?;
        let inner = map.required(form, problems)?;
        let boxed = |problems: &mut Problems| Self::read(inner, problems).map(Box::new);
        match *form {
            "first-of" => Some(Self::FirstOf(Self::read_all(inner.items(problems), problems))),
            "rule" => Text::read(inner, problems).map(Self::Rule),
            "part" => {
                let name = Text::read(inner, problems);
                let is = map.required("is", problems)?;
                Some(Self::Part(name?, Box::new(Self::read(is, problems)?)))
            }
            "chars" => Some(Self::Chars {
                class: Text::read(inner, problems)?,
                at_least: if map.get("at-least").is_some() {
                    map.number("at-least", problems)?
                } else {
                    1
                },
                called: map.text("called", problems).map(str::to_owned),
            }),
            "word-in" => Some(Self::WordIn {
                table: Text::read(inner, problems)?,
                called: map.required_text("called", problems)?.to_owned(),
            }),
            "optional" => boxed(problems).map(Self::Optional),
            "repeat" => boxed(problems).map(Self::Repeat),
            "ahead" => boxed(problems).map(Self::Ahead),
            "not" => boxed(problems).map(Self::Not),
            "same" => Text::read(inner, problems).map(Self::Same),
            _ => Some(Self::Distinct {
                part: Text::read(inner, problems)?,
                called: map.required_text("called", problems)?.to_owned(),
            }),
        }
    }

    /// Calls `visit` for this expression and every one in it.
    pub fn visit<'e>(&'e self, visit: &mut impl FnMut(&'e Expression)) {
        visit(self);
        match self {
            Self::Sequence(items) | Self::FirstOf(items) => items.iter().for_each(|item| item.visit(visit)),
            Self::Part(_, inner)
            | Self::Optional(inner)
            | Self::Repeat(inner)
            | Self::Ahead(inner)
            | Self::Not(inner) => inner.visit(visit),
            _ => {}
        }
    }
}
