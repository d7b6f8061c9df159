//! Compresses what it is given: one stream of a codec.

use std::io::{self, Write};
use std::num::NonZero;
use std::thread;

use flate2::{Compress, FlushCompress, Status};
use offload_bundle_core::envelope::Codec;
use zstd::zstd_safe::zstd_sys::{ZSTD_EndDirective as Directive, ZSTD_ErrorCode};
use zstd::zstd_safe::{CCtx, CParameter, InBuffer, OutBuffer, get_error_name};

use crate::system::THERE_IS_ONE;

/// How many bytes each thread of Zstandard compresses by itself. Fixed, so that what comes out does not depend on the number of
/// cores; as long as this, because little is saved across the edges (measured: 0.8 % smaller than in one piece with LLVM's
/// settings, where the library's own choice makes it 4 % larger).
const JOB_LEN: u32 = 32 << 20;
/// Zstandard compresses by at most so many threads, whatever the machine has: each takes about 34 MiB more (measured at the usual level: one
/// 300 MiB, two 335, four 400, eight 530), and memory must not depend on the machine.
const MOST_THREADS: usize = 4;
/// Compressed bytes are written this many at a time.
const OUT: usize = 256 << 10;

/// A codec at work.
pub(super) struct Encoder {
    codec: Running,
    out: Vec<u8>,
}

enum Running {
    Zstd(Zstd),
    Zlib(Compress),
}

struct Zstd {
    context: CCtx<'static>,
    level: i32,
    len: Option<u64>,
    workers: u32,
    /// Set when it has taken something.
    started: bool,
}

/// What is to come out after the bytes of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Until {
    /// What is ready.
    Ready,
    /// All of it; then another block begins.
    Block,
    /// All of it, and the end of the stream.
    End,
}

/// What one step came to.
struct Step {
    /// How many of the bytes given were used.
    consumed: usize,
    /// Whether all has come out that was to.
    complete: bool,
}

impl Encoder {
    /// `level` is one that the codec knows. `len` is how many bytes will be given, if that is known; then the stream says so.
    /// It works with this many `threads`, or as many as help, if the codec can use them.
    pub(super) fn new(codec: Codec, level: i32, len: Option<u64>, threads: Option<u32>) -> io::Result<Self> {
        let usual = || threads_on(thread::available_parallelism().map_or(1, NonZero::get));
        Self::with_workers(codec, level, len, threads.unwrap_or_else(usual))
    }

    /// The same, with this many threads if the codec can use them.
    pub(super) fn with_workers(codec: Codec, level: i32, len: Option<u64>, workers: u32) -> io::Result<Self> {
        // Without a system Zstandard is built without threads, and refuses to be told of any.
        let workers = if THERE_IS_ONE { workers } else { 0 };
        let codec = match codec {
            Codec::Zstd => {
                Running::Zstd(Zstd { context: context(level, len, workers)?, level, len, workers, started: false })
            }
            Codec::Zlib => {
                let level = flate2::Compression::new(u32::try_from(level).unwrap_or_default());
                Running::Zlib(Compress::new(level, true))
            }
        };
        let mut out = Vec::new();
        out.try_reserve_exact(OUT)
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        Ok(Self { codec, out })
    }

    /// Compresses `bytes`; what comes out meanwhile goes to `sink`.
    pub(super) fn feed(&mut self, mut bytes: &[u8], sink: &mut dyn Write) -> io::Result<()> {
        while !bytes.is_empty() {
            let step = self.step(bytes, Until::Ready, sink)?;
            bytes = bytes.get(step.consumed..).unwrap_or_default();
        }
        Ok(())
    }

    /// Begins another block, so that what was given before and what is given then do not come out side by side.
    pub(super) fn begin_block(&mut self, sink: &mut dyn Write) -> io::Result<()> {
        while !self.step(&[], Until::Block, sink)?.complete {}
        Ok(())
    }

