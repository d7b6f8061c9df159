//! `inspect` as people at a command line ask for it.

use alloc::{string::String, vec::Vec};

use super::looking::Looking;
use crate::catalog::FileType;
use crate::ops::{self, OpError, Outcome, Session};

/// What to inspect.
#[derive(Debug, Clone)]
pub struct InspectRequest {
    /// The inputs.
    pub inputs: Vec<String>,
    /// What they are; found out where it is not given.
    pub file_type: Option<&'static FileType>,
    /// Do not check the digest of what is compressed.
    pub no_verify: bool,
    /// How many bytes may come out of what is compressed.
    pub max_size: u64,
    /// Look for bundles everywhere.
    pub carve: bool,
}

/// Explains the bytes of every bundle of every input.
pub fn inspect(session: &mut Session<'_>, request: &InspectRequest) -> Result<Outcome, OpError> {
    ops::inspect(
        session,
        &ops::InspectRequest {
            inputs: request.inputs.clone(),
            scan: Looking {
                file_type: request.file_type,
                no_verify: request.no_verify,
                max_size: request.max_size,
                carve: request.carve,
            }
            .into(),
        },
    )
}
