//! Decompresses what it is given, as far as there is room: one stream of a codec.

use flate2::{Decompress, FlushDecompress, Status};
use std::{string::String, vec::Vec};
use zstd::zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer, get_error_name, zstd_sys::ZSTD_ErrorCode};

use crate::wrapper::Codec;

/// The largest window that a frame may ask for, as a power of two: the largest that the library writes, too.
const WINDOW_LOG_MAX: u32 = 31;

/// A codec at work.
pub(super) enum Decoder {
    Zstd(DCtx<'static>),
    Zlib(Decompress),
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
}

impl Decoder {
    /// Errors: no memory.
    pub(super) fn new(codec: Codec) -> Result<Self, Fault> {
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

    /// Decompresses some of `input` to the end of `output`, whose capacity is not exceeded.
    pub(super) fn step(&mut self, input: &[u8], output: &mut Vec<u8>) -> Result<Step, Fault> {
        match self {
            Self::Zstd(context) => {
                let mut input = InBuffer::around(input);
                let from = output.len();
                let mut output = OutBuffer::around_pos(output, from);
                let hint = context.decompress_stream(&mut output, &mut input).map_err(fault)?;
                Ok(Step {
                    consumed: input.pos(),
                    ended: hint == 0,
                })
            }
            Self::Zlib(stream) => {
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
    if is(ZSTD_ErrorCode::ZSTD_error_memory_allocation) || is(ZSTD_ErrorCode::ZSTD_error_frameParameter_windowTooLarge)
    {
        return Fault::Memory;
    }
    Fault::Corrupt(get_error_name(code).into())
}