    /// There is no more.
    pub(super) fn finish(&mut self, sink: &mut dyn Write) -> io::Result<()> {
        while !self.step(&[], Until::End, sink)?.complete {}
        Ok(())
    }

    /// With how many threads it works, if it has them at all.
    #[cfg(test)]
    pub(super) fn workers(&self) -> Option<u32> {
        match &self.codec {
            Running::Zstd(zstd) => Some(zstd.workers),
            Running::Zlib(_) => None,
        }
    }

    fn step(&mut self, bytes: &[u8], until: Until, sink: &mut dyn Write) -> io::Result<Step> {
        self.out.clear();
        let step = match &mut self.codec {
            Running::Zstd(zstd) => zstd.step(bytes, until, &mut self.out)?,
            Running::Zlib(stream) => {
                let flush = match until {
                    Until::Ready => FlushCompress::None,
                    Until::Block => FlushCompress::Sync,
                    Until::End => FlushCompress::Finish,
                };
                let before = stream.total_in();
                let status = stream
                    .compress_vec(bytes, &mut self.out, flush)
                    .map_err(io::Error::other)?;
                let consumed = stream.total_in().saturating_sub(before);
                Step {
                    consumed: usize::try_from(consumed).unwrap_or(usize::MAX),
                    complete: match until {
                        Until::Ready => false,
                        // There was room for more, so there is no more.
                        Until::Block => self.out.len() < self.out.capacity(),
                        Until::End => status == Status::StreamEnd,
                    },
                }
            }
        };
        sink.write_all(&self.out)?;
        Ok(step)
    }
}

/// With how many threads Zstandard works on a machine of so many cores.
pub(super) fn threads_on(cores: usize) -> u32 {
    u32::try_from(cores.clamp(1, MOST_THREADS)).unwrap_or(1)
}

impl Zstd {
    fn step(&mut self, bytes: &[u8], until: Until, out: &mut Vec<u8>) -> io::Result<Step> {
        let directive = match until {
            Until::Ready => Directive::ZSTD_e_continue,
            Until::Block => Directive::ZSTD_e_flush,
            Until::End => Directive::ZSTD_e_end,
        };
        let mut input = InBuffer::around(bytes);
        let mut output = OutBuffer::around(out);
        let result = self.context.compress_stream2(&mut output, &mut input, directive);
        match result.map_err(failed) {
            Ok(left) => {
                self.started = true;
                Ok(Step { consumed: input.pos(), complete: until != Until::Ready && left == 0 })
            }
            // It cannot have its threads, or the memory for them: then without. The bytes are others, and as good.
            Err(error) if error.kind() == io::ErrorKind::OutOfMemory && !self.started && self.workers > 0 => {
                self.context = context(self.level, self.len, 0)?;
                self.workers = 0;
                self.started = true;
                self.step(bytes, until, out)
            }
            Err(error) => Err(error),
        }
    }
}

fn context(level: i32, len: Option<u64>, workers: u32) -> io::Result<CCtx<'static>> {
    let mut context = CCtx::try_create().ok_or(io::ErrorKind::OutOfMemory)?;
    for parameter in [
        CParameter::CompressionLevel(level),
        // Containers hold code for many processors, which is alike over distances longer than any usual window.
        CParameter::EnableLongDistanceMatching(true),
        // The digest in the header does the work of a checksum.
        CParameter::ChecksumFlag(false),
        CParameter::NbWorkers(workers),
    ] {
        context.set_parameter(parameter).map_err(failed)?;
    }
    if workers > 0 {
        context.set_parameter(CParameter::JobSize(JOB_LEN)).map_err(failed)?;
    }
    context.set_pledged_src_size(len).map_err(failed)?;
    Ok(context)
}

fn failed(code: usize) -> io::Error {
    // The library returns minus the number of the error.
    if code.wrapping_neg() == ZSTD_ErrorCode::ZSTD_error_memory_allocation as usize {
        return io::ErrorKind::OutOfMemory.into();
    }
    io::Error::other(get_error_name(code))
}
