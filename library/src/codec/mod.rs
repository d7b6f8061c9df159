//! Compresses, and decompresses as it is looked at: the only module that knows the codecs.

mod compress;
mod declared;
mod decoder;
mod decompressed;
mod encoder;
mod frame;
mod hasher;
mod level;
mod stream;
#[cfg(test)]
mod tests;

pub use compress::{Compressed, CompressionSettings, compress};
pub use declared::CompressedStream;
pub use decompressed::decompressed;
pub use level::{BadLevel, checked_level, levels};
