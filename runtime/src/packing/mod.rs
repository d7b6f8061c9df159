//! Compresses, and decompresses as it is looked at: the only module that knows the codecs.

mod compress;
mod decoder;
mod digesting;
mod encoder;
mod faults;
mod frame;
mod level;
mod stream;
#[cfg(test)]
mod tests;
mod unpacked;

pub use compress::{Compressed, Compression, compress};
pub use faults::Packing;
pub use level::{BadLevel, checked_level, levels};

pub(crate) use unpacked::Unpacked;
