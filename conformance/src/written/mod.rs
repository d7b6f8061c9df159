//! Reads and checks files from an implementation, following the format descriptions. Shares no code with our own
//! implementation, which the suite also tests.

mod archive;
mod binary_bundle;
mod compressed_bundle;
mod fields;
mod ids;
mod offload_binary;
mod text_bundle;

pub(crate) use archive::archive;
pub(crate) use binary_bundle::entries;
pub(crate) use compressed_bundle::{decompress, decompress_as_it_says};
pub(crate) use ids::{plain_id, plain_triple};
pub(crate) use offload_binary::images;
pub(crate) use text_bundle::{comment, texts};
