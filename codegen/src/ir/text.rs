//! A text format, resolved.

/// One text format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFormat {
    /// Name of the schema file.
    pub file: String,
    /// The format's name.
    pub id: String,
    /// The format's title.
    pub title: String,
    /// About the format.
    pub docs: Docs,
    /// What differs from one kind of text to another.
    pub parameters: Vec<Parameter>,
    /// The field in both markers.
    pub field: Field,
    /// About entries.
    pub entry_doc: String,
    /// The line that begins an entry.
    pub start: Marker,
    /// Name of the content.
    pub content: String,
    /// About the content.
    pub content_doc: String,
    /// The line that ends an entry.
    pub end: Marker,
    /// Whether the end of the file may stand for what closes the last end marker.
    pub end_may_lack_close: bool,
    /// Name of text outside of entries.
    pub outside: String,
    /// About text outside of entries.
    pub outside_doc: String,
    /// Whether another bundle begins where the first entry's field value comes again.
    pub splits: bool,
}

/// Documentation with its sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Docs {
    /// The documentation.
    pub doc: String,
    /// The sections of the source documents.
    pub refs: Vec<String>,
}

/// A parameter of the format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub id: String,
    /// A value for documentation and tests.
    pub example: String,
    /// About it.
    pub doc: String,
}

/// The field in both markers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub id: String,
    /// What it must not hold, with the reason. The closing texts of the markers are among them.
    pub refuse: Vec<(String, String)>,
    /// About it.
    pub docs: Docs,
}

/// A marker line: the lead, the field, and what closes the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marker {
    /// Its name.
    pub id: String,
    /// The parts before the field; the first is a text. Neighbouring texts are joined.
    pub lead: Vec<Part>,
    /// The text after the field.
    pub close: String,
    /// About it.
    pub docs: Docs,
}

/// A part of a lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// This text.
    Text(String),
    /// The value of the parameter at this position of [`TextFormat::parameters`].
    Parameter(usize),
}
