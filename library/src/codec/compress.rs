//! Compresses a stream, and computes its header values.

use std::io::{self, Write};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::thread;

use flate2::{Compress, FlushCompress, Status};
use offload_bundle_core::bytes::length;
use offload_bundle_core::envelope::{Codec, CompressedInfo};
use zstd::zstd_safe::zstd_sys::{ZSTD_EndDirective as Directive, ZSTD_ErrorCode};
use zstd::zstd_safe::{CCtx, CParameter, InBuffer, OutBuffer, get_error_name};

use super::hasher::Hasher;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::system::THERE_IS_ONE;

/// Bytes passed on at once.
const CHUNK: usize = 1 << 20;

#[derive(Debug, Clone, Copy)]
pub(crate) struct CompressionSettings {
    /// The codec.
    pub codec: Codec,
    /// The level, in [`super::levels`]; `None` for the default.
    pub level: Option<i32>,
    /// The number of threads, for codecs with threads; `None` for the best number.
    pub threads: Option<u32>,
    /// The number of bytes, if known. Another number is an error.
    pub decompressed_len: Option<u64>,
    /// A byte string that must not appear unchanged in the output: a new block begins inside each occurrence. `None`
    /// disables this.
    pub apart: Option<&'static [u8]>,
}

/// Most blocks begun to split a byte string; more occurrences get compressed.
const MOST_BLOCKS: u32 = 4096;

/// The result depends only on the bytes and `settings`. `name` is the sink's, for errors.
///
/// Errors: an unknown level, errors of `feed`, no room.
pub(crate) fn compress(
    feed: &mut dyn FnMut(&mut dyn Write) -> Result<(), FileError>,
    settings: &CompressionSettings,
    sink: &mut dyn Write,
    name: &FileName,
) -> Result<CompressedInfo, FileError> {
    let level = check_level(settings.codec, settings.level)
        .map_err(|error| FileError::new("compression level", io::Error::new(io::ErrorKind::InvalidInput, error)))?;
    let fail = |error| FileError::new(name, error);
    let encoder = Encoder::new(settings.codec, level, settings.decompressed_len, settings.threads).map_err(fail)?;
    let (chunk, last, blocks) = (Vec::new(), Vec::new(), MOST_BLOCKS);
    let mut press =
        CompressWriter { chunk, hasher: Hasher::default(), encoder, apart: settings.apart, blocks, last, sink };
    feed(&mut press)?;
    press.finish().map_err(fail)
}

/// Collects chunks, and passes them to the digest and the encoder.
struct CompressWriter<'s> {
    chunk: Vec<u8>,
    hasher: Hasher,
    encoder: Encoder,
    /// The byte string to split, and the blocks left for it.
    apart: Option<&'static [u8]>,
    blocks: u32,
    /// One less than the byte string.
    last: Vec<u8>,
    sink: &'s mut dyn Write,
}

impl CompressWriter<'_> {
    fn pass_on(&mut self) -> io::Result<()> {
        let chunk = Arc::new(std::mem::take(&mut self.chunk));
        self.hasher.feed(&chunk, 0);
        let mut from = 0;
        for at in self.edges(&chunk) {
            let bytes = chunk.get(from..at).unwrap_or_default();
            self.encoder.feed(bytes, self.sink)?;
            self.encoder.begin_block(self.sink)?;
            from = at;
        }
        self.encoder.feed(chunk.get(from..).unwrap_or_default(), self.sink)
    }

    /// Positions inside each occurrence, also across chunks.
    fn edges(&mut self, chunk: &[u8]) -> Vec<usize> {
        let Some(apart) = self.apart.filter(|apart| apart.len() > 1) else {
            return Vec::new();
        };
        let kept = apart.len().saturating_sub(1);
        let mut edges = Vec::new();
        let mut across = std::mem::take(&mut self.last);
        across.extend(chunk.iter().take(kept));
        if memchr::memmem::find(&across, apart).is_some() {
            edges.push(0);
        }
        let middle = apart.len().div_euclid(2);
        edges.extend(memchr::memmem::find_iter(chunk, apart).map(|at| at.saturating_add(middle)));
        edges.truncate(usize::try_from(self.blocks).unwrap_or(usize::MAX));
        self.blocks = self
            .blocks
            .saturating_sub(u32::try_from(edges.len()).unwrap_or(u32::MAX));
        self.last = chunk
            .get(chunk.len().saturating_sub(kept)..)
            .unwrap_or_default()
            .to_vec();
        edges
    }

    fn finish(mut self) -> io::Result<CompressedInfo> {
        self.pass_on()?;
        self.encoder.finish(self.sink)?;
        let decompressed_len = self.hasher.bytes_fed();
        Ok(CompressedInfo { len: self.encoder.written, decompressed_len, digest: self.hasher.finish() })
    }
}

