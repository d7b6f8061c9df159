//! `list` with the strictness that suits people at a command line.

use alloc::{string::String, vec::Vec};

use super::looking::Looking;
use crate::catalog::FileType;
use crate::ops::{self, OpError, Outcome, Session};

/// What to list.
#[derive(Debug, Clone)]
pub struct ListRequest {
    /// The inputs.
    pub inputs: Vec<String>,
    /// What they are; found out where it is not given.
    pub file_type: Option<&'static FileType>,
    /// Print the IDs alone, one a line and each once an input.
    pub ids_only: bool,
    /// List what can be read of a malformed input, and warn of the rest.
    pub lenient: bool,
    /// Do not check the digest of what is compressed.
    pub no_verify: bool,
    /// How many bytes may come out of what is compressed.
    pub max_size: u64,
    /// Look for bundles everywhere.
    pub carve: bool,
}

/// Lists every entry of every bundle of every input.
pub fn list(session: &mut Session<'_>, request: &ListRequest) -> Result<Outcome, OpError> {
    ops::list(
        session,
        &ops::ListRequest {
            inputs: request.inputs.clone(),
            scan: Looking {
                file_type: request.file_type,
                no_verify: request.no_verify,
                max_size: request.max_size,
                carve: request.carve,
            }
            .into(),
            ids_only: request.ids_only,
            lenient: request.lenient,
            unchecked: false,
        },
    )
}
