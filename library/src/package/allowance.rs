//! Limits of bytes.

use std::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};

use offload_bundle_core::bytes::length;

use crate::refusal::Refusal;

/// Bytes that readers may still read together.
pub(super) struct Allowance {
    limit: u64,
    pub(super) left: Cell<u64>,
    refuse: fn(u64) -> Refusal,
}

impl Allowance {
    /// In unpacked bytes, with nested packages.
    pub(super) fn new(limit: u64) -> Self {
        Self::or_refuse(limit, |limit| {
            let why = format!("unpacked, the package holds more than {limit} bytes, which is the limit");
            Refusal::new("more-than-allowed", why)
        })
    }

    pub(super) fn or_refuse(limit: u64, refuse: fn(u64) -> Refusal) -> Self {
        Self { limit, left: Cell::new(limit), refuse }
    }

    pub(super) fn count<R: Read>(&self, reader: R) -> Counted<'_, R> {
        Counted { reader, allowance: self }
    }
}

pub(super) struct Counted<'a, R> {
    reader: R,
    allowance: &'a Allowance,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(into)?;
        let Allowance { limit, left, refuse } = self.allowance;
        let rest = left.get().checked_sub(length(into.get(..read).unwrap_or_default()));
        left.set(rest.ok_or_else(|| io::Error::other(refuse(*limit)))?);
        Ok(read)
    }
}

impl<R: Seek> Seek for Counted<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.reader.seek(to)
    }
}
