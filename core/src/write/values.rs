//! The input of writers, by schema names.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::bytes::{Named, Open, length};
use crate::envelope::CompressedContent;
use crate::flags::Flags;
use crate::plan::Content;
use crate::tree::{Attr, Held, Record, Source, Tree};

/// The values of the fields and parts of a record that the writer does not compute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Values<'v>(Vec<(&'static str, Value<'v>)>);

/// The value of a field or a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value<'v> {
    /// A number.
    Number(u64),
    /// Text.
    Text(Cow<'v, str>),
    /// Bytes, or the length of external bytes.
    Content(Content<'v>),
    /// Compressed bytes with their facts.
    Compressed(CompressedContent<'v>),
    /// A record.
    Record(Values<'v>),
    /// A record with its case number, for a field with alternatives.
    Case(u64, Values<'v>),
    /// A list of records.
    List(Vec<Values<'v>>),
}

impl<'v> Value<'v> {
    /// Creates a record with its case number.
    pub fn case(number: impl Into<Self>, record: Values<'v>) -> Self {
        match number.into() {
            Self::Number(number) => Self::Case(number, record),
            other => other,
        }
    }

    /// Creates a list of records by converting `items`.
    pub fn list<T>(items: &'v [T], values: impl Fn(&'v T) -> Values<'v>) -> Self {
        Self::List(items.iter().map(values).collect())
    }
}

macro_rules! values_of {
    ($($value:ident: $of:ty => $made:expr,)*) => { $(
        impl<'v> From<$of> for Value<'v> {
            fn from($value: $of) -> Self {
                $made
            }
        }
    )* };
}

values_of! {
    number: u8 => Self::Number(number.into()),
    number: u16 => Self::Number(number.into()),
    number: u32 => Self::Number(number.into()),
    number: u64 => Self::Number(number),
    text: &'v String => Self::Text(Cow::Borrowed(text)),
    bytes: &'v Vec<u8> => Self::Content(bytes.as_slice().into()),
    content: &'v Content<'_> => Self::Content(content.borrowed()),
    content: &'v CompressedContent<'_> => Self::Compressed(content.borrowed()),
    record: Values<'v> => Self::Record(record),
}

impl<T: Named> From<Open<T>> for Value<'_> {
    fn from(number: Open<T>) -> Self {
        Self::Number(number.number())
    }
}

impl<T: Named> From<Flags<T>> for Value<'_> {
    fn from(flags: Flags<T>) -> Self {
        Self::Number(flags.bits())
    }
}

impl<'v> Values<'v> {
    /// Sets the value of the field or part called `name`.
    pub fn set(&mut self, name: &'static str, value: Value<'v>) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// Returns the values with the field or part called `name` set.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value<'v>>) -> Self {
        self.0.push((name, value.into()));
        self
    }

    /// Returns the values with the field or part called `name` set, if `value` is present.
    #[must_use]
    pub fn with_some(self, name: &'static str, value: Option<impl Into<Value<'v>>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    pub(super) fn unknown(&self, known: impl Fn(&str) -> bool) -> Option<&'static str> {
        self.0.iter().map(|(name, _)| *name).find(|name| !known(name))
    }

    /// Returns the value of the field or part called `name`.
    pub fn get(&self, name: &str) -> Option<&Value<'v>> {
        let mut values = self.0.iter();
        values.find_map(|(known, value)| (*known == name).then_some(value))
    }

    /// Returns the number in the field called `name`.
    pub fn number(&self, name: &str) -> Option<u64> {
        match self.get(name) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Returns the text in the field or part called `name`, or empty text.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// Copied only if the values own it.
    pub(super) fn cow(&self, name: &str) -> Cow<'v, str> {
        match self.get(name) {
            Some(Value::Text(text)) => text.clone(),
            _ => Cow::Borrowed(""),
        }
    }

    /// A field without a condition is always present.
    pub(crate) fn make_present(&self, record: &Record<'_>, attr: &Attr<'_>) -> bool {
        let number = |name: &str| {
            let default = match record.attr(name)?.written.source {
                Source::Given(number) | Source::Constant(number) => Some(number),
                Source::Case(of, default) => match self.get(of) {
                    Some(Value::Case(number, _)) => Some(*number),
                    _ => Some(default),
                },
                _ => None,
            };
            self.number(name).or(default)
        };
        let condition = attr.condition.as_ref();
        condition.is_none_or(|condition| condition.of.is_true(&number).unwrap_or(true))
    }

    pub(crate) fn drop_absent(&mut self, record: &Record<'_>) {
        let absent = record.attrs().filter(|attr| !self.make_present(record, attr));
        let absent: Vec<&str> = absent.map(|attr| attr.name).collect();
        self.0.retain(|(name, _)| !absent.contains(name));
    }

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

impl Tree<'static> {
    /// Returns the smallest valid values of `record`, as a starting point.
    pub fn least(&self, record: &Record<'static>) -> Values<'static> {
        let given = record
            .attrs()
            .filter_map(|attr| Some((attr.name, self.least_of(record, attr)?)));
        let mut least = Values(given.collect());
        least.drop_absent(record);
        least
    }

    /// `None` if the writer computes it.
    fn least_of(&self, record: &Record<'static>, attr: &Attr<'static>) -> Option<Value<'static>> {
        let count = |least: u64| usize::try_from(least).unwrap_or(0);
        Some(match self.held(attr) {
            Held::Number(_) => match attr.written.source {
                Source::Given(number) => Value::Number(number),
                _ => return None,
            },
            Held::Text(_, len) => Value::Text(" ".repeat(count(len.least)).into()),
            Held::Terminated(..) => Value::Text("".into()),
            Held::Bytes(_) if attr.written.is_sum() => return None,
            Held::Bytes(len) => Value::Content(alloc::vec![0; count(len.least)].into()),
            Held::Rest => Value::Content(Content::default()),
            Held::Content(_) => Value::Compressed(CompressedContent::default()),
            Held::Record(inner) => Value::Record(self.least(inner)),
            Held::List(inner, len) => Value::List((0..len.least).map(|_| self.least(inner)).collect()),
            Held::Versions(versions) => {
                let default = match record.attr(versions.on).map(|on| on.written.source) {
                    Some(Source::Case(_, default)) => default,
                    _ => 0,
                };
                Value::Case(default, self.least(versions.record(default)?))
            }
            Held::Fixed(_) | Held::ReadOnly => return None,
        })
    }
}
