//! Compresses, and decompresses as it is looked at: the only module that knows the codecs.

mod compress;
mod decoder;
mod digesting;
mod encoder;
mod frame;
mod level;
mod promises;
mod stream;
#[cfg(test)]
mod tests;
mod unpacked;

pub use compress::{Compressed, Compression, compress};
pub use level::{BadLevel, checked_level, levels};
pub use promises::Packing;

pub(crate) use unpacked::Unpacked;
