//! Parse rules.

use offload_bundle_core::ids::tables as core;

use crate::reading::{Mapping, Maybe, Read, Reader, Trimmed, Usual, mapping, names};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

mapping! {
    pub struct Class by id: Spanned<String> as "a class" {
        /// Ranges and single characters; a leading `^` negates.
        pub chars: Spanned<String>,
        /// The name in errors.
        pub expected: String,
    }
}

mapping! {
    #[derive(Copy)]
    pub struct Rule<'a> as "a rule" {
        pub doc: &'a str as (Trimmed),
        pub doc_ref: Option<&'a str>,
        /// Rules, classes and words in it are unresolved names.
        pub is: core::Expression<'a>,
    }
}

const WHAT: &str = "an expression";
/// By kind of expression, which the first key determines.
const FORMS: [&[&str]; 11] = [
    &["first-of"],
    &["rule"],
    &["part", "is"],
    &["chars", "at-least", "expected"],
    &["word-in", "expected"],
    &["optional"],
    &["repeat"],
    &["ahead"],
    &["not"],
    &["same"],
    &["distinct", "expected"],
];
/// A placeholder for an unresolved name: an expression that never matches.
pub const NOTHING: core::Expression<'static> = core::Expression::FirstOf(&[]);

pub(super) fn form(node: &Node) -> Option<(&'static str, &'static [&'static str])> {
    let forms = FORMS.into_iter().filter_map(|keys| Some((*keys.first()?, keys)));
    forms.clone().find(|(form, _)| node.get(form).is_some())
}

impl<'a> Read<'a> for core::Expression<'a> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        match &node.value {
            Value::Text(text) if text == "end" => return Some(Self::End),
            Value::Text(text) => return Some(Self::Literal(reader.arena.text(text))),
            Value::List(_) => return Read::read(node, reader).map(Self::Sequence),
            _ => {}
        }
        let Some((form, keys)) = form(node) else {
            let forms: Vec<&str> = FORMS.iter().filter_map(|keys| keys.first().copied()).collect();
            let hint = format!("write a text, a list, or: {}", forms.join(", "));
            return reader.refuse(node, WHAT, node.describe(), hint);
        };
        let map = Mapping::open(node, WHAT, keys, reader)?;
        let what = match form {
            "rule" => Some("a rule"),
            "chars" => Some("a class"),
            "word-in" => Some("a word table"),
            "part" | "same" | "distinct" => Some("a part"),
            _ => None,
        };
        let name = what.and_then(|what| reader.field::<Usual, &str>(&map, form, names(what)));
        let arena = reader.arena;
        match form {
            "first-of" => map.value(form, reader).map(Self::FirstOf),
            "optional" => map.value(form, reader).map(Self::Optional),
            "repeat" => map.value(form, reader).map(Self::Repeat),
            "ahead" => map.value(form, reader).map(Self::Ahead),
            "not" => map.value(form, reader).map(Self::Not),
            "rule" => name.map(|name| Self::Rule(arena.one(core::Rule { name, is: NOTHING }))),
            "same" => name.map(Self::Same),
            "part" => {
                let is = map.value("is", reader);
                Some(Self::Capture { part: name?, is: is? })
            }
            "chars" => {
                let at_least: Option<Option<usize>> = map.value("at-least", reader);
                let expected = map.value_in::<Maybe, &str>("expected", reader);
                let class = arena.one(core::CharacterClass::new(name?, ""));
                Some(Self::Chars { class, at_least: at_least?.unwrap_or(1), expected: expected? })
            }
            "word-in" => {
                let expected = map.value("expected", reader);
                let table = core::WordTable { name: name?, open: false, words: &[] };
                Some(Self::Word { words: core::Words::Table(arena.one(table)), expected: expected? })
            }
            _ => {
                let expected = map.value("expected", reader);
                Some(Self::Distinct { part: name?, expected: expected? })
            }
        }
    }
}

impl<'a> Read<'a> for &'a core::Expression<'a> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        core::Expression::read(node, reader).map(|expression| reader.arena.one(expression))
    }
}
