//! `unbundle` with the strictness that suits people at a command line.

use alloc::{string::String, vec::Vec};
use std::path::PathBuf;

use super::looking::Looking;
use crate::catalog::FileType;
use crate::ops::{self, OpError, Outcome, Session};

/// What to unbundle.
#[derive(Debug, Clone)]
pub struct UnbundleRequest {
    /// What the input is; found out where it is not given.
    pub file_type: Option<&'static FileType>,
    /// The input.
    pub input: String,
    /// The IDs to take out, each with the output it goes to.
    pub wanted: Vec<(String, String)>,
    /// Also write every entry to a file of its own.
    pub all: bool,
    /// The folder for those files; the current one if none is given.
    pub folder: Option<PathBuf>,
    /// Where nothing serves a request, write an empty file.
    pub allow_missing: bool,
    /// Take apart input that is not sound as well, as far as it can be.
    pub lenient: bool,
    /// Say for every request and entry whether they go together, and why.
    pub explain: bool,
    /// Files of `all` may replace others.
    pub force: bool,
    /// Do not check the digest of what is compressed.
    pub no_verify: bool,
    /// How many bytes may come out of what is compressed.
    pub max_size: u64,
    /// Look for bundles everywhere.
    pub carve: bool,
}

/// Takes out what is wanted.
pub fn unbundle(session: &mut Session<'_>, request: &UnbundleRequest) -> Result<Outcome, OpError> {
    ops::unbundle(
        session,
        &ops::UnbundleRequest {
            scan: Looking {
                file_type: request.file_type,
                no_verify: request.no_verify,
                max_size: request.max_size,
                carve: request.carve,
            }
            .into(),
            input: request.input.clone(),
            wanted: request.wanted.clone(),
            all_into: request
                .all
                .then(|| request.folder.clone().unwrap_or_else(|| ".".into())),
            allow_missing: request.allow_missing,
            lenient: request.lenient,
            explain: request.explain,
            force: request.force,
            ..ops::UnbundleRequest::default()
        },
    )
}
