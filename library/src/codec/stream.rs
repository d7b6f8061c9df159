//! A compressed stream, its declarations and frame headers.

use std::io;
use std::sync::Arc;

use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::envelope::{Codec, DeclaredValue, Digest, Method};
use offload_bundle_core::error::{Problem, ReadError};

use super::decoder::{Decoder, Fault, WINDOW_MOST};
use crate::file_error::FileError;
use crate::input::{Input, became_shorter};

/// Offsets are relative to the input that contains it.
#[derive(Debug, Clone)]
pub(crate) struct CompressedStream {
    /// The method.
    pub method: Method,
    /// The compressed bytes.
    pub place: Place,
    /// Whether no field declares the length, so that the stream may end before the place does.
    pub open_ended: bool,
    /// The field with the length of header and compressed bytes.
    pub len: Option<DeclaredValue>,
    /// The length of the header in bytes.
    pub header_len: u64,
    /// The field with the decompressed length.
    pub decompressed_len: DeclaredValue,
    /// The field with the leading part of the digest of the content.
    pub digest: Option<DeclaredValue>,
    /// Bytes before the content, which count as part of it.
    pub front: Arc<Vec<u8>>,
    /// Whether to check the digest.
    pub verify: bool,
    /// The path of the compressed bytes.
    pub data_path: &'static [&'static str],
}

impl CompressedStream {
    /// Invalid at `consumed`.
    pub(super) fn corrupt(&self, consumed: u64, after: u64, why: &str) -> ReadError {
        let stream = match self.method.codec {
            Codec::Zstd => "a Zstandard",
            Codec::Zlib => "a zlib",
        };
        let why = why.into();
        self.in_data(consumed, Problem::Corrupt { stream, after, why })
    }

    /// `consumed` bytes after the start of compressed bytes.
    pub(super) fn in_data(&self, consumed: u64, problem: Problem) -> ReadError {
        ReadError::new(self.place.ofs.saturating_add(consumed), problem).in_fields(self.data_path)
    }

    pub(super) fn holds_more(&self) -> ReadError {
        let found = self.decompressed_len.value;
        broken(&self.decompressed_len, Problem::HoldsMore { found })
    }

    /// At the end of the stream.
    pub(super) fn check_ended(&self, consumed: u64, decompressed: u64) -> Result<(), ReadError> {
        agrees(&self.decompressed_len, decompressed)?;
        match &self.len {
            Some(len) if !self.open_ended && consumed != self.place.len => {
                agrees(len, self.header_len.saturating_add(consumed))
            }
            _ => Ok(()),
        }
    }

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

/// In bytes.
pub(super) const MAGIC_LEN: u64 = 4;
/// In bytes.
pub(crate) const LONGEST_HEADER: u64 = 18;

const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Its first byte has any low half.
const SKIPPABLE: [u8; 4] = [0x50, 0x2a, 0x4d, 0x18];

pub(super) fn starts(head: &[u8]) -> bool {
    match head {
        [first, rest @ ..] if rest.starts_with(&SKIPPABLE[1..]) => first & 0xf0 == SKIPPABLE[0],
        head => head.starts_with(&FRAME),
    }
}

pub(super) fn window_len(head: &[u8]) -> Option<u64> {
    let (&descriptor, rest) = head.strip_prefix(&FRAME)?.split_first()?;
    let single_segment = descriptor & 0x20 != 0;
    if !single_segment {
        let window = rest.first()?;
        let base = 1_u64.checked_shl(u32::from(window >> 3).checked_add(10)?)?;
        let eighths = u64::from(window & 7);
        return base.checked_add((base >> 3).checked_mul(eighths)?);
    }
    let after_dictionary = rest.get([0, 1, 2, 4].get(usize::from(descriptor & 3)).copied()?..)?;
    // The whole content is the window.
    let len = [1, 2, 4, 8].get(usize::from(descriptor >> 6)).copied()?;
    let mut bytes = [0; 8];
    bytes.get_mut(..len)?.copy_from_slice(after_dictionary.get(..len)?);
    let bias = if len == 2 { 256 } else { 0 };
    u64::from_le_bytes(bytes).checked_add(bias)
}

/// As declared (RFC 8878, 3.1).
pub(crate) fn content_len(head: &[u8]) -> Option<u64> {
    zstd::zstd_safe::get_frame_content_size(head).ok().flatten()
}

/// Later reads are as long as all before, up to the maximum: reads stay proportional to the requested bytes.
const FETCH_FIRST: u64 = 16 << 10;
const FETCH_MOST: u64 = 256 << 10;

/// Decompressed up to some position.
pub(super) struct Stream {
    decoder: Decoder,
    /// Those after `used` are not decompressed yet.
    fetched: Vec<u8>,
    used: usize,
    /// Compressed bytes.
    consumed: u64,
    /// In consumed bytes.
    frame: u64,
    between_frames: bool,
    /// Includes bytes before the content.
    decompressed: u64,
    ended: bool,
}

/// A stream's input and declarations.
#[derive(Clone, Copy)]
pub(super) struct Origin<'a> {
    pub outer: &'a Input,
    pub declared: &'a CompressedStream,
}

impl Stream {
    /// Reads nothing yet.
    pub(super) fn new(origin: Origin<'_>) -> Result<Self, FileError> {
        let decoder = Decoder::new(origin.declared.method.codec);
        let memory = |_| FileError::new(origin.outer.name(), no_memory(None));
        Ok(Self {
            decoder: decoder.map_err(memory)?,
            fetched: Vec::new(),
            used: 0,
            consumed: 0,
            frame: 0,
            between_frames: false,
            decompressed: length(&origin.declared.front),
            ended: false,
        })
    }

