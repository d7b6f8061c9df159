//! The attributes of an entry: what a container stores besides content and ID.

use std::borrow::Cow;

use offload_bundle_core::attributes::{AttributeTable, Attributes, TextAttribute};
use serde::Serialize;

use super::integer::Integer;

/// The attributes of an entry: what a container stores besides content and ID.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryAttributes {
    /// The number attributes, in file order.
    pub numbers: Vec<EntryNumber>,
    /// The text attributes, in file order. A key may occur twice.
    pub texts: Vec<EntryText>,
}

/// A number attribute of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryNumber {
    /// The name of the field.
    pub name: &'static str,
    /// The number.
    pub number: Integer,
    /// The word for the number, or for its bits with `|` between them; null if none is known.
    pub word: Option<Cow<'static, str>>,
    /// Whether the ID contains it too.
    #[serde(skip)]
    pub in_id: bool,
}

/// A text attribute of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryText {
    /// The key.
    pub key: String,
    /// The text.
    pub value: String,
    /// Whether the ID contains it too.
    #[serde(skip)]
    pub in_id: bool,
}

impl EntryAttributes {
    /// What `attributes` say, with the words of `table`.
    pub(crate) fn new(table: &AttributeTable<'static>, attributes: &Attributes) -> Self {
        let numbers = attributes.numbers.iter().map(|(name, number)| {
            let word = table.number(name).and_then(|known| known.name_of(*number));
            let in_id = *name == table.id.kind;
            EntryNumber { name, number: Integer(*number), word, in_id }
        });
        // Of texts under one key, the first counts.
        let in_id = |text: &TextAttribute| {
            let is_first = attributes.text(&text.key) == Some(text.value.as_str());
            is_first && [table.id.triple, table.id.target].contains(&text.key.as_str())
        };
        let texts = attributes.texts.iter().map(|text| {
            let (key, value) = (text.key.clone(), text.value.clone());
            EntryText { key, value, in_id: in_id(text) }
        });
        Self { numbers: numbers.collect(), texts: texts.collect() }
    }
}
