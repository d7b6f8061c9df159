//! A compressed stream read from its start on: from the input that holds it, through the codec, up to its end.

use std::io;

use offload_bundle_core::bytes::length;
use offload_bundle_core::envelope::Codec;
use offload_bundle_core::error::Problem;

use super::declared::CompressedStream;
use super::decoder::{Decoder, Fault, WINDOW_MOST};
use super::frame;
use crate::file_error::FileError;
use crate::input::{Input, became_shorter};

/// Compressed bytes are fetched this many at first, and later as many as have been fetched, up to the most: so what is fetched
/// stays proportional to what is looked at.
const FETCH_FIRST: u64 = 16 << 10;
const FETCH_MOST: u64 = 256 << 10;

/// A stream, decompressed up to some place.
pub(super) struct Stream {
    decoder: Decoder,
    /// Compressed bytes that have been fetched, those from `used` on not decompressed yet.
    fetched: Vec<u8>,
    used: usize,
    /// How many compressed bytes have been used.
    consumed: u64,
    /// Where the frame starts, counted in the same way.
    frame: u64,
    between_frames: bool,
    /// How many bytes have come out, with those that are in front of them.
    decompressed: u64,
    ended: bool,
}

/// Where a stream is read from, and what is declared of it.
#[derive(Clone, Copy)]
pub(super) struct Origin<'a> {
    pub outer: &'a Input,
    pub declared: &'a CompressedStream,
}

impl Stream {
    /// The start of a stream. Nothing is read yet.
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

    /// How many compressed bytes it takes, once its end has been seen.
    pub(super) fn consumed(&self) -> Option<u64> {
        self.ended.then_some(self.consumed)
    }

    /// Decompresses into `chunk` up to its capacity or the end of the stream. The end is only seen when there is room left.
    ///
    /// # Errors
    ///
    /// After those of damage, `chunk` holds what came out before.
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
                let why = "it goes on where its bytes end";
                return Err(self.failed(origin, Fault::Corrupt(why.into())));
            }
        }
        Ok(())
    }

    /// Sees to it that there are bytes to decompress, unless there are no more.
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

    /// Whether another frame follows where one has ended.
    fn next_frame(&mut self, origin: Origin<'_>) -> Result<bool, FileError> {
        let declared = origin.declared;
        let left = declared.place.len.saturating_sub(self.consumed);
        if left == 0 {
            return Ok(false);
        }
        let ofs = declared.place.ofs.saturating_add(self.consumed);
        let head = origin.outer.window(ofs, frame::MAGIC_LEN.min(left))?;
        if frame::starts(&head) {
            self.between_frames = false;
            self.frame = self.consumed;
            return Ok(true);
        }
        if self.decompressed < declared.decompressed_len.value && !declared.open_ended {
            let why = "no other frame starts where one has ended";
            return Err(self.failed(origin, Fault::Corrupt(why.into())));
        }
        Ok(false)
    }

    /// The stream has come to its end.
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
            let head = origin.outer.window(start, frame::LONGEST_HEADER.min(left));
            head.ok().and_then(|head| frame::window_len(&head))
        };
        let error = match fault {
            Fault::Corrupt(why) => declared.corrupt(self.consumed, self.decompressed, &why),
            Fault::Window => {
                let (need, limit) = (need(), WINDOW_MOST);
                declared.in_data(self.frame, Problem::WindowTooLarge { need, limit })
            }
            // Nothing is wrong with the file: with more memory it can be read.
            Fault::Memory => return FileError::new(origin.outer.name(), no_memory(need())),
        };
        FileError::damaged(origin.outer.name(), error)
    }
}

/// The error of a machine, or a limit on it, that lacks the memory for a window of `need` bytes.
fn no_memory(need: Option<u64>) -> io::Error {
    let why = match need {
        Some(need) => format!("decompressing needs a window of {need} bytes, and so much memory is not to be had"),
        None => "decompressing needs more memory than is to be had".to_owned(),
    };
    io::Error::new(io::ErrorKind::OutOfMemory, why)
}
