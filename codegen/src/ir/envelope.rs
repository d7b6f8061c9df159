//! A format that holds something compressed, resolved.

use offload_bundle_core::envelope::Codec;
use offload_bundle_core::layout::EnvelopeTable;

use crate::ir::measure::Measure;

/// Compressed bytes at the end of a record.
#[derive(Debug, Clone)]
pub struct Compressed {
    /// How many there are; none if they take all that is left.
    pub len: Option<Measure>,
    /// The field that says how many bytes they hold.
    pub decompressed_len: String,
    /// The field with the first bytes of the digest of what they hold; empty if there is none.
    pub digest: String,
}

/// The format as an envelope.
#[derive(Debug, Clone)]
pub struct Envelope<'a> {
    pub table: EnvelopeTable<'a>,
    /// Name, number and codec of each method; the one to use unless told otherwise is the first.
    pub methods: Vec<(String, u64, Codec)>,
}
