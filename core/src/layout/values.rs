//! What the caller of a writer gives, by the names of the schema.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::tables::{Holds, Layout, Record};
use super::writing::Source;
use crate::bytes::length;
use crate::envelope::CompressedContent;
use crate::plan::Content;

/// The values of the fields and parts of a record that its writer does not compute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Values<'v>(Vec<(&'static str, Value<'v>)>);

/// What a field or a part is to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value<'v> {
    /// A number.
    Number(u64),
    /// Text.
    Text(Cow<'v, str>),
    /// Bytes, or how many there are.
    Content(Content<'v>),
    /// Compressed bytes, and what is known of those before.
    Compressed(CompressedContent<'v>),
    /// A record.
    Record(Values<'v>),
    /// The record of this number, where a field holds one of several.
    Case(u64, Values<'v>),
    /// Records.
    List(Vec<Values<'v>>),
}

impl<'v> Values<'v> {
    /// Sets the field or part called `name`.
    pub fn set(&mut self, name: &'static str, value: Value<'v>) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// The value of the field or part called `name`.
    pub fn get(&self, name: &str) -> Option<&Value<'v>> {
        let mut values = self.0.iter();
        values.find_map(|(known, value)| (*known == name).then_some(value))
    }

    /// The number in the field called `name`.
    pub fn number(&self, name: &str) -> Option<u64> {
        match self.get(name) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// The text in the field or part called `name`; empty where there is none.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// The content in the field or part called `name`; empty where there is none.
    pub fn content(&self, name: &str) -> Content<'v> {
        match self.get(name) {
            Some(Value::Content(content)) => content.clone(),
            _ => Content::default(),
        }
    }

    /// The bytes in the field called `name`; none where there are none at hand.
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        match self.get(name) {
            Some(Value::Content(Content::Inline(bytes))) => bytes.to_vec(),
            _ => Vec::new(),
        }
    }

    /// The compressed bytes in the field called `name`.
    pub fn compressed(&self, name: &str) -> CompressedContent<'v> {
        match self.get(name) {
            Some(Value::Compressed(compressed)) => compressed.clone(),
            _ => CompressedContent::default(),
        }
    }

    /// The record in the field or part called `name`, where it is there, or the one of several, with its number.
    pub fn record(&self, name: &str) -> Option<(u64, &Self)> {
        match self.get(name) {
            Some(Value::Record(record)) => Some((0, record)),
            Some(Value::Case(number, record)) => Some((*number, record)),
            _ => None,
        }
    }

    /// The records of the list called `name`.
    pub fn list(&self, name: &str) -> &[Self] {
        match self.get(name) {
            Some(Value::List(items)) => items,
            _ => &[],
        }
    }

    /// How long the field or part called `name` is, in bytes or records.
    pub(super) fn len_of(&self, name: &str) -> u64 {
        match self.get(name) {
            Some(Value::Text(text)) => length(text.as_bytes()),
            Some(Value::Content(content)) => content.len(),
            Some(Value::Compressed(content)) => content.len(),
            Some(Value::List(items)) => u64::try_from(items.len()).unwrap_or(u64::MAX),
            _ => 0,
        }
    }
}

impl Layout<'static> {
    /// As little as a record can hold: what a caller changes before it is written.
    pub fn least(&self, record: &Record<'static>) -> Values<'static> {
        let fields = record.fields.iter().map(|field| (field.name, &field.holds));
        let all = fields.chain(record.parts.iter().map(|part| (part.name, &part.holds)));
        let given = all.filter_map(|(name, holds)| Some((name, self.least_of(record, holds)?)));
        Values(given.collect())
    }

    /// The same of what a field or part of `record` holds; nothing where the writer computes it.
    fn least_of(&self, record: &Record<'static>, holds: &Holds<'static>) -> Option<Value<'static>> {
        let named = |name: &str| {
            self.record(name)
                .map_or_else(Values::default, |record| self.least(record))
        };
        let count = |least: u64| usize::try_from(least).unwrap_or(0);
        Some(match holds {
            Holds::Magic(_) => return None,
            Holds::Number(.., Source::Given(number)) => Value::Number(*number),
            Holds::Number(..) => return None,
            Holds::Text(_, len) => Value::Text(" ".repeat(count(len.least)).into()),
            Holds::Terminated(..) => Value::Text("".into()),
            Holds::Bytes(len) => Value::Content(alloc::vec![0; count(len.least)].into()),
            Holds::Rest => Value::Content(Content::default()),
            Holds::Content(_) => Value::Compressed(CompressedContent::default()),
            Holds::Record(name) => Value::Record(named(name)),
            Holds::List(name, len) => Value::List((0..len.least).map(|_| named(name)).collect()),
            Holds::Switch(switch) => {
                let default = match record.holds(switch.on) {
                    Some(Holds::Number(.., Source::Case(_, default))) => *default,
                    _ => 0,
                };
                Value::Case(default, named(switch.record(default)?))
            }
        })
    }
}
