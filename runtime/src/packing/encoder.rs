//! Compresses what it is given: one stream of a codec.

use flate2::{Compress, FlushCompress, Status};
use std::{
    io::{self, Write},
    num::NonZero,
    thread,
    vec::Vec,
};
use zstd::zstd_safe::{
    CCtx, CParameter, InBuffer, OutBuffer, SafeResult, get_error_name, zstd_sys::ZSTD_EndDirective as Directive,
};

use crate::wrapper::Codec;

/// How many bytes each thread of Zstandard compresses by itself. Fixed, so that what comes out does not depend on the number of
/// cores; as long as this, because little is saved across the edges (measured: 0.8 % smaller than in one piece with LLVM's
/// settings, where the library's own choice makes it 4 % larger).
const JOB_LEN: u32 = 32 << 20;
/// Compressed bytes are written this many at a time.
const OUT: usize = 256 << 10;

/// A codec at work.
pub(super) struct Encoder {
    codec: Kind,
    out: Vec<u8>,
}

enum Kind {
    Zstd(CCtx<'static>),
    Zlib(Compress),
}

impl Encoder {
    /// `level` is one that the codec knows. `len` is how many bytes will be given, if that is known; then the stream says so.
    pub(super) fn new(codec: Codec, level: i32, len: Option<u64>) -> io::Result<Self> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Self::with_workers(codec, level, len, u32::try_from(cores).unwrap_or(1))
    }

    /// The same, with this many threads if the codec can use them.
    pub(super) fn with_workers(codec: Codec, level: i32, len: Option<u64>, workers: u32) -> io::Result<Self> {
        let codec = match codec {
            Codec::Zstd => Kind::Zstd(zstd_context(level, len, workers).map_err(zstd_error)?),
            Codec::Zlib => {
                let level = flate2::Compression::new(u32::try_from(level).unwrap_or_default());
                Kind::Zlib(Compress::new(level, true))
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
            let (consumed, _) = self.step(bytes, false, sink)?;
            bytes = bytes.get(consumed..).unwrap_or_default();
        }
        Ok(())
    }

    /// There is no more.
    pub(super) fn finish(&mut self, sink: &mut dyn Write) -> io::Result<()> {
        while !self.step(&[], true, sink)?.1 {}
        Ok(())
    }

    /// How many of `bytes` were used, and whether the stream is complete.
    fn step(&mut self, bytes: &[u8], last: bool, sink: &mut dyn Write) -> io::Result<(usize, bool)> {
        self.out.clear();
        let result = match &mut self.codec {
            Kind::Zstd(context) => {
                let directive = if last {
                    Directive::ZSTD_e_end
                } else {
                    Directive::ZSTD_e_continue
                };
                let mut input = InBuffer::around(bytes);
                let mut output = OutBuffer::around(&mut self.out);
                let left = context
                    .compress_stream2(&mut output, &mut input, directive)
                    .map_err(zstd_error)?;
                (input.pos(), last && left == 0)
            }
            Kind::Zlib(stream) => {
                let flush = if last {
                    FlushCompress::Finish
                } else {
                    FlushCompress::None
                };
                let before = stream.total_in();
                let status = stream
                    .compress_vec(bytes, &mut self.out, flush)
                    .map_err(io::Error::other)?;
                let consumed = stream.total_in().saturating_sub(before);
                (
                    usize::try_from(consumed).unwrap_or(usize::MAX),
                    status == Status::StreamEnd,
                )
            }
        };
        sink.write_all(&self.out)?;
        Ok(result)
    }
}

fn zstd_context(level: i32, len: Option<u64>, workers: u32) -> Result<CCtx<'static>, usize> {
    let mut context = CCtx::try_create().ok_or(0_usize)?;
    let mut set = |parameter| -> SafeResult { context.set_parameter(parameter) };
    set(CParameter::CompressionLevel(level))?;
    // Containers hold code for many processors, which is alike over distances longer than any usual window.
    set(CParameter::EnableLongDistanceMatching(true))?;
    // The digest in the header does the work of a checksum.
    set(CParameter::ChecksumFlag(false))?;
    // With no worker at all the bytes are others.
    set(CParameter::NbWorkers(workers.max(1)))?;
    set(CParameter::JobSize(JOB_LEN))?;
    context.set_pledged_src_size(len)?;
    Ok(context)
}

fn zstd_error(code: usize) -> io::Error {
    io::Error::other(get_error_name(code))
}
