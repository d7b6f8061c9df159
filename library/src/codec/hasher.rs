//! Digests bytes in pieces, and finds byte strings in them.

use std::io::{self, Write};
use std::panic;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use md5::{Digest as _, Md5};
use offload_bundle_core::bytes::length;
use offload_bundle_core::envelope::Digest;

/// A thread is started after this many bytes.
const MANY: u64 = 1 << 20;
/// More would only cost memory: the digest is by far the slowest part.
const WAITING: usize = 16;

#[derive(Debug)]
pub(super) struct Hasher {
    fed: u64,
    state: State,
}

#[derive(Debug)]
enum State {
    Here(Md5),
    Thread { chunks: SyncSender<Chunk>, thread: JoinHandle<Md5> },
}

/// The bytes of a buffer after `from`.
#[derive(Debug)]
struct Chunk {
    bytes: Arc<Vec<u8>>,
    from: usize,
}

impl Chunk {
    fn part(&self) -> &[u8] {
        self.bytes.get(self.from..).unwrap_or_default()
    }
}

impl Default for Hasher {
    fn default() -> Self {
        Self { fed: 0, state: State::Here(Md5::new()) }
    }
}

impl Hasher {
    pub(super) fn bytes_fed(&self) -> u64 {
        self.fed
    }

    pub(super) fn feed(&mut self, bytes: &Arc<Vec<u8>>, from: usize) {
        let chunk = Chunk { bytes: Arc::clone(bytes), from };
        self.fed = self.fed.saturating_add(length(chunk.part()));
        if self.fed > MANY {
            self.start_thread();
        }
        match &mut self.state {
            State::Here(md5) => md5.update(chunk.part()),
            // The thread takes chunks until the sender is dropped; if it panicked, `finish` reports it.
            State::Thread { chunks, .. } => drop(chunks.send(chunk)),
        }
    }

    fn start_thread(&mut self) {
        let State::Here(md5) = &self.state else { return };
        let (chunks, waiting) = sync_channel::<Chunk>(WAITING);
        let mut md5 = md5.clone();
        let digest_all = move || {
            waiting.iter().for_each(|chunk| md5.update(chunk.part()));
            md5
        };
        if let Ok(thread) = thread::Builder::new().spawn(digest_all) {
            self.state = State::Thread { chunks, thread };
        }
    }

    pub(super) fn finish(self) -> Digest {
        let md5 = match self.state {
            State::Here(md5) => md5,
            State::Thread { chunks, thread } => {
                drop(chunks);
                thread.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
            }
        };
        Digest(md5.finalize().into())
    }
}

/// Passes bytes on, and searches them for a byte string.
pub(crate) struct Searched<'s, 'n, S: ?Sized> {
    sink: &'s mut S,
    needle: &'n [u8],
    /// One less than the byte string.
    last: Vec<u8>,
    pub(crate) found: bool,
}

impl<'s, 'n, S: Write + ?Sized> Searched<'s, 'n, S> {
    pub(crate) fn new(sink: &'s mut S, needle: &'n [u8]) -> Self {
        Self { sink, needle, last: Vec::new(), found: false }
    }
}

impl<S: Write + ?Sized> Write for Searched<'_, '_, S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.sink.write(bytes)?;
        let piece = bytes.get(..written).unwrap_or(bytes);
        if !self.found && !self.needle.is_empty() {
            let kept = self.needle.len().saturating_sub(1);
            self.last.extend(piece.iter().take(kept));
            let is_in = |part: &[u8]| memchr::memmem::find(part, self.needle).is_some();
            self.found = is_in(&self.last) || is_in(piece);
            self.last
                .extend(piece.iter().skip(kept.max(piece.len().saturating_sub(kept))));
            let seen = self.last.len().saturating_sub(kept);
            self.last.drain(..seen);
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_does_not_depend_on_threads() {
        let bytes: Arc<Vec<u8>> = Arc::new((0..300_000_u32).map(|n| n.to_le_bytes()[1]).collect());
        let mut plain = Md5::new();
        let mut hasher = Hasher::default();
        for from in (0..50).map(|n| n * 7) {
            plain.update(&bytes[from..]);
            hasher.feed(&bytes, from);
        }
        assert!(matches!(hasher.state, State::Thread { .. }));
        assert_eq!(hasher.finish(), Digest(plain.finalize().into()));
    }

    #[test]
    fn few_bytes_start_no_thread() {
        let mut hasher = Hasher::default();
        hasher.feed(&Arc::new(b"abc".to_vec()), 0);
        assert!(matches!(hasher.state, State::Here(_)));
        assert_eq!(
            hasher.finish().leading(),
            u64::from_be_bytes(*b"\x90\x01\x50\x98\x3c\xd2\x4f\xb0").swap_bytes()
        );
    }

    #[test]
    fn search_finds_bytes_in_any_pieces() {
        let bytes = b"..ABABC..ABC";
        for step in 1..=bytes.len() {
            let found = |needle: &[u8]| {
                let mut sink = io::sink();
                let mut searched = Searched::new(&mut sink, needle);
                bytes.chunks(step).for_each(|piece| searched.write_all(piece).unwrap());
                searched.found
            };
            let needles: [&[u8]; 8] = [b"ABC", b"..", b"ABAB", b".", b"C", b"C..AB", b"CB", b"..ABABC..ABC."];
            assert_eq!(needles.map(found), [true, true, true, true, true, true, false, false]);
        }
    }
}
