//! `inspect` as people at a command line ask for it.

use alloc::{string::String, vec::Vec};

use crate::catalog::FileType;
use crate::ops::{self, OpError, Outcome, ScanOptions, Session};

/// What to inspect.
#[derive(Debug, Clone, Default)]
pub struct InspectRequest {
    /// The inputs.
    pub inputs: Vec<String>,
    /// What they are; found out where it is not given.
    pub file_type: Option<&'static FileType>,
}

/// Explains the bytes of every bundle of every input.
pub fn inspect(session: &mut Session<'_>, request: &InspectRequest) -> Result<Outcome, OpError> {
    ops::inspect(
        session,
        &ops::InspectRequest {
            inputs: request.inputs.clone(),
            scan: ScanOptions {
                file_type: request.file_type,
                ..ScanOptions::default()
            },
        },
    )
}
