//! Bytes that come one after the other and are read later: kept in memory while they are few, and in an unnamed file beyond that.

use std::fs::File;
use std::io::{self, Write};

use offload_bundle_core::bytes::length;

use super::source::Source;
use crate::file_error::Named;
use crate::system::{THERE_IS_ONE, unnamed_file, unnamed_folder};

/// Up to this many bytes stay in memory: where there is no other place, as many as leave room for work on them.
const IN_MEMORY: usize = if THERE_IS_ONE { 16 << 20 } else { 1 << 30 };

/// Bytes that have come so far.
#[derive(Debug)]
pub(crate) enum Spool {
    /// Few.
    Memory(Vec<u8>),
    /// Many. The file has no name, and goes with the process.
    File(File),
}

impl Default for Spool {
    fn default() -> Self {
        Self::Memory(Vec::new())
    }
}

impl Spool {
    /// What has come, to be read, and its length in bytes.
    pub(super) fn into_source(self) -> io::Result<(Source, u64)> {
        match self {
            Self::Memory(bytes) => {
                let len = length(&bytes);
                Ok((Source::Memory(bytes.into()), len))
            }
            Self::File(file) => {
                let len = file.metadata()?.len();
                Ok((Source::Unnamed(file), len))
            }
        }
    }
}

impl Write for Spool {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => Named { file: &unnamed_folder(), out: file }.write(more),
            Self::Memory(bytes) if bytes.len().saturating_add(more.len()) <= IN_MEMORY => {
                bytes
                    .try_reserve(more.len())
                    .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
                bytes.extend_from_slice(more);
                Ok(more.len())
            }
            Self::Memory(bytes) => {
                let mut file = unnamed_file()?;
                Named { file: &unnamed_folder(), out: &mut file }.write_all(bytes)?;
                *self = Self::File(file);
                self.write(more)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
