//! `compress`, `decompress`, and how other commands compress their outputs.

use alloc::{string::String, vec::Vec};

use super::looking::Looking;
use crate::catalog::FileType;
use crate::ops::{self, Compressing, Keep, OpError, Outcome, Session};

/// What to compress.
#[derive(Debug, Clone)]
pub struct CompressRequest {
    /// The inputs.
    pub inputs: Vec<String>,
    /// The output.
    pub output: String,
    /// What the inputs are; found out where it is not given.
    pub file_type: Option<&'static FileType>,
    /// The method; if none is given, that of what is compressed already unless there is a level, and else the usual one.
    pub method: Option<Compressing>,
    /// The level; the method's usual one if none is given.
    pub level: Option<i32>,
    /// The version; the usual one if none is given.
    pub version: Option<u64>,
    /// Every bundle after the first starts at a multiple of this, in bytes.
    pub alignment: Option<u64>,
    /// Do not check the digest of what is compressed already.
    pub no_verify: bool,
    /// How many bytes may come out of what is compressed already.
    pub max_size: u64,
}

/// What to decompress.
#[derive(Debug, Clone)]
pub struct DecompressRequest {
    /// The input.
    pub input: String,
    /// The output.
    pub output: String,
    /// What the input is; found out where it is not given.
    pub file_type: Option<&'static FileType>,
    /// Every bundle after the first starts at a multiple of this, in bytes.
    pub alignment: Option<u64>,
    /// Do not check the digest.
    pub no_verify: bool,
    /// How many bytes may come out.
    pub max_size: u64,
}

/// Compresses every bundle of the inputs.
pub fn compress(session: &mut Session<'_>, request: &CompressRequest) -> Result<Outcome, OpError> {
    let chosen = request.method.or_else(|| Compressing::default_of(session.catalog));
    let chosen = chosen.ok_or(OpError::NoCompression)?;
    let scan = Looking {
        file_type: request.file_type,
        no_verify: request.no_verify,
        max_size: request.max_size,
        carve: false,
    };
    ops::compress(
        session,
        &ops::CompressRequest {
            inputs: request.inputs.clone(),
            scan: scan.into(),
            output: request.output.clone(),
            // Whoever asks for a level wants the work done.
            keep: match (request.level, request.method) {
                (Some(_), _) => Keep::Nothing,
                (None, Some(_)) => Keep::SameMethod,
                (None, None) => Keep::AnyMethod,
            },
            compress: with(chosen, request.level, request.version),
            alignment: request.alignment.unwrap_or(1),
        },
    )
}

/// Decompresses every bundle of the input.
pub fn decompress(session: &mut Session<'_>, request: &DecompressRequest) -> Result<Outcome, OpError> {
    let scan = Looking {
        file_type: request.file_type,
        no_verify: request.no_verify,
        max_size: request.max_size,
        carve: false,
    };
    ops::decompress(
        session,
        &ops::DecompressRequest {
            input: request.input.clone(),
            scan: scan.into(),
            output: request.output.clone(),
            alignment: request.alignment.unwrap_or(1),
        },
    )
}

/// The same way of compressing at another level or in another version.
pub(super) fn with(compressing: Compressing, level: Option<i32>, version: Option<u64>) -> Compressing {
    Compressing { level, version: version.unwrap_or(compressing.version), ..compressing }
}
