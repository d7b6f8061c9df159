//! What is declared of compressed bytes before they are decompressed, and the errors where it is something else.

use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::envelope::{Codec, DeclaredValue, Digest, Method};
use offload_bundle_core::error::{Problem, ReadError};

/// Where compressed bytes are, and what a header declares of them. All offsets count from the start of the input that holds them.
#[derive(Debug, Clone)]
pub(crate) struct CompressedStream {
    /// How they were compressed.
    pub method: Method,
    /// The compressed bytes.
    pub place: Place,
    /// Set if no field says how long they are, so that the stream may end before the place does.
    pub open_ended: bool,
    /// The field that says how long header and compressed bytes are together, if there is one.
    pub len: Option<DeclaredValue>,
    /// How long the header is in bytes.
    pub header_len: u64,
    /// The field that says how many bytes they hold.
    pub decompressed_len: DeclaredValue,
    /// The field that holds the leading part of the digest of what they hold, if there is one.
    pub digest: Option<DeclaredValue>,
    /// What is in front of what they hold, and is counted with it.
    pub front: Arc<Vec<u8>>,
    /// Whether the digest is to be checked.
    pub verify: bool,
    /// The path of the compressed bytes: the fields that lead there.
    pub data_path: &'static [&'static str],
}

impl CompressedStream {
    /// The compressed bytes, which begin or go on at `consumed` bytes from their start, cannot be decompressed.
    pub(super) fn corrupt(&self, consumed: u64, after: u64, why: &str) -> ReadError {
        let stream = match self.method.codec {
            Codec::Zstd => "a Zstandard",
            Codec::Zlib => "a zlib",
        };
        let why = why.into();
        self.in_data(consumed, Problem::Corrupt { stream, after, why })
    }

    /// Something is wrong `consumed` bytes from the start of the compressed bytes.
    pub(super) fn in_data(&self, consumed: u64, problem: Problem) -> ReadError {
        ReadError::new(self.place.ofs.saturating_add(consumed), problem).in_fields(self.data_path)
    }

    /// More bytes come out than are declared.
    pub(super) fn holds_more(&self) -> ReadError {
        let found = self.decompressed_len.value;
        broken(&self.decompressed_len, Problem::HoldsMore { found })
    }

    /// Checks what is declared of a stream that took `consumed` bytes and came to its end after `decompressed` bytes had come out.
    pub(super) fn check_ended(&self, consumed: u64, decompressed: u64) -> Result<(), ReadError> {
        agrees(&self.decompressed_len, decompressed)?;
        match &self.len {
            Some(len) if !self.open_ended && consumed != self.place.len => {
                agrees(len, self.header_len.saturating_add(consumed))
            }
            _ => Ok(()),
        }
    }

    /// Checks what is declared of the digest.
    pub(super) fn check_digest(&self, digest: Digest) -> Result<(), ReadError> {
        let Some(declared) = &self.digest else {
            return Ok(());
        };
        let (found, expected) = (declared.value, digest.leading());
        if found == expected {
            return Ok(());
        }
        Err(broken(declared, Problem::WrongDigest { found, expected }))
    }
}

fn agrees(declared: &DeclaredValue, expected: u64) -> Result<(), ReadError> {
    let found = declared.value;
    if found == expected {
        return Ok(());
    }
    Err(broken(declared, Problem::Disagrees { found, expected }))
}

fn broken(declared: &DeclaredValue, problem: Problem) -> ReadError {
    ReadError::new(declared.offset, problem).in_fields(declared.path)
}
