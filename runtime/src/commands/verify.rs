//! `verify` as people at a command line ask for it.

use alloc::{string::String, vec::Vec};

use super::looking::Looking;
use crate::catalog::FileType;
use crate::ops::{self, OpError, Outcome, Session};

/// What to verify.
#[derive(Debug, Clone)]
pub struct VerifyRequest {
    /// The inputs.
    pub inputs: Vec<String>,
    /// What they are; found out where it is not given.
    pub file_type: Option<&'static FileType>,
    /// How many bytes may come out of what is compressed.
    pub max_size: u64,
    /// Look for bundles everywhere.
    pub carve: bool,
}

/// Tells everything that is wrong or odd in each input.
pub fn verify(session: &mut Session<'_>, request: &VerifyRequest) -> Result<Outcome, OpError> {
    ops::verify(
        session,
        &ops::VerifyRequest {
            inputs: request.inputs.clone(),
            scan: Looking {
                file_type: request.file_type,
                no_verify: false,
                max_size: request.max_size,
                carve: request.carve,
            }
            .into(),
        },
    )
}
