//! Device code that is not in the file that should hold it.

use offload_bundle_core::bytes::Place;
use serde_json::{Value, json};

/// A section that should hold device code and has no bytes in the file, or one that says where the device code went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalCode {
    /// Its name in the file.
    pub section: String,
    /// First byte of its header, from the start of the file.
    pub offset: u64,
    /// Its length in memory, in bytes.
    pub len: u64,
    /// The section that says where the device code is, if there is one.
    pub reference: Option<Reference>,
}

/// A section that says where device code is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Its name in the file.
    pub section: String,
    /// Its content.
    pub place: Place,
}

impl ExternalCode {
    /// The line that tells of it in `file`.
    pub(crate) fn as_note(&self, file: &str) -> String {
        let Self { section, offset, .. } = self;
        let note = match &self.reference {
            Some(reference) if reference.section == *section => {
                format!("the section {section} says where it was moved to")
            }
            Some(Reference { section: name, .. }) => {
                format!(
                    "the section {section} has no bytes in this file; the section {name} says where they were moved to"
                )
            }
            None => format!("the section {section} has no bytes in this file"),
        };
        format!("note: {file}: at byte {offset:#x}: device code is elsewhere: {note}")
    }

    /// As JSON: `section`, `offset` (of its header), `len` (in memory), and `reference` (null, or `section`, `offset`, `size`).
    pub fn as_json(&self) -> Value {
        let reference = self
            .reference
            .as_ref()
            .map(|Reference { section, place }| json!({ "section": section, "offset": place.ofs, "size": place.len }));
        json!({ "section": self.section, "offset": self.offset, "len": self.len, "reference": reference })
    }
}
