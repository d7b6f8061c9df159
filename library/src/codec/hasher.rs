//! Computes digests of bytes in pieces, and finds byte strings in them.

use std::io::{self, Write};
use std::panic;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use md5::{Digest as _, Md5};
use offload_bundle_core::bytes::length;
use offload_bundle_core::envelope::Digest;

/// A thread is started after this many bytes.
const MANY: u64 = 1 << 20;
/// Most chunks queued for the thread. More would only cost memory, since the digest is by far the slowest part.
const WAITING: usize = 16;

#[derive(Debug)]
pub(super) struct Hasher {
    fed: u64,
    state: State,
}

#[derive(Debug)]
enum State {
    Here { md5: Md5, may_move: bool },
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
        let state = State::Here { md5: Md5::new(), may_move: true };
        Self { fed: 0, state }
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
            State::Here { md5, .. } => md5.update(chunk.part()),
            // The thread takes chunks until the sender is dropped; if it panicked, `finish` reports it.
            State::Thread { chunks, .. } => drop(chunks.send(chunk)),
        }
    }

    fn start_thread(&mut self) {
        let State::Here { md5, may_move } = &mut self.state else {
            return;
        };
        if !std::mem::take(may_move) {
            return;
        }
        let (chunks, waiting) = sync_channel(WAITING);
        let md5 = md5.clone();
        if let Ok(thread) = thread::Builder::new().spawn(move || digest_all(md5, &waiting)) {
            self.state = State::Thread { chunks, thread };
        }
    }

    pub(super) fn finish(self) -> Digest {
        let md5 = match self.state {
            State::Here { md5, .. } => md5,
            State::Thread { chunks, thread } => {
                drop(chunks);
                thread.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
            }
        };
        Digest(md5.finalize().into())
    }
}

fn digest_all(mut md5: Md5, waiting: &Receiver<Chunk>) -> Md5 {
    for chunk in waiting {
        md5.update(chunk.part());
    }
    md5
}

/// Searches for a byte string in consecutive pieces.
#[derive(Debug)]
pub(crate) struct Search<'n> {
    needle: &'n [u8],
    /// The last bytes seen, one less than the byte string.
    last: Vec<u8>,
    seen: u64,
    found: Option<u64>,
}

impl<'n> Search<'n> {
    pub(crate) fn new(needle: &'n [u8]) -> Self {
        Self { needle, last: Vec::new(), seen: 0, found: None }
    }

    /// The first match, relative to the first piece.
    pub(crate) fn found(&self) -> Option<u64> {
        self.found
    }

    pub(crate) fn look(&mut self, piece: &[u8]) {
        if self.found.is_none() && !self.needle.is_empty() {
            let kept = self.needle.len().saturating_sub(1);
            let before = length(&self.last);
            self.last.extend(piece.iter().take(kept));
            let across = memchr::memmem::find(&self.last, self.needle);
            let across = across.map(|at| self.seen.saturating_sub(before).saturating_add(at as u64));
            let within = || memchr::memmem::find(piece, self.needle).map(|at| self.seen.saturating_add(at as u64));
            self.found = across.or_else(within);
            if piece.len() >= kept {
                self.last.clear();
                self.last
                    .extend_from_slice(piece.get(piece.len().saturating_sub(kept)..).unwrap_or_default());
            } else {
                let drop = self.last.len().saturating_sub(kept);
                self.last.drain(..drop);
            }
        }
        self.seen = self.seen.saturating_add(length(piece));
    }
}

/// A writer that searches what it passes on.
pub(crate) struct Searched<'s, 'n, S: ?Sized> {
    sink: &'s mut S,
    search: Search<'n>,
}

impl<'s, 'n, S: Write + ?Sized> Searched<'s, 'n, S> {
    pub(crate) fn new(sink: &'s mut S, search: Search<'n>) -> Self {
        Self { sink, search }
    }

    pub(crate) fn found(&self) -> Option<u64> {
        self.search.found()
    }
}

impl<S: Write + ?Sized> Write for Searched<'_, '_, S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.sink.write(bytes)?;
        self.search.look(bytes.get(..written).unwrap_or(bytes));
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
        assert!(matches!(hasher.state, State::Here { .. }));
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
                let mut search = Search::new(needle);
                bytes.chunks(step).for_each(|piece| search.look(piece));
                search.found()
            };
            assert_eq!(
                (found(b"ABC"), found(b".."), found(b"ABAB"), found(b"CB")),
                (Some(4), Some(0), Some(2), None)
            );
            assert_eq!((found(b"."), found(b"C")), (Some(0), Some(6)));
        }
    }
}
