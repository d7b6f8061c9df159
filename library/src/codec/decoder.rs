//! Decompresses what it is given, as far as there is room: one stream of a codec.

use std::cell::Cell;

use flate2::{Decompress, FlushDecompress, Status};
use offload_bundle_core::envelope::Codec;
use zstd::zstd_safe::zstd_sys::ZSTD_ErrorCode;
use zstd::zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer, ResetDirective, get_error_name};

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
