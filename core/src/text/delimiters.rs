//! The markers for one kind of text, and the fields in them.

use alloc::vec::Vec;

use super::tables::{Marker, Part, TextFormat};
use crate::bytes::{Bytes, Encoding, length};

/// The markers that begin and end the entries of one kind of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delimiters {
    /// The marker that begins an entry.
    pub start: Delimiter,
    /// The marker that ends the entry.
    pub end: Delimiter,
}

/// The bytes of a marker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delimiter {
    /// The bytes before the field, by which the marker is found.
    pub lead: Vec<u8>,
    /// The bytes after the field.
    pub tail: Vec<u8>,
    /// The number of bytes in the line break of the lead.
    break_len: usize,
}

impl Delimiter {
    /// Creates a marker with the bytes before the field, which begin with `line_break`, and the bytes after it.
    pub fn new(line_break: &[u8], lead: Vec<u8>, tail: Vec<u8>) -> Self {
        Self { lead, tail, break_len: line_break.len() }
    }

    fn with_parameters(line_break: &str, marker: &Marker<'_>, parameters: &[&[u8]]) -> Self {
        let bytes = |parts: &[Part<'_>]| -> Vec<u8> {
            let mut bytes = Vec::new();
            for part in parts {
                bytes.extend_from_slice(match part {
                    Part::Text(text) => text.as_bytes(),
                    Part::Parameter(index) => parameters.get(*index).copied().unwrap_or_default(),
                });
            }
            bytes
        };
        Self::new(line_break.as_bytes(), bytes(marker.lead), bytes(marker.tail))
    }

    /// Returns the lead without its line break.
    pub fn without_break(&self) -> &[u8] {
        self.lead.get(self.break_len..).unwrap_or_default()
    }

    /// Returns the marker with `field` in it, if it has a field.
    pub(super) fn with(&self, marker: &Marker<'_>, field: &str) -> Vec<u8> {
        let field = if marker.has_field { field.as_bytes() } else { b"" };
        [&self.lead, field, &self.tail].concat()
    }
}

impl TextFormat<'_> {
    /// Returns the delimiters for these values of the format's parameters, in their order.
    pub fn delimiters(&self, parameters: &[&[u8]]) -> Delimiters {
        Delimiters {
            start: Delimiter::with_parameters(self.line_break, &self.start, parameters),
            end: Delimiter::with_parameters(self.line_break, &self.end, parameters),
        }
    }
}

impl<'a> TextFormat<'a> {
    /// Returns the text of a field.
    ///
    /// # Errors
    ///
    /// Returns the reason if `bytes` cannot be a field.
    pub fn field_text<'t>(&self, delimiters: &Delimiters, bytes: &'t [u8]) -> Result<&'t str, &'a str> {
        let text = core::str::from_utf8(bytes).map_err(|_| "it is not UTF-8")?;
        if self.field.encoding == Encoding::Ascii && !text.is_ascii() {
            return Err("it is not ASCII");
        }
        if text.is_empty() {
            return Err("it is empty");
        }
        let markers = [(&self.start, &delimiters.start), (&self.end, &delimiters.end)];
        // With the last bytes of a field, a tail could begin before its place.
        let ends_early = |tail: &[u8]| {
            let line = [bytes, tail].concat();
            Bytes::new(&line).find(0, tail) != Ok(Some(length(bytes)))
        };
        if markers
            .iter()
            .any(|(marker, delimiter)| marker.has_field && ends_early(&delimiter.tail))
        {
            return Err("it holds what ends its marker line");
        }
        match self.field.refuse.iter().find(|refusal| text.contains(refusal.text)) {
            Some(refusal) => Err(refusal.why),
            None => Ok(text),
        }
    }
}
