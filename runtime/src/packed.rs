//! Compressed content, as builders take it: the compressed bytes, with what is known of the bytes that they hold.

use crate::plan::Content;
use crate::wrapper::Packed;

/// Compressed content. Headers are worked out from it, so nobody gives a size or a hash by hand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PackedContent<'a> {
    /// The compressed bytes.
    pub content: Content<'a>,
    /// Length of the bytes before, in bytes.
    pub unpacked_len: u64,
    /// First eight bytes of the MD5 digest of the bytes before, in the order of the digest.
    pub digest: [u8; 8],
}

impl PackedContent<'_> {
    /// Number of compressed bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        self.content.len()
    }
}

impl From<&Packed> for PackedContent<'_> {
    fn from(packed: &Packed) -> Self {
        Self {
            content: Content::Elsewhere(packed.len),
            unpacked_len: packed.unpacked_len,
            digest: packed.digest.leading().to_le_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wrapper::Digest;

    #[test]
    fn the_first_bytes_of_the_digest_keep_their_order() {
        let packed = Packed {
            len: 3,
            unpacked_len: 9,
            digest: Digest(*b"0123456789abcdef"),
        };
        let content = PackedContent::from(&packed);
        assert_eq!((content.len(), content.unpacked_len), (3, 9));
        assert_eq!(content.digest, *b"01234567");
    }
}
