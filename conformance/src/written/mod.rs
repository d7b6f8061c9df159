//! Files that an implementation wrote, read by the descriptions of the formats alone: whether what a file says of itself is true, and what it
//! holds. Nothing here is shared with our own implementation, which is judged too.

mod binary_bundle;
mod compressed_bundle;
mod fields;
mod offload_binary;

pub(crate) use binary_bundle::entries;
pub(crate) use compressed_bundle::decompressed;
pub(crate) use offload_binary::images;
