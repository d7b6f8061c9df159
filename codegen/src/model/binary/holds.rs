//! The content of a field.

use offload_bundle_core::tree::Order;

use crate::formula::{Formula, TypeName};
use crate::problem::Problems;
use crate::reading::{Read, Reader, Rows, mapping};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

#[derive(Debug, Clone)]
pub enum Holds {
    Contents(Vec<u8>),
    Number(Number),
    /// A number of bits; a single bit is a boolean.
    Bits(u8, Option<Order>),
    Text,
    TextToNul,
    Bytes,
    Record(TypeName),
    Switch(Spanned<Formula>, Vec<(Option<Spanned<Formula>>, Spanned<Switched>)>),
}

/// The content of a switch case, which is never a switch.
pub type Switched = Box<Holds>;

#[derive(Debug, Clone, Copy)]
pub struct Number {
    pub kind: NumberKind,
    pub len: u8,
    pub order: Option<Order>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberKind {
    Unsigned,
    Signed,
    Float,
}

mapping! {
    struct Switch as "a switch" {
        pub switch_on: Spanned<Formula>,
        pub cases: Vec<(Spanned<String>, Spanned<String>)> as (Rows),
    }
}

impl<'a> Read<'a> for Holds {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        if !matches!(node.value, Value::Map(_)) {
            return Self::of_type(&Spanned::<String>::read(node, reader)?, reader);
        }
        let switch: Switch = Read::read(node, reader)?;
        let mut cases = Vec::new();
        for (key, name) in switch.cases.iter() {
            let when = (key.value != "_").then(|| key.with(Formula::read(key, key, reader)));
            if let Some(holds) = Self::of_type(name, reader) {
                cases.push((when, name.with(Box::new(holds))));
            }
        }
        Some(Self::Switch(switch.switch_on, cases))
    }
}

impl Holds {
    fn of_type(text: &Spanned<String>, problems: &mut Problems) -> Option<Self> {
        match text.as_str() {
            "str" => return Some(Self::Text),
            "strz" => return Some(Self::TextToNul),
            _ => {}
        }
        if let Some(hint) = typed_hint(text).filter(|_| problems.is_typed()) {
            let expected = "the supported subset of Kaitai Struct in a type";
            return problems.refuse(text, expected, format!("`{}`", text.value), hint);
        }
        let (word, order) = match (text.strip_suffix("le"), text.strip_suffix("be")) {
            (Some(word), _) => (word, Some(Order::Little)),
            (_, Some(word)) => (word, Some(Order::Big)),
            _ => (text.as_str(), None),
        };
        let (letter, digits) = word.split_at_checked(1).unwrap_or_default();
        let number: Option<u8> = digits
            .parse()
            .ok()
            .filter(|_| digits.bytes().all(|digit| digit.is_ascii_digit()));
        let kind = match letter {
            "u" => NumberKind::Unsigned,
            "s" => NumberKind::Signed,
            "f" => NumberKind::Float,
            _ => {
                let bits = number.filter(|_| letter == "b");
                return match bits {
                    Some(bits @ 1..=64) => Some(Self::Bits(bits, order)),
                    Some(_) => {
                        let hint = "join several numbers of at most 64 bits";
                        problems.refuse(text, "a number of 1 to 64 bits", format!("`{}`", text.value), hint)
                    }
                    None => TypeName::read(text, problems).map(Self::Record),
                };
            }
        };
        let fits = match kind {
            NumberKind::Float => number.filter(|len| [4, 8].contains(len)),
            _ => number.filter(|len| [1, 2, 4, 8].contains(len)),
        };
        match fits {
            Some(len) => Some(Self::Number(Number { kind, len, order })),
            // A type of the schema can be called `u3`.
            None => TypeName::read(text, problems).map(Self::Record),
        }
    }

    pub(super) fn contents(node: &Node, reader: &mut Reader<'_, '_>) -> Option<Self> {
        let bytes = match &node.value {
            Value::Text(text) => text.as_bytes().to_vec(),
            Value::List(items) => {
                let mut bytes = Vec::new();
                for item in items {
                    match &item.value {
                        Value::Text(text) => bytes.extend_from_slice(text.as_bytes()),
                        _ => bytes.push(u8::read(item, reader)?),
                    }
                }
                bytes
            }
            _ => vec![u8::read(node, reader)?],
        };
        Some(Self::Contents(bytes))
    }
}

fn typed_hint(text: &str) -> Option<String> {
    let (letter, rest) = text.split_at_checked(1)?;
    let digits = rest.trim_end_matches("le").trim_end_matches("be");
    let is_width = ["1", "2", "4", "8"].contains(&digits);
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    Some(match letter {
        "u" if is_width => return None,
        "s" if is_width => format!("signed numbers are not supported: `u{rest}` reads the same bytes"),
        "f" if is_width => format!("floating-point numbers are not supported: `u{rest}` reads the same bytes"),
        "b" if is_number => "bit fields are not supported: read the whole number that they are in".to_owned(),
        "u" | "s" | "f" if is_number => {
            "numbers are u1, u2, u4, u8; with `le` or `be` after it for a byte order of its own".to_owned()
        }
        _ => return None,
    })
}
