//! Checksums and digests.

use alloc::vec::Vec;

use adler2::Adler32;
use md5::{Digest as _, Md5};
use sha2::Sha256;

/// A checksum algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Sum {
    /// CRC-32 as in zip and PNG: polynomial 0xedb88320, least significant bit first.
    Crc32,
    /// Adler-32, as in zlib.
    Adler32,
    /// MD5 (16 bytes).
    Md5,
    /// SHA-256 (32 bytes).
    Sha256,
}

impl Sum {
    /// The names of the algorithms in schemas.
    pub const NAMES: [(&'static str, Self); 4] =
        [("crc32", Self::Crc32), ("adler32", Self::Adler32), ("md5", Self::Md5), ("sha256", Self::Sha256)];

    /// Returns the length of the checksum in bytes.
    pub fn size(self) -> u64 {
        match self {
            Self::Crc32 | Self::Adler32 => 4,
            Self::Md5 => 16,
            Self::Sha256 => 32,
        }
    }

    /// Returns whether the checksum is a number, in the byte order of its field.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Crc32 | Self::Adler32)
    }

    /// Returns the checksum of `bytes`, big-endian if it is a number.
    pub fn compute(self, bytes: &[u8]) -> Vec<u8> {
        let mut summing = self.begin();
        summing.update(bytes);
        summing.finish()
    }

    /// Begins an incremental checksum.
    pub fn begin(self) -> Summing {
        Summing(match self {
            Self::Crc32 => State::Crc32(crc32fast::Hasher::new()),
            Self::Adler32 => State::Adler32(Adler32::new()),
            Self::Md5 => State::Md5(Md5::new()),
            Self::Sha256 => State::Sha256(Sha256::new()),
        })
    }
}

/// An incremental checksum.
#[derive(Debug, Clone)]
pub struct Summing(State);

#[derive(Debug, Clone)]
enum State {
    Crc32(crc32fast::Hasher),
    Adler32(Adler32),
    Md5(Md5),
    Sha256(Sha256),
}

impl Summing {
    /// Adds the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            State::Crc32(sum) => sum.update(bytes),
            State::Adler32(sum) => sum.write_slice(bytes),
            State::Md5(sum) => sum.update(bytes),
            State::Sha256(sum) => sum.update(bytes),
        }
    }

    /// Returns the checksum, big-endian if it is a number.
    pub fn finish(self) -> Vec<u8> {
        match self.0 {
            State::Crc32(sum) => sum.finalize().to_be_bytes().to_vec(),
            State::Adler32(sum) => sum.checksum().to_be_bytes().to_vec(),
            State::Md5(sum) => sum.finalize().to_vec(),
            State::Sha256(sum) => sum.finalize().to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_match_published_values() {
        let text = b"123456789";
        assert_eq!(Sum::Crc32.compute(text), [0xcb, 0xf4, 0x39, 0x26]);
        assert_eq!(Sum::Crc32.compute(b""), [0; 4]);
        assert_eq!(Sum::Adler32.compute(b"Wikipedia"), [0x11, 0xe6, 0x03, 0x98]);
        for (name, sum) in Sum::NAMES {
            assert_eq!(crate::bytes::length(&sum.compute(text)), sum.size(), "{name}");
        }
    }
}
