//! Tables of text formats: the parts of the markers of an entry.

use crate::bytes::Encoding;

/// A text format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct TextFormat<'a> {
    /// The name of the format in the schema.
    pub name: &'a str,
    /// The title of the format, for people.
    pub title: &'a str,
    /// The names of the parameters: what differs between kinds of text, such as what begins a comment.
    pub parameters: &'a [&'a str],
    /// The bytes that both markers begin with. Neither parameters nor the rest of a marker before the field contain the first of these
    /// bytes.
    pub line_break: &'a str,
    /// The start marker, which has the field.
    pub start: Marker<'a>,
    /// The content between the markers.
    pub content: Content<'a>,
    /// The end marker.
    pub end: Marker<'a>,
    /// Whether the end of the file may replace the tail of the last end marker.
    pub open_ended: bool,
    /// The field of an entry.
    pub field: Field<'a>,
    /// The text outside of entries.
    pub outside: Outside<'a>,
    /// Whether a repeated field of the first entry begins another bundle. Otherwise a file holds one bundle.
    pub splits: bool,
}

/// A marker: its lead, by which it is found, its field, if it has one, and its tail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct Marker<'a> {
    /// The name in the schema.
    pub name: &'a str,
    /// The name in messages, with its article.
    pub words: &'a str,
    /// The parts before the field.
    pub lead: &'a [Part<'a>],
    /// Whether the marker has the field.
    pub has_field: bool,
    /// The parts after the field. In a marker without a field, the tail begins at the line end at the latest.
    pub tail: &'a [Part<'a>],
    /// The meaning, as a sentence.
    pub meaning: &'a str,
}

/// A part of a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub enum Part<'a> {
    /// This text.
    Text(&'a str),
    /// The value of the parameter at this index of [`TextFormat::parameters`].
    Parameter(usize),
}

/// The field of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct Field<'a> {
    /// The name in the schema.
    pub name: &'a str,
    /// The encoding.
    pub encoding: Encoding,
    /// The texts that the field must not contain. That it must not contain what ends its marker is not listed.
    pub refuse: &'a [Refusal<'a>],
    /// The meaning, as a sentence.
    pub meaning: &'a str,
}

/// A text that a field must not contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct Refusal<'a> {
    /// The text.
    pub text: &'a str,
    /// The reason, for people.
    pub why: &'a str,
}

/// The content of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct Content<'a> {
    /// The name in the schema.
    pub name: &'a str,
    /// The meaning, as a sentence.
    pub meaning: &'a str,
}

/// Text outside of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct Outside<'a> {
    /// The name in the schema.
    pub name: &'a str,
    /// The meaning, as a sentence.
    pub meaning: &'a str,
}
