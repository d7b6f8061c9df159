//! Compresses what is fed, and works out at the same time what a header says of it.

use std::error::Error;
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::{fmt, thread};

use flate2::{Compress, FlushCompress, Status};
use offload_bundle_core::envelope::{Codec, CompressedInfo};
use zstd::zstd_safe::zstd_sys::{ZSTD_EndDirective as Directive, ZSTD_ErrorCode};
use zstd::zstd_safe::{CCtx, CParameter, InBuffer, OutBuffer, get_error_name};

use super::hasher::Hasher;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::system::THERE_IS_ONE;

/// Bytes are passed on this many at a time.
const CHUNK: usize = 1 << 20;

/// How to compress.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CompressionSettings {
    /// The codec.
    pub codec: Codec,
    /// The level, one of [`super::levels`]; none for the codec's usual one.
    pub level: Option<i32>,
    /// With how many threads, if the codec can use several; none for as many as help.
    pub threads: Option<u32>,
    /// How many bytes there will be, if that is known. Feeding another number is an error.
    pub decompressed_len: Option<u64>,
    /// Bytes that should not come out as they are where they go in: a new block begins within each of them. None changes nothing.
    pub apart: Option<&'static [u8]>,
}

/// So many blocks are begun for bytes that are to be kept apart. Where they are often, they are compressed anyway.
const MOST_BLOCKS: u32 = 4096;

/// Compresses what `feed` writes, into `sink`, which is called `name` in errors. What comes out depends on what is fed and on `settings`,
/// and on nothing else.
///
/// # Errors
///
/// A level that the codec does not know ([`super::BadLevel`] inside), those of `feed`, no room for the output.
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
    let mut press = CompressWriter::new(encoder, settings.apart, sink);
    feed(&mut press)?;
    press.finish().map_err(fail)
}

/// Gathers chunks, and passes each on to the digest and to the encoder.
struct CompressWriter<'s> {
    chunk: Vec<u8>,
    hasher: Hasher,
    encoder: Encoder,
    /// What is kept apart, and how many blocks may still be begun for it.
    apart: Option<&'static [u8]>,
    blocks: u32,
    /// The last bytes that were passed on, one less than are kept apart.
    last: Vec<u8>,
    sink: Counted<'s>,
}

/// Bytes on their way, counted.
struct Counted<'s> {
    sink: &'s mut dyn Write,
    len: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.sink.write(bytes)?;
        self.len = self.len.saturating_add(written as u64);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

impl<'s> CompressWriter<'s> {
    fn new(encoder: Encoder, apart: Option<&'static [u8]>, sink: &'s mut dyn Write) -> Self {
        let (chunk, last, blocks) = (Vec::new(), Vec::new(), MOST_BLOCKS);
        let sink = Counted { sink, len: 0 };
        Self { chunk, hasher: Hasher::default(), encoder, apart, blocks, last, sink }
    }

    fn pass_on(&mut self) -> io::Result<()> {
        let chunk = Arc::new(std::mem::take(&mut self.chunk));
        self.hasher.feed(&chunk, 0);
        let mut from = 0;
        for at in self.edges(&chunk) {
            let bytes = chunk.get(from..at).unwrap_or_default();
            self.encoder.feed(bytes, &mut self.sink)?;
            self.encoder.begin_block(&mut self.sink)?;
            from = at;
        }
        self.encoder.feed(chunk.get(from..).unwrap_or_default(), &mut self.sink)
    }

    /// Where in `chunk` another block begins: within each of the bytes that are kept apart, those too that began before.
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
        self.encoder.finish(&mut self.sink)?;
        let decompressed_len = self.hasher.bytes_fed();
        Ok(CompressedInfo { len: self.sink.len, decompressed_len, digest: self.hasher.finish() })
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

/// The level that is used unless another is asked for.
fn usual(codec: Codec) -> i32 {
    match codec {
        Codec::Zstd => zstd::DEFAULT_COMPRESSION_LEVEL,
        Codec::Zlib => 6,
    }
}

/// Returns the levels of `codec`. Negative levels of Zstandard are faster than 1 and save less; zlib's -1 is its default level.
pub fn levels(codec: Codec) -> RangeInclusive<i32> {
    match codec {
        Codec::Zstd => zstd::compression_level_range(),
        Codec::Zlib => -1..=9,
    }
}

/// The level to work at when `asked` is asked for.
///
/// # Errors
///
/// `codec` knows no such level.
pub(crate) fn check_level(codec: Codec, asked: Option<i32>) -> Result<i32, BadLevel> {
    match asked {
        None => Ok(usual(codec)),
        Some(-1) if codec == Codec::Zlib => Ok(usual(codec)),
        Some(level) if levels(codec).contains(&level) => Ok(level),
        Some(found) => Err(BadLevel { codec, found }),
    }
}

/// A level that a codec does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BadLevel {
    /// The codec.
    pub codec: Codec,
    /// The level.
    pub found: i32,
}

impl fmt::Display for BadLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = levels(self.codec);
        write!(
            f,
            "expected a level from {} to {}, found {}",
            range.start(),
            range.end(),
            self.found
        )
    }
}

impl Error for BadLevel {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_outside_the_range_is_refused_and_the_range_named() {
        assert_eq!(check_level(Codec::Zstd, None), Ok(3));
        assert_eq!(check_level(Codec::Zstd, Some(-5)), Ok(-5));
        assert_eq!(check_level(Codec::Zlib, Some(-1)), Ok(6));
        let error = check_level(Codec::Zstd, Some(99)).unwrap_err();
        assert_eq!(error.to_string(), "expected a level from -131072 to 22, found 99");
        let error = check_level(Codec::Zlib, Some(10)).unwrap_err();
        assert_eq!(error.to_string(), "expected a level from -1 to 9, found 10");
    }
}