impl Write for CompressWriter<'_> {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.chunk.capacity() == 0 {
            self.chunk
                .try_reserve_exact(CHUNK)
                .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        }
        let room = CHUNK.saturating_sub(self.chunk.len());
        let some = more.get(..room).unwrap_or(more);
        self.chunk.extend_from_slice(some);
        if self.chunk.len() >= CHUNK {
            self.pass_on()?;
        }
        Ok(some.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Fixed, so that the output does not depend on the number of cores; long, since little is saved across jobs (measured:
/// 0.8 % smaller than in one piece with LLVM's settings, the library's own choice 4 % larger).
const JOB_LEN: u32 = 32 << 20;
/// On any machine, since memory must not depend on it (measured at the default level: 300 MiB with one thread, 335 with
/// two, 400 with four, 530 with eight).
const MOST_THREADS: usize = 4;
/// Compressed bytes written at once.
const OUT: usize = 256 << 10;

pub(super) struct Encoder {
    codec: Running,
    out: Vec<u8>,
    /// Bytes passed on.
    written: u64,
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
    /// Whether it has processed bytes.
    started: bool,
}

/// Output that a step must produce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Until {
    /// The available output.
    Ready,
    /// All output; then a new block begins.
    Block,
    End,
}

struct Step {
    consumed: usize,
    complete: bool,
}

impl Encoder {
    /// The stream declares `len` if it is given.
    pub(super) fn new(codec: Codec, level: i32, len: Option<u64>, threads: Option<u32>) -> io::Result<Self> {
        let usual = || threads_on(thread::available_parallelism().map_or(1, NonZero::get));
        Self::with_workers(codec, level, len, threads.unwrap_or_else(usual))
    }

    pub(super) fn with_workers(codec: Codec, level: i32, len: Option<u64>, workers: u32) -> io::Result<Self> {
        // Without an operating system, Zstandard is built without threads, and rejects the parameter.
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
        Ok(Self { codec, out, written: 0 })
    }

    pub(super) fn feed(&mut self, mut bytes: &[u8], sink: &mut dyn Write) -> io::Result<()> {
        while !bytes.is_empty() {
            let step = self.step(bytes, Until::Ready, sink)?;
            bytes = bytes.get(step.consumed..).unwrap_or_default();
        }
        Ok(())
    }

    pub(super) fn begin_block(&mut self, sink: &mut dyn Write) -> io::Result<()> {
        while !self.step(&[], Until::Block, sink)?.complete {}
        Ok(())
    }

    pub(super) fn finish(&mut self, sink: &mut dyn Write) -> io::Result<()> {
        while !self.step(&[], Until::End, sink)?.complete {}
        Ok(())
    }

    /// `None` for a codec without threads.
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
                        // The output buffer is not full, so all of it is written.
                        Until::Block => self.out.len() < self.out.capacity(),
                        Until::End => status == Status::StreamEnd,
                    },
                }
            }
        };
        sink.write_all(&self.out)?;
        self.written = self.written.saturating_add(length(&self.out));
        Ok(step)
    }
}

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
            // Threads or their memory are unavailable: compress without them. The bytes differ, but are as good.
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
        // Containers hold similar code for many processors, farther apart than usual windows.
        CParameter::EnableLongDistanceMatching(true),
        // The digest in the header replaces a checksum.
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
    // The library returns the negated error number.
    if code.wrapping_neg() == ZSTD_ErrorCode::ZSTD_error_memory_allocation as usize {
        return io::ErrorKind::OutOfMemory.into();
    }
    io::Error::other(get_error_name(code))
}

/// The default level.
fn usual(codec: Codec) -> i32 {
    match codec {
        Codec::Zstd => zstd::DEFAULT_COMPRESSION_LEVEL,
        Codec::Zlib => 6,
    }
}

/// Returns the levels of `codec`. Negative levels of Zstandard are faster than 1 and save less; zlib's -1 is its
/// default level.
pub fn levels(codec: Codec) -> RangeInclusive<i32> {
    match codec {
        Codec::Zstd => zstd::compression_level_range(),
        Codec::Zlib => -1..=9,
    }
}

pub(crate) fn check_level(codec: Codec, asked: Option<i32>) -> Result<i32, String> {
    match asked {
        None => Ok(usual(codec)),
        Some(-1) if codec == Codec::Zlib => Ok(usual(codec)),
        Some(level) if levels(codec).contains(&level) => Ok(level),
        Some(found) => {
            let range = levels(codec);
            Err(format!(
                "expected a level from {} to {}, found {found}",
                range.start(),
                range.end()
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_outside_range_is_refused() {
        assert_eq!(check_level(Codec::Zstd, None), Ok(3));
        assert_eq!(check_level(Codec::Zstd, Some(-5)), Ok(-5));
        assert_eq!(check_level(Codec::Zlib, Some(-1)), Ok(6));
        let error = check_level(Codec::Zstd, Some(99)).unwrap_err();
        assert_eq!(error.to_string(), "expected a level from -131072 to 22, found 99");
        let error = check_level(Codec::Zlib, Some(10)).unwrap_err();
        assert_eq!(error.to_string(), "expected a level from -1 to 9, found 10");
    }
}
