//! `bundle` with the spelling of IDs to choose.

use alloc::{string::String, vec::Vec};

use super::compressing::with;
use crate::catalog::FileType;
use crate::ids::{Invalid, ParseError, StyleError};
use crate::ops::{self, Compressing, OpError, Outcome, Session, check_bundle};

/// What to bundle.
#[derive(Debug, Clone)]
pub struct BundleRequest {
    /// What the output is.
    pub file_type: &'static FileType,
    /// The output.
    pub output: String,
    /// The entries in their order: an ID in any spelling, and the input that is the content.
    pub entries: Vec<(String, String)>,
    /// Every content starts at a multiple of this, in bytes; without it, the file type decides.
    pub alignment: Option<u64>,
    /// How IDs are spelled when they are stored.
    pub id_style: String,
    /// Compress the output, by this method.
    pub compress: Option<Compressing>,
    /// The level of compression; the method's usual one if none is given.
    pub level: Option<i32>,
    /// The version of the compressed file; the usual one if none is given.
    pub version: Option<u64>,
}

/// Bundles the inputs under IDs in the style asked for.
pub fn bundle(session: &mut Session<'_>, request: &BundleRequest) -> Result<Outcome, OpError> {
    let ids = session.catalog.ids;
    let given: Vec<&str> = request.entries.iter().map(|(id, _)| id.as_str()).collect();
    // IDs are checked as they are given, so that the messages show what the user wrote.
    check_bundle(ids, &given, true)?;
    let mut entries = Vec::with_capacity(request.entries.len());
    for (id, input) in &request.entries {
        let stored = ids
            .restyle(id, &request.id_style)
            .map_err(|error| unspellable(id, &request.id_style, &error))?;
        entries.push((stored, input.clone()));
    }
    ops::bundle(
        session,
        &ops::BundleRequest {
            file_type: request.file_type,
            output: request.output.clone(),
            entries,
            alignment: request.alignment.unwrap_or(request.file_type.default_alignment),
            check: true,
            allow_output_is_input: false,
            compress: request
                .compress
                .map(|compressing| with(compressing, request.level, request.version)),
        },
    )
}

/// The ID has no spelling in the style.
fn unspellable(id: &str, style: &str, error: &StyleError) -> OpError {
    let malformed = ParseError {
        column: 0,
        expected: alloc::format!("an ID that the style {style} can spell"),
        found: alloc::format!("one of which {error}"),
    };
    OpError::BadId { id: id.into(), invalid: Invalid { malformed: Some(malformed), ..Invalid::default() } }
}
