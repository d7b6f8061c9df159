//! Tables of text formats: what is in the markers of an entry.

use crate::bytes::Encoding;

/// A text format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct TextFormat<'a> {
    /// The format's name in the schema.
    pub name: &'a str,
    /// The format's title for people.
    pub title: &'a str,
    /// The names of what differs from one kind of text to another, such as what begins a comment.
    pub parameters: &'a [&'a str],
    /// What both markers begin with. Neither parameters nor the rest of a marker before the field hold its first byte.
    pub line_break: &'a str,
    /// Begins an entry. It has the field.
    pub start: Marker<'a>,
    /// What is between the markers.
    pub content: Content<'a>,
    /// Ends the entry.
    pub end: Marker<'a>,
    /// Whether the end of the file may stand for the tail of the last end marker.
    pub open_ended: bool,
    /// What the markers say of the entry.
    pub field: Field<'a>,
    /// What stands outside of entries.
    pub outside: Outside<'a>,
    /// Whether another bundle begins where the first entry's field comes again. Otherwise a file holds one bundle.
    pub splits: bool,
}

/// A marker: its lead, by which it is found, the field if it has it, and its tail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct Marker<'a> {
    /// Its name in the schema.
    pub name: &'a str,
    /// What messages call it, with its article.
    pub words: &'a str,
    /// What is before the field.
    pub lead: &'a [Part<'a>],
    /// Whether it has the field.
    pub has_field: bool,
    /// What is after the field; without one, the line end at the latest.
    pub tail: &'a [Part<'a>],
    /// What it means, in a sentence.
    pub meaning: &'a str,
}

/// A part of a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub enum Part<'a> {
    /// This text.
    Text(&'a str),
    /// The value of the parameter at this position of [`TextFormat::parameters`].
    Parameter(usize),
}

/// The field of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct Field<'a> {
    /// Its name in the schema.
    pub name: &'a str,
    /// How it is encoded.
    pub encoding: Encoding,
    /// What it must not hold. That it must not hold what ends its marker goes without saying.
    pub refuse: &'a [Refusal<'a>],
    /// What it means, in a sentence.
    pub meaning: &'a str,
}

/// Text that a field must not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct Refusal<'a> {
    /// The text.
    pub text: &'a str,
    /// Why, for people.
    pub why: &'a str,
}

/// The content of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct Content<'a> {
    /// Its name in the schema.
    pub name: &'a str,
    /// What it means, in a sentence.
    pub meaning: &'a str,
}

/// Text outside of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct Outside<'a> {
    /// Its name in the schema.
    pub name: &'a str,
    /// What it means, in a sentence.
    pub meaning: &'a str,
}
