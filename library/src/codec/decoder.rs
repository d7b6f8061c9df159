//! Decompresses: one stream of a codec, as far as there is room; and blocks of LZ4, each as a whole.

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
use crate::input::{Identity, Input, LazySource, Window};

/// The largest window that a frame may ask for, as a power of two: the largest that Zstandard knows where addresses are so long.
const WINDOW_LOG_MAX: u32 = if usize::BITS < 64 { 30 } else { 31 };
/// The same in bytes.
pub(super) const WINDOW_MOST: u64 = 1 << WINDOW_LOG_MAX;

/// A decoder that takes more memory than this is not kept, in bytes.
const SPARE_MOST: usize = 1 << 20;

std::thread_local! {
    /// The decoder that was used last, for the next stream. Files may hold very many short ones, between which a heap cannot use
    /// again what decoders took.
    static SPARE: Cell<Option<Running>> = const { Cell::new(None) };
}

/// A codec at work.
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

    /// The same at the start of another stream of `codec`; `None` if it is for another.
    fn again(mut self, codec: Codec) -> Option<Self> {
        match (&mut self, codec) {
            (Self::Zstd(context), Codec::Zstd) => context.reset(ResetDirective::SessionOnly).map(drop).ok()?,
            (Self::Zlib(stream), Codec::Zlib) => stream.reset(true),
            _ => return None,
        }
        Some(self)
    }

    /// Whether it takes little memory.
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
            // Where the thread ends there is no next stream.
            let _ = SPARE.try_with(|spare| spare.set(Some(running)));
        }
    }
}

/// What one step came to.
pub(super) struct Step {
    /// How many of the bytes given were used.
    pub consumed: usize,
    /// Whether a frame, or the stream, came to its end.
    pub ended: bool,
}

/// Why a step failed.
pub(super) enum Fault {
    /// The bytes are no such stream; what the codec says.
    Corrupt(String),
    /// There is not enough memory for the window.
    Memory,
    /// The window is larger than any that is taken.
    Window,
}

impl Decoder {
    /// # Errors
    ///
    /// There is not enough memory.
    pub(super) fn new(codec: Codec) -> Result<Self, Fault> {
        let spare = SPARE.try_with(Cell::take).ok().flatten();
        match spare.and_then(|spare| spare.again(codec)) {
            Some(running) => Ok(Self(Some(running))),
            None => Running::new(codec).map(|running| Self(Some(running))),
        }
    }

    /// Decompresses some of `input` to the end of `output`, whose capacity is not exceeded.
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
    // The library returns minus the number of the error.
    let is = |error: ZSTD_ErrorCode| code.wrapping_neg() == error as usize;
    if is(ZSTD_ErrorCode::ZSTD_error_memory_allocation) {
        return Fault::Memory;
    }
    if is(ZSTD_ErrorCode::ZSTD_error_frameParameter_windowTooLarge) {
        return Fault::Window;
    }
    Fault::Corrupt(get_error_name(code).into())
}

/// No byte of a block unpacks to more bytes.
pub(crate) const MOST_RATIO: u64 = 255;

/// A block in an input. It is unpacked as a whole when it is first looked at, because what follows in it may be a copy of any of the 64 KiB
/// before.
#[derive(Debug)]
struct Lz4Block {
    outer: Arc<Input>,
    place: Place,
    size: DeclaredValue,
    /// What it unpacks to, until its end has been shown.
    held: Mutex<Option<Arc<Vec<u8>>>>,
    /// Whether it has been unpacked without an error.
    is_sound: AtomicBool,
}

/// What the block at `place` of `outer` unpacks to, which is `size` bytes.
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
        // What is written is read once more from its start: there may be very many, and all of them would be held.
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

    fn is_decompressed(&self) -> bool {
        true
    }

    fn identity(&self) -> Option<Identity> {
        self.outer.identity()
    }

    fn check_unchanged(&self) -> Result<(), FileError> {
        self.outer.check_unchanged()
    }
}
