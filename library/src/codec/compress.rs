//! Compresses what is fed, and works out at the same time what a header says of it.

use std::io::{self, Write};
use std::sync::Arc;

use offload_bundle_core::envelope::{Codec, CompressedInfo};

use super::encoder::Encoder;
use super::hasher::Hasher;
use super::level::check_level;
use crate::file_error::FileError;
use crate::file_name::FileName;

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
