//! The limit of unpacked bytes.

use std::cell::Cell;
use std::io::{self, Read};

use offload_bundle_core::bytes::length;

use crate::refusal::Refusal;

/// The number of bytes that may still be unpacked, in nested packages too.
pub(super) struct Allowance {
    limit: u64,
    left: Cell<u64>,
}

impl Allowance {
    pub(super) fn new(limit: u64) -> Self {
        Self { limit, left: Cell::new(limit) }
    }

    /// Charges the bytes of `reader` to the allowance.
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
        let Allowance { limit, left } = self.allowance;
        let taken = length(into.get(..read).unwrap_or_default());
        match left.get().checked_sub(taken) {
            Some(rest) => left.set(rest),
            None => {
                let why = format!("unpacked, the package holds more than {limit} bytes, which is the limit");
                return Err(io::Error::other(Refusal::new("more-than-allowed", why)));
            }
        }
        Ok(read)
    }
}
