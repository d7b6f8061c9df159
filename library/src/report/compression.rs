//! The compression of a bundle.

use std::time::Duration;

use serde::Serialize;

use super::hexadecimal::Hexadecimal;
use super::integer::Integer;

/// The compression of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Compression {
    /// The name of the compressed format, as `formats` shows it.
    pub format: &'static str,
    /// The version of the format; present only if the format has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The compression method; null if it is not known.
    pub method: Option<&'static str>,
    /// The level that was used; absent if nothing was compressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<i32>,
    /// The offset of the compressed bundle, which begins with its header, in the input, in bytes; absent if the bundle was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<Integer>,
    /// The length of header and compressed bytes together, in bytes.
    pub size: Integer,
    /// The length of the compressed bytes alone, in bytes.
    pub compressed_size: Integer,
    /// The length of the decompressed bytes.
    pub decompressed_size: Integer,
    /// The MD5 digest of the decompressed bytes as the header has it: 16 hexadecimal digits, its first eight bytes as a little-endian
    /// number. Absent if the format has no digest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Hexadecimal>,
    /// Whether the header declares the total length.
    #[serde(skip)]
    pub declares_size: bool,
    /// How long compressing or decompressing took, if that was done.
    #[serde(skip)]
    pub took: Option<Duration>,
}
