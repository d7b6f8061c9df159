//! `extract` with the strictness that suits people at a command line.

use alloc::{string::String, vec::Vec};
use std::path::PathBuf;

use super::looking::Looking;
use crate::catalog::FileType;
use crate::ops::{self, Filter, OpError, Outcome, Session};

/// What to extract.
#[derive(Debug, Clone)]
pub struct ExtractRequest {
    /// The inputs.
    pub inputs: Vec<String>,
    /// What they are; found out where it is not given.
    pub file_type: Option<&'static FileType>,
    /// The folder for the files; the current one if none is given.
    pub folder: Option<PathBuf>,
    /// Target IDs, of which entries must serve one, if there are any.
    pub targets: Vec<String>,
    /// Kinds, of which entries must serve one, if there are any.
    pub kinds: Vec<String>,
    /// Triples, of which entries must serve one, if there are any.
    pub triples: Vec<String>,
    /// Write empty entries too.
    pub empty: bool,
    /// Go on where an input is damaged, or no bundle at all.
    pub lenient: bool,
    /// Files may replace others.
    pub force: bool,
    /// Only say what would be written.
    pub dry_run: bool,
    /// Do not check the digest of what is compressed.
    pub no_verify: bool,
    /// How many bytes may come out of what is compressed.
    pub max_size: u64,
    /// Look for bundles everywhere.
    pub carve: bool,
}

/// Writes the entries that are asked for into a folder.
pub fn extract(session: &mut Session<'_>, request: &ExtractRequest) -> Result<Outcome, OpError> {
    let scan = Looking {
        file_type: request.file_type,
        no_verify: request.no_verify,
        max_size: request.max_size,
        carve: request.carve,
    };
    ops::extract(
        session,
        &ops::ExtractRequest {
            inputs: request.inputs.clone(),
            scan: scan.into(),
            folder: request.folder.clone().unwrap_or_else(|| ".".into()),
            filter: Filter {
                kinds: request.kinds.clone(),
                triples: request.triples.clone(),
                targets: request.targets.clone(),
            },
            empty: request.empty,
            lenient: request.lenient,
            force: request.force,
            dry_run: request.dry_run,
        },
    )
}
