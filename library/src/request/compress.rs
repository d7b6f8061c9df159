//! The requests of `compress` and `decompress`.

use std::path::PathBuf;

use super::compression::CompressionRequest;
use super::runtime::RuntimeRelease;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// The request of [`compress`](crate::ops::compress): files of bundles, or one library, program or zip archive, in which bundles are
/// compressed in place.
///
/// An already compressed bundle is compressed anew if a level, or another method than its own, is given. Otherwise its compressed bytes
/// stay as they are, and only the header is written anew. In a library or program it keeps its version too, unless another is requested.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct CompressRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The output; `-` is standard output. Optional if the file is changed in place, or nothing is written.
    pub output: Option<PathBuf>,
    /// Changes the only input in place.
    pub in_place: bool,
    /// Dry run: nothing is written; the report says what would be.
    pub dry_run: bool,
    /// Drops signatures of a package that would no longer match. Without this, they are an error.
    pub drop_signatures: bool,
    /// How to compress.
    pub compression: CompressionRequest,
    /// The runtime that must read the output. It chooses the version if none is requested.
    pub runtime: Option<RuntimeRelease>,
    /// The alignment of every compressed bundle after the first, in bytes; 0 means 1. In a library or program, bundles keep their
    /// alignment.
    pub alignment: u64,
}

/// The request of [`decompress`](crate::ops::decompress).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct DecompressRequest {
    /// The input.
    pub input: InputFile,
    /// How to read the input.
    pub scan: ScanRequest,
    /// The output; `-` is standard output. Optional if the file is changed in place, or nothing is written.
    pub output: Option<PathBuf>,
    /// Changes the only input in place.
    pub in_place: bool,
    /// Dry run: nothing is written; the report says what would be.
    pub dry_run: bool,
    /// Drops signatures of a package that would no longer match. Without this, they are an error.
    pub drop_signatures: bool,
    /// The alignment of every bundle after the first, in bytes; 0 means 1. In a library or program, bundles keep their alignment.
    pub alignment: u64,
}
