//! Tables of text formats.

/// A text format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct TextFormat<'a> {
    /// The name of the format in the schema.
    pub name: &'a str,
    /// The title shown to users.
    pub title: &'a str,
    /// The names of the parameters, which differ between kinds of text, such as the comment sign.
    pub parameters: &'a [&'a str],
    /// The marker at the start of an entry.
    pub start: Marker<'a>,
    /// The content between the markers.
    pub content: Content<'a>,
    /// The marker at the end of an entry.
    pub end: Marker<'a>,
    /// The field of an entry.
    pub field: Field<'a>,
    /// The text outside of entries.
    pub outside: Outside<'a>,
}

/// A marker: a line that ends with the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct Marker<'a> {
    /// The parts of the line before the field, without line breaks.
    pub lead: &'a [Part<'a>],
    /// The meaning, as a sentence.
    pub meaning: &'a str,
}

/// A part of a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub enum Part<'a> {
    /// This text.
    Text(&'a str),
    /// The parameter at this index in [`TextFormat::parameters`].
    Parameter(usize),
}

/// The field of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::text))]
pub struct Field<'a> {
    /// The name in the schema.
    pub name: &'a str,
    /// The texts that the field must not contain, in addition to line breaks.
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
    /// The reason, in words.
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
