//! No other module uses the codecs.

mod compress;
mod decoder;
mod decompressed;
mod hasher;
mod stream;
#[cfg(test)]
mod tests;

pub use compress::levels;

pub(crate) use compress::{CompressionSettings, check_level, compress};
pub(crate) use decoder::{MOST_RATIO, open_lz4_block};
pub(crate) use decompressed::open_compressed;
pub(crate) use hasher::Searched;
pub(crate) use stream::{CompressedStream, LONGEST_HEADER as LONGEST_FRAME_HEADER, content_len as frame_content_len};
