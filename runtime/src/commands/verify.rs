//! `verify` as people at a command line ask for it.

use alloc::{string::String, vec::Vec};

use crate::catalog::FileType;
use crate::ops::{self, OpError, Outcome, ScanOptions, Session};

/// What to verify.
#[derive(Debug, Clone, Default)]
pub struct VerifyRequest {
    /// The inputs.
    pub inputs: Vec<String>,
    /// What they are; found out where it is not given.
    pub file_type: Option<&'static FileType>,
}

/// Tells everything that is wrong or odd in each input.
pub fn verify(session: &mut Session<'_>, request: &VerifyRequest) -> Result<Outcome, OpError> {
    ops::verify(
        session,
        &ops::VerifyRequest {
            inputs: request.inputs.clone(),
            scan: ScanOptions {
                file_type: request.file_type,
                ..ScanOptions::default()
            },
        },
    )
}
