//! Compresses what is fed, and works out at the same time what a header says of it.

use std::{
    io::{self, Write},
    sync::Arc,
    vec::Vec,
};

use super::digesting::Digesting;
use super::encoder::Encoder;
use super::level::checked_level;
use crate::files::{FileError, Input, Spool};
use crate::wrapper::{Codec, Packed};

/// What compressed bytes are called in messages.
const NAME: &str = "compressed bytes";
/// Bytes are passed on this many at a time.
const CHUNK: usize = 1 << 20;

/// How to compress.
#[derive(Debug, Clone, Copy)]
pub struct Compression {
    /// The codec.
    pub codec: Codec,
    /// The level, one of [`super::levels`]; none for the codec's usual one.
    pub level: Option<i32>,
    /// How many bytes there will be, if that is known. Feeding another number is an error.
    pub unpacked_len: Option<u64>,
}

/// Bytes that have been compressed.
#[derive(Debug)]
pub struct Compressed {
    /// What a header says of them.
    pub packed: Packed,
    /// The compressed bytes: in memory if they are few, in an unnamed temporary file if not.
    pub bytes: Input,
}

/// Compresses what `feed` writes. What comes out depends on what is fed and on `settings`, and on nothing else.
/// Errors: a level that the codec does not know ([`super::BadLevel`] inside), those of `feed`, no room for what comes out.
pub fn compress(
    feed: &mut dyn FnMut(&mut dyn Write) -> Result<(), FileError>,
    settings: &Compression,
) -> Result<Compressed, FileError> {
    let level = checked_level(settings.codec, settings.level)
        .map_err(|error| FileError::new("compression level", io::Error::new(io::ErrorKind::InvalidInput, error)))?;
    let fail = |error| FileError::new(NAME, error);
    let encoder = Encoder::new(settings.codec, level, settings.unpacked_len).map_err(fail)?;
    let mut press = Press::new(encoder);
    feed(&mut press)?;
    press.finish().map_err(fail)
}

/// Gathers chunks, and passes each on to the digest and to the encoder.
struct Press {
    chunk: Vec<u8>,
    digesting: Digesting,
    encoder: Encoder,
    spool: Spool,
}

impl Press {
    fn new(encoder: Encoder) -> Self {
        Self { chunk: Vec::new(), digesting: Digesting::default(), encoder, spool: Spool::default() }
    }

    fn pass_on(&mut self) -> io::Result<()> {
        let chunk = Arc::new(std::mem::take(&mut self.chunk));
        self.digesting.feed(&chunk, 0);
        self.encoder.feed(&chunk, &mut self.spool)
    }

    fn finish(mut self) -> io::Result<Compressed> {
        self.pass_on()?;
        self.encoder.finish(&mut self.spool)?;
        let unpacked_len = self.digesting.fed();
        let digest = self.digesting.finish();
        let bytes = self.spool.into_input(NAME)?;
        let packed = Packed { len: bytes.len(), unpacked_len, digest };
        Ok(Compressed { packed, bytes })
    }
}

impl Write for Press {
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
