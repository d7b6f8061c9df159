//! How something is compressed.

use std::time::Duration;

use serde::Serialize;

use super::hexadecimal::Hexadecimal;
use super::integer::Integer;

/// How a bundle is compressed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Compression {
    /// Name of the compressed format, as `formats` shows it.
    pub format: &'static str,
    /// Its version; there only where the format has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// How the bytes are compressed; null if that is not known.
    pub method: Option<&'static str>,
    /// The level that was worked at; not there where nothing was compressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<i32>,
    /// First byte of the compressed bundle, which is its header, in the input; not there where it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<Integer>,
    /// Length of the whole, header and compressed bytes, in bytes.
    pub size: Integer,
    /// Length of the compressed bytes alone, in bytes.
    pub compressed_size: Integer,
    /// Length of what it holds, in bytes.
    pub decompressed_size: Integer,
    /// What the header says of the MD5 of what it holds: 16 hexadecimal digits, its first eight bytes as a little-endian number. Not there
    /// where the format has no digest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Hexadecimal>,
    /// Whether the header says how long the whole is.
    #[serde(skip)]
    pub declares_size: bool,
    /// How long compressing or decompressing took, where that has been done.
    #[serde(skip)]
    pub took: Option<Duration>,
}