    /// Known after the end.
    pub(super) fn consumed(&self) -> Option<u64> {
        self.ended.then_some(self.consumed)
    }

    /// Fills `chunk` up to its capacity. The end is only reached with room left. On errors, `chunk` holds the bytes
    /// before the damage.
    pub(super) fn fill(&mut self, origin: Origin<'_>, chunk: &mut Vec<u8>) -> Result<(), FileError> {
        while !self.ended && chunk.len() < chunk.capacity() {
            if self.between_frames && !self.next_frame(origin)? {
                return self.end(origin);
            }
            self.fetch(origin)?;
            let input = self.fetched.get(self.used..).unwrap_or_default();
            let before = chunk.len();
            let step = match self.decoder.step(input, chunk) {
                Ok(step) => step,
                Err(fault) => return Err(self.failed(origin, fault)),
            };
            let came = chunk.len().saturating_sub(before);
            self.used = self.used.saturating_add(step.consumed);
            self.consumed = self.consumed.saturating_add(step.consumed as u64);
            self.decompressed = self.decompressed.saturating_add(came as u64);
            if self.decompressed > origin.declared.decompressed_len.value {
                return Err(FileError::damaged(origin.outer.name(), origin.declared.holds_more()));
            }
            if step.ended {
                match origin.declared.method.codec {
                    Codec::Zlib => return self.end(origin),
                    Codec::Zstd => self.between_frames = true,
                }
            } else if step.consumed == 0 && came == 0 {
                let why = "it is truncated";
                return Err(self.failed(origin, Fault::Corrupt(why.into())));
            }
        }
        Ok(())
    }

    fn fetch(&mut self, origin: Origin<'_>) -> Result<(), FileError> {
        let left = origin.declared.place.len.saturating_sub(self.consumed);
        if self.used < self.fetched.len() || left == 0 {
            return Ok(());
        }
        let len = self.consumed.clamp(FETCH_FIRST, FETCH_MOST).min(left);
        let ofs = origin.declared.place.ofs.saturating_add(self.consumed);
        self.fetched = origin.outer.window(ofs, len)?.into_vec();
        self.used = 0;
        if length(&self.fetched) < len {
            return Err(FileError::new(origin.outer.name(), became_shorter()));
        }
        Ok(())
    }

    fn next_frame(&mut self, origin: Origin<'_>) -> Result<bool, FileError> {
        let declared = origin.declared;
        let left = declared.place.len.saturating_sub(self.consumed);
        if left == 0 {
            return Ok(false);
        }
        let ofs = declared.place.ofs.saturating_add(self.consumed);
        let head = origin.outer.window(ofs, MAGIC_LEN.min(left))?;
        if starts(&head) {
            self.between_frames = false;
            self.frame = self.consumed;
            return Ok(true);
        }
        if self.decompressed < declared.decompressed_len.value && !declared.open_ended {
            let why = "other bytes follow the last frame";
            return Err(self.failed(origin, Fault::Corrupt(why.into())));
        }
        Ok(false)
    }

    fn end(&mut self, origin: Origin<'_>) -> Result<(), FileError> {
        self.ended = true;
        origin
            .declared
            .check_ended(self.consumed, self.decompressed)
            .map_err(|error| FileError::damaged(origin.outer.name(), error))
    }

    fn failed(&self, origin: Origin<'_>, fault: Fault) -> FileError {
        let declared = origin.declared;
        let need = || {
            let start = declared.place.ofs.saturating_add(self.frame);
            let left = declared.place.len.saturating_sub(self.frame);
            let head = origin.outer.window(start, LONGEST_HEADER.min(left));
            head.ok().and_then(|head| window_len(&head))
        };
        let error = match fault {
            Fault::Corrupt(why) => declared.corrupt(self.consumed, self.decompressed, &why),
            Fault::Window => {
                let (need, limit) = (need(), WINDOW_MOST);
                declared.in_data(self.frame, Problem::WindowTooLarge { need, limit })
            }
            // The file is sound: with more memory it is readable.
            Fault::Memory => return FileError::new(origin.outer.name(), no_memory(need())),
        };
        FileError::damaged(origin.outer.name(), error)
    }
}

/// For a window of `need` bytes.
fn no_memory(need: Option<u64>) -> io::Error {
    let why = match need {
        Some(need) => format!("decompressing needs a window of {need} bytes, and so much memory is not to be had"),
        None => "decompressing needs more memory than is to be had".to_owned(),
    };
    io::Error::new(io::ErrorKind::OutOfMemory, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_recognised_by_their_start() {
        assert!(starts(&FRAME) && starts(b"\x50\x2a\x4d\x18x") && starts(b"\x5f\x2a\x4d\x18"));
        for other in [&b""[..], b"\x28", b"\x28\xb5\x2f", b"\x60\x2a\x4d\x18", b"\0\0\0\0"] {
            assert!(!starts(other), "{other:?}");
        }
    }

    #[test]
    fn window_length_comes_from_header() {
        let with = |rest: &[u8]| window_len(&[&FRAME[..], rest].concat());
        assert_eq!(with(&[0x00, 0]), Some(1 << 10));
        assert_eq!(with(&[0x00, 21 << 3]), Some(1 << 31));
        assert_eq!(with(&[0x00, 17 << 3 | 1]), Some((1 << 27) + (1 << 24)));
        assert_eq!(with(&[0x20, 9]), Some(9));
        assert_eq!(with(&[0x60, 0, 1]), Some(512));
        assert_eq!(with(&[0xa1, 77, 0, 0, 1, 0]), Some(65536));
        assert_eq!(with(&[0xe0, 1]), None);
    }
}
