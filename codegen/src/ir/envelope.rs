//! A format that holds something compressed, resolved: what its header says, version by version.

use offload_bundle_core::bytes::Width;
use offload_bundle_core::envelope::Codec;

use crate::ir::measure::Measure;

/// Compressed bytes at the end of a record.
#[derive(Debug, Clone)]
pub struct Compressed {
    /// How many there are; none if they take all that is left.
    pub len: Option<Measure>,
    /// The field that says how many bytes they hold.
    pub decompressed_len: String,
    /// The smallest and the largest number that this field may have.
    pub decompressed_bounds: (u64, u64),
    /// The field with the first bytes of the digest of what they hold; empty if there is none.
    pub digest: String,
    /// Whether a number read from that field has the first byte of the digest as its most significant one.
    pub digest_big: bool,
}

/// How the parts of the format are called.
#[derive(Debug, Clone)]
pub struct Envelope {
    /// The number that says how the bytes are compressed; none where they tell it themselves.
    pub method: Option<String>,
    /// What the bytes of each method begin with, where they tell it themselves.
    pub begins: Vec<Vec<u8>>,
    /// Set where the header is the beginning of what the file holds.
    pub front: Option<Front>,
    /// Name, number and codec of each method; the one to use unless told otherwise is the first.
    pub methods: Vec<(String, u64, Codec)>,
    pub data: String,
    /// The switch at whose end they stand; none if there are no versions.
    pub versions: Option<String>,
    /// The versions in ascending order; a single one with the number 0 if there are none.
    pub cases: Vec<Case>,
    /// The version to write unless told otherwise.
    pub default_version: u64,
    /// The byte that may stand between such files.
    pub padding: Option<u8>,
    /// The fixed bytes that the format begins with.
    pub magic: Vec<u8>,
}

/// The header as the beginning of what the file holds.
#[derive(Debug, Clone)]
pub struct Front {
    /// The format of what it holds.
    pub of: String,
    /// How long the header is.
    pub len: u64,
    /// The number that says there how long all of it is.
    pub sized: Fixed,
    /// The number that is 0 there.
    pub cleared: Fixed,
    /// The numbers that operations take over from there.
    pub kept: Vec<Fixed>,
    /// The numbers that tell the format from that of what it holds, and from which to which they may be.
    pub signs: Vec<(Fixed, u64, u64)>,
}

/// A number that always stands at the same place.
#[derive(Debug, Clone)]
pub struct Fixed {
    pub id: String,
    pub at: u64,
    pub width: Width,
}

/// One version.
#[derive(Debug, Clone)]
pub struct Case {
    /// The number that tells it apart.
    pub number: u64,
    /// Index of its record.
    pub record: usize,
    /// The compressed bytes of that record.
    pub compressed: Compressed,
}
