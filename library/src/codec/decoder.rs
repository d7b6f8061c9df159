//! Decompresses streams step by step, and LZ4 blocks as a whole.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use flate2::{Decompress, FlushDecompress, Status};
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::envelope::{Codec, DeclaredValue};
use offload_bundle_core::error::{Problem, ReadError};
use zstd::zstd_safe::zstd_sys::ZSTD_ErrorCode;
use zstd::zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer, ResetDirective, get_error_name};

use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::{Input, LazySource, Window};

/// As a power of two: Zstandard's maximum for this pointer width.
const WINDOW_LOG_MAX: u32 = if usize::BITS < 64 { 30 } else { 31 };
/// The same in bytes.
pub(super) const WINDOW_MOST: u64 = 1 << WINDOW_LOG_MAX;

/// Larger decoders are not reused, in bytes.
const SPARE_MOST: usize = 1 << 20;

std::thread_local! {
    /// Reused: files may hold very many short streams, and the heap cannot reuse freed decoders in between.
    static SPARE: Cell<Option<Running>> = const { Cell::new(None) };
}

pub(super) struct Decoder(Option<Running>);

enum Running {
    Zstd(DCtx<'static>),
    Zlib(Decompress),
}

impl Running {
    fn new(codec: Codec) -> Result<Self, Fault> {
        match codec {
            Codec::Zlib => Ok(Self::Zlib(Decompress::new(true))),
            Codec::Zstd => {
                let mut context = DCtx::try_create().ok_or(Fault::Memory)?;
                context
                    .set_parameter(DParameter::WindowLogMax(WINDOW_LOG_MAX))
                    .map_err(fault)?;
                Ok(Self::Zstd(context))
            }
        }
    }

    /// `None` if it is for another codec.
    fn again(mut self, codec: Codec) -> Option<Self> {
        match (&mut self, codec) {
            (Self::Zstd(context), Codec::Zstd) => context.reset(ResetDirective::SessionOnly).map(drop).ok()?,
            (Self::Zlib(stream), Codec::Zlib) => stream.reset(true),
            _ => return None,
        }
        Some(self)
    }

    fn is_small(&self) -> bool {
        match self {
            Self::Zstd(context) => context.sizeof() <= SPARE_MOST,
            Self::Zlib(_) => true,
        }
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        if let Some(running) = self.0.take().filter(Running::is_small) {
            // The thread ends, without another stream.
            let _ = SPARE.try_with(|spare| spare.set(Some(running)));
        }
    }
}

pub(super) struct Step {
    /// The number of consumed bytes.
    pub consumed: usize,
    /// Whether a frame or the stream ended.
    pub ended: bool,
}

pub(super) enum Fault {
    /// The codec's message.
    Corrupt(String),
    /// Not enough for the window.
    Memory,
    /// Exceeds the limit.
    Window,
}

impl Decoder {
    pub(super) fn new(codec: Codec) -> Result<Self, Fault> {
        let spare = SPARE.try_with(Cell::take).ok().flatten();
        match spare.and_then(|spare| spare.again(codec)) {
            Some(running) => Ok(Self(Some(running))),
            None => Running::new(codec).map(|running| Self(Some(running))),
        }
    }

