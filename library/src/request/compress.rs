//! What to compress, and what to decompress.

use std::path::PathBuf;

use super::compression::CompressionRequest;
use super::runtime::RuntimeRelease;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// What to compress: bundles by themselves, or one library, program or zip archive, in which bundles stay where they are.
///
/// A bundle that is compressed already is compressed anew if a level is given, or another method than its own. Else its compressed bytes
/// stay as they are, and only the header is written anew. In a library or program it keeps its version too, unless another is asked for.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct CompressRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to look into them.
    pub scan: ScanRequest,
    /// The output; `-` is standard output. It may be left out where the file is changed in place, or nothing is written.
    pub output: Option<PathBuf>,
    /// The file itself, which is the only one, is changed.
    pub in_place: bool,
    /// Nothing is written; the report tells what would be.
    pub dry_run: bool,
    /// Signatures of a package go that would not fit any more. It is refused otherwise.
    pub drop_signatures: bool,
    /// How to compress.
    pub compression: CompressionRequest,
    /// For which runtime it is written, which chooses the version where none is asked for.
    pub runtime: Option<RuntimeRelease>,
    /// Every compressed bundle after the first starts at a multiple of this, in bytes; 0 counts as 1. Within a library or program
    /// bundles stay aligned as they are.
    pub alignment: u64,
}

/// What to decompress.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct DecompressRequest {
    /// The input.
    pub input: InputFile,
    /// How to look into it.
    pub scan: ScanRequest,
    /// The output; `-` is standard output. It may be left out where the file is changed in place, or nothing is written.
    pub output: Option<PathBuf>,
    /// The file itself, which is the only one, is changed.
    pub in_place: bool,
    /// Nothing is written; the report tells what would be.
    pub dry_run: bool,
    /// Signatures of a package go that would not fit any more. It is refused otherwise.
    pub drop_signatures: bool,
    /// Every bundle after the first starts at a multiple of this, in bytes; 0 counts as 1. Within a library or program
    /// bundles stay aligned as they are.
    pub alignment: u64,
}
