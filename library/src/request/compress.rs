//! What to compress, and what to decompress.

use std::path::PathBuf;

use super::compression::CompressionRequest;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// What to compress.
///
/// A bundle that is compressed already is compressed anew if a level is given, or another method than its own. Else its compressed bytes
/// stay as they are, and only the header is written anew.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct CompressRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to look into them.
    pub scan: ScanRequest,
    /// The output; `-` is standard output.
    pub output: PathBuf,
    /// How to compress.
    pub compression: CompressionRequest,
    /// Every compressed bundle after the first starts at a multiple of this, in bytes; 0 counts as 1.
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
    /// The output; `-` is standard output.
    pub output: PathBuf,
    /// Every bundle after the first starts at a multiple of this, in bytes; 0 counts as 1.
    pub alignment: u64,
}
