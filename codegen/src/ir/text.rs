//! A text format, resolved: its table, and what its documents say.

use offload_bundle_core::text;

/// One text format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFormat<'a> {
    /// Name of the schema file.
    pub file: String,
    /// What core reads, writes and shows it by.
    pub table: text::TextFormat<'a>,
    /// About the format.
    pub docs: Docs,
    /// A value of each parameter for documents and tests, and about it.
    pub parameters: Vec<(String, String)>,
    /// About the field.
    pub field: String,
    /// About entries.
    pub entry: String,
    /// About the marker that begins an entry, the content, and the marker that ends it.
    pub parts: [String; 3],
    /// About text outside of entries.
    pub outside: String,
}

/// Documentation with its sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Docs {
    /// The documentation.
    pub doc: String,
    /// The sections of the source documents.
    pub refs: Vec<String>,
}
