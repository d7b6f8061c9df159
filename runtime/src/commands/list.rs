//! `list` with the strictness that suits people at a command line.

use alloc::{string::String, vec::Vec};

use crate::catalog::FileType;
use crate::ops::{self, OpError, Outcome, ScanOptions, Session};

/// What to list.
#[derive(Debug, Clone, Default)]
pub struct ListRequest {
    /// The inputs.
    pub inputs: Vec<String>,
    /// What they are; found out where it is not given.
    pub file_type: Option<&'static FileType>,
    /// Print the IDs alone, one a line and each once an input.
    pub ids_only: bool,
    /// List what can be read of a malformed input, and warn of the rest.
    pub lenient: bool,
}

/// Lists every entry of every bundle of every input.
pub fn list(session: &mut Session<'_>, request: &ListRequest) -> Result<Outcome, OpError> {
    ops::list(
        session,
        &ops::ListRequest {
            inputs: request.inputs.clone(),
            scan: ScanOptions {
                file_type: request.file_type,
                ..ScanOptions::default()
            },
            ids_only: request.ids_only,
            lenient: request.lenient,
            unchecked: false,
        },
    )
}
