//! Reads and writes headers of compressed bundles independently of the program under test.

const MAGIC: &[u8] = b"CCOB";

/// A header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Its version: 1, 2 or 3.
    pub version: u16,
    /// The method: 0 is zlib, 1 is zstd.
    pub method: u16,
    /// Length of header and compressed bytes. Absent in version 1.
    pub file_len: Option<u64>,
    /// Length of the decompressed bytes.
    pub unpacked_len: u64,
    /// The first eight bytes of the MD5 digest of the decompressed bytes.
    pub hash: [u8; 8],
}

impl Header {
    /// The header at the start of `bytes`, and the rest; `None` without a header.
    pub fn split(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let number = |at: usize, len: usize| {
            let bytes = bytes.get(at..at + len)?;
            Some(
                bytes
                    .iter()
                    .rev()
                    .fold(0u64, |number, byte| number << 8 | u64::from(*byte)),
            )
        };
        let short = |at| number(at, 2).and_then(|number| u16::try_from(number).ok());
        if !bytes.starts_with(MAGIC) {
            return None;
        }
        let version = short(4)?;
        let fields = Fields::for_version(version)?;
        let header = Self {
            version,
            method: short(6)?,
            file_len: match fields.file_len {
                Some(at) => Some(number(at, fields.width)?),
                None => None,
            },
            unpacked_len: number(fields.unpacked_len, fields.width)?,
            hash: bytes.get(fields.hash..fields.hash + 8)?.try_into().ok()?,
        };
        Some((header, bytes.get(fields.hash + 8..)?))
    }

    /// The bytes of the header. Numbers are truncated to their fields.
    pub fn bytes(&self) -> Vec<u8> {
        let wide = self.version >= 3;
        let mut bytes = [MAGIC, &self.version.to_le_bytes(), &self.method.to_le_bytes()].concat();
        for number in self.file_len.into_iter().chain([self.unpacked_len]) {
            let number = number.to_le_bytes();
            bytes.extend(if wide { &number[..] } else { &number[..4] });
        }
        bytes.extend(self.hash);
        bytes
    }
}

/// Offsets of a version's fields, and the width of lengths, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fields {
    /// Length of header and compressed bytes.
    pub file_len: Option<usize>,
    /// Length of the decompressed bytes.
    pub unpacked_len: usize,
    /// The hash, the last field.
    pub hash: usize,
    /// Bytes of each length.
    pub width: usize,
}

impl Fields {
    /// The fields of `version`; `None` for an unknown version.
    pub fn for_version(version: u16) -> Option<Self> {
        let fields = |file_len, unpacked_len, hash, width| Self { file_len, unpacked_len, hash, width };
        match version {
            1 => Some(fields(None, 8, 12, 4)),
            2 => Some(fields(Some(8), 12, 16, 4)),
            3 => Some(fields(Some(8), 16, 24, 8)),
            _ => None,
        }
    }

    /// Length of the header.
    pub fn header_len(self) -> usize {
        self.hash + 8
    }
}