    /// Appends to `output`, within its capacity.
    pub(super) fn step(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<Step, Fault> {
        match &mut self.0 {
            None => Err(Fault::Memory),
            Some(Running::Zstd(context)) => {
                let mut input = InBuffer::around(input);
                let from = output.len();
                let mut output = OutBuffer::around_pos(output, from);
                let hint = context.decompress_stream(&mut output, &mut input).map_err(fault)?;
                Ok(Step { consumed: input.pos(), ended: hint == 0 })
            }
            Some(Running::Zlib(stream)) => {
                let before = stream.total_in();
                let status = stream
                    .decompress_vec(input, output, FlushDecompress::None)
                    .map_err(|error| Fault::Corrupt(error.message().unwrap_or("damaged data").into()))?;
                let consumed = stream.total_in().saturating_sub(before);
                Ok(Step {
                    consumed: usize::try_from(consumed).unwrap_or(usize::MAX),
                    ended: status == Status::StreamEnd,
                })
            }
        }
    }
}

fn fault(code: usize) -> Fault {
    // The library returns the negated error number.
    let is = |error: ZSTD_ErrorCode| code.wrapping_neg() == error as usize;
    if is(ZSTD_ErrorCode::ZSTD_error_memory_allocation) {
        return Fault::Memory;
    }
    if is(ZSTD_ErrorCode::ZSTD_error_frameParameter_windowTooLarge) {
        return Fault::Window;
    }
    Fault::Corrupt(get_error_name(code).into())
}

/// Unpacked to packed bytes of a block.
pub(crate) const MOST_RATIO: u64 = 255;

/// Unpacked as a whole on the first read, since its bytes may be copies of any of the 64 KiB before.
#[derive(Debug)]
struct Lz4Block {
    outer: Arc<Input>,
    place: Place,
    size: DeclaredValue,
    /// Unpacked bytes, until their end was read.
    held: Mutex<Option<Arc<Vec<u8>>>>,
    /// Unpacked without an error.
    is_sound: AtomicBool,
}

pub(crate) fn open_lz4_block(name: FileName, outer: Arc<Input>, place: Place, size: DeclaredValue) -> Input {
    let member = outer.member().cloned();
    let len = size.value;
    let source = Box::new(Lz4Block { outer, place, size, held: Mutex::default(), is_sound: AtomicBool::new(false) });
    Input::lazy(name, len, source).with_member(member)
}

impl Lz4Block {
    fn all(&self) -> Result<Arc<Vec<u8>>, FileError> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = &*held {
            return Ok(Arc::clone(bytes));
        }
        let bytes = Arc::new(self.unpack()?);
        *held = Some(Arc::clone(&bytes));
        Ok(bytes)
    }

    fn unpack(&self) -> Result<Vec<u8>, FileError> {
        let damaged = |error| FileError::damaged(self.outer.name(), error);
        let window = self.outer.window(self.place.ofs, self.place.len)?;
        let size = usize::try_from(self.size.value).unwrap_or(usize::MAX);
        let unpacked = lz4_flex::block::decompress(&window, size).map_err(|error| {
            let problem = Problem::Corrupt { stream: "an LZ4", after: 0, why: error.to_string() };
            damaged(ReadError::new(self.place.ofs, problem))
        })?;
        if length(&unpacked) != self.size.value {
            let problem = Problem::Disagrees { found: self.size.value, expected: length(&unpacked) };
            return Err(damaged(
                ReadError::new(self.size.offset, problem).in_fields(self.size.path),
            ));
        }
        self.is_sound.store(true, Ordering::Relaxed);
        Ok(unpacked)
    }
}

impl LazySource for Lz4Block {
    fn window(&self, ofs: u64, len: u64) -> Result<Window<'static>, FileError> {
        let bytes = self.all()?;
        let from = usize::try_from(ofs).unwrap_or(usize::MAX).min(bytes.len());
        let end = from
            .saturating_add(usize::try_from(len).unwrap_or(usize::MAX))
            .min(bytes.len());
        if end == bytes.len() {
            self.release();
        }
        Ok(Window::shared(bytes, from..end))
    }

    fn piece(&self, ofs: u64, len: u64) -> Result<Window<'static>, FileError> {
        self.window(ofs, len)
    }

    fn verify(&self) -> Result<(), FileError> {
        // A writer reads the bytes again from the start; there may be very many blocks, and all would stay in memory.
        match self.is_sound.load(Ordering::Relaxed) {
            true => Ok(()),
            false => self.unpack().map(|_| ()),
        }
    }

    fn release(&self) {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn compressed_len(&self) -> Result<Option<u64>, FileError> {
        Ok(Some(self.place.len))
    }

    fn inputs(&self) -> &[Arc<Input>] {
        std::slice::from_ref(&self.outer)
    }
}
