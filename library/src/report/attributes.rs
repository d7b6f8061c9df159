//! What a container says of an entry beside content and ID.

use offload_bundle_core::attributes::{AttributeTable, Attributes};
use serde::Serialize;

use super::integer::Integer;

/// What a container says of an entry beside content and ID.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryAttributes {
    /// The numbers, in file order.
    pub numbers: Vec<EntryNumber>,
    /// The texts, in file order. A key may come twice.
    pub texts: Vec<EntryText>,
}

/// A number that is said of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryNumber {
    /// The name of its field.
    pub name: &'static str,
    /// The number.
    pub number: Integer,
    /// The word for it; null if none is known.
    pub word: Option<&'static str>,
}

/// A text that is said of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryText {
    /// Its key.
    pub key: String,
    /// The text.
    pub value: String,
}

impl EntryAttributes {
    /// What `attributes` say, with the words of `table`.
    pub(crate) fn of(table: &AttributeTable<'static>, attributes: &Attributes) -> Self {
        let numbers = attributes.numbers.iter().map(|(name, number)| {
            let known = table.number(name).and_then(|known| known.word(*number));
            EntryNumber { name, number: Integer(*number), word: known.map(|known| known.word) }
        });
        let texts = attributes.texts.iter();
        let texts = texts.map(|text| EntryText { key: text.key.clone(), value: text.value.clone() });
        Self { numbers: numbers.collect(), texts: texts.collect() }
    }
}
