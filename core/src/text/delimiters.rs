//! Markers with parameters, and the fields in them.

use alloc::vec::Vec;

use super::LINE_BREAK;
use super::tables::{Marker, Part, TextFormat};

/// The markers around the entries of one kind of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delimiters {
    /// The marker at the start of an entry.
    pub start: Delimiter,
    /// The marker at the end of an entry.
    pub end: Delimiter,
}

/// The bytes of a marker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delimiter {
    /// The bytes before the field, which locate the marker. They begin with [`LINE_BREAK`], and a second one follows
    /// the field.
    pub lead: Vec<u8>,
}

impl Delimiter {
    fn new(marker: &Marker<'_>, parameters: &[&[u8]]) -> Self {
        let mut lead = Vec::from(LINE_BREAK);
        for part in marker.lead {
            lead.extend_from_slice(match part {
                Part::Text(text) => text.as_bytes(),
                Part::Parameter(index) => parameters.get(*index).copied().unwrap_or_default(),
            });
        }
        Self { lead }
    }

    /// Returns the lead without its line break.
    pub fn without_break(&self) -> &[u8] {
        self.lead.get(LINE_BREAK.len()..).unwrap_or_default()
    }

    pub(super) fn with(&self, field: &str) -> Vec<u8> {
        [&self.lead, field.as_bytes(), LINE_BREAK.as_bytes()].concat()
    }
}

impl<'a> TextFormat<'a> {
    /// Returns the delimiters for these values of the format's parameters, in order.
    pub fn delimiters(&self, parameters: &[&[u8]]) -> Delimiters {
        Delimiters { start: Delimiter::new(&self.start, parameters), end: Delimiter::new(&self.end, parameters) }
    }

    /// Returns the text of a field.
    ///
    /// # Errors
    ///
    /// Returns the reason if `bytes` are not valid as a field.
    pub fn field_text<'t>(&self, bytes: &'t [u8]) -> Result<&'t str, &'a str> {
        let text = core::str::from_utf8(bytes).map_err(|_| "it is not UTF-8")?;
        if text.is_empty() {
            return Err("it is empty");
        }
        if text.contains(LINE_BREAK) {
            return Err("it contains what ends its marker line");
        }
        match self.field.refuse.iter().find(|refusal| text.contains(refusal.text)) {
            Some(refusal) => Err(refusal.why),
            None => Ok(text),
        }
    }
}
