//! Compresses, and decompresses as it is looked at: the only module that knows the codecs.

mod compress;
mod declared;
mod decoder;
mod decompressed;
mod encoder;
mod frame;
mod hasher;
mod level;
mod lz4_block;
mod search;
mod stream;
#[cfg(test)]
mod tests;

pub use level::levels;

pub(crate) use compress::{CompressionSettings, compress};
pub(crate) use declared::CompressedStream;
pub(crate) use decompressed::open_compressed;
pub(crate) use frame::{LONGEST_HEADER as LONGEST_FRAME_HEADER, content_len as frame_content_len};
pub(crate) use level::check_level;
pub(crate) use lz4_block::{MOST_RATIO, open_lz4_block};
pub(crate) use search::{Search, Searched};
