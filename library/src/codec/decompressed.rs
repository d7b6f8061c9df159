//! Inputs decompressed on demand and verified at the end.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt, io};

use offload_bundle_core::bytes::length;
use offload_bundle_core::error::{Problem, ReadError};

use super::hasher::Hasher;
use super::stream::{CompressedStream, Origin, Stream};
use crate::file_error::{Damage, FileError, damage};
use crate::file_name::FileName;
use crate::input::{Input, LazySource, Window};

/// In bytes.
const WINDOW_MOST: u64 = 64 << 20;
/// Later chunks are as long as all before, up to the maximum: at most twice the requested bytes are decompressed.
const CHUNK_FIRST: u64 = 16 << 10;
const CHUNK_MOST: u64 = 1 << 20;
/// Decompressed bytes that are kept; earlier ones need another decompression.
const KEPT: u64 = 4 << 20;

struct DecompressedSource {
    outer: Arc<Input>,
    declared: CompressedStream,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// `None` before the start.
    stream: Option<Stream>,
    /// Earlier output stays.
    stopped: Option<ReadError>,
    decompressed: u64,
    /// In order, without gaps.
    held: VecDeque<Chunk>,
    /// Taken when the digest is known. The pass that gets farthest feeds it.
    hasher: Option<Hasher>,
    /// Its length, or its fault.
    ended: Option<Result<u64, ReadError>>,
    verified: Option<Result<(), ReadError>>,
}

struct Chunk {
    ofs: u64,
    bytes: Arc<Vec<u8>>,
}

impl Chunk {
    fn end(&self) -> u64 {
        self.ofs.saturating_add(length(&self.bytes))
    }

    fn range(&self, ofs: u64, end: u64) -> std::ops::Range<usize> {
        let index = |at: u64| usize::try_from(at.clamp(self.ofs, self.end()).saturating_sub(self.ofs)).unwrap_or(0);
        index(ofs)..index(end)
    }

    fn shared(&self, ofs: u64, end: u64) -> Window<'static> {
        Window::shared(Arc::clone(&self.bytes), self.range(ofs, end))
    }
}

/// Has the declared length, and the identity of `outer`.
pub(crate) fn open_compressed(name: impl Into<FileName>, outer: Arc<Input>, declared: CompressedStream) -> Input {
    let member = outer.member().cloned();
    let source = Box::new(DecompressedSource::new(outer, declared));
    Input::lazy(name, source.declared.decompressed_len.value, source).with_member(member)
}

impl LazySource for DecompressedSource {
    fn window(&self, ofs: u64, len: u64) -> Result<Window<'static>, FileError> {
        if len == 0 {
            return Ok(Window::borrowed(&[]));
        }
        if len > WINDOW_MOST {
            let problem = Problem::TooLongToShow { need: len, limit: WINDOW_MOST };
            return Err(self.damaged(self.declared.in_data(0, problem)));
        }
        let end = ofs.saturating_add(len);
        let mut state = self.state();
        self.show(&mut state, ofs, end)?;
        let mut shown = state.held.iter().filter(|chunk| chunk.end() > ofs && chunk.ofs < end);
        if let Some(chunk) = shown.clone().next().filter(|chunk| chunk.end() >= end) {
            return Ok(chunk.shared(ofs, end));
        }
        let mut bytes = Vec::new();
        let size = usize::try_from(len).unwrap_or(usize::MAX);
        bytes.try_reserve_exact(size).map_err(|_| self.out_of_memory())?;
        shown.try_for_each(|chunk| {
            bytes.extend_from_slice(chunk.bytes.get(chunk.range(ofs, end))?);
            Some(())
        });
        Ok(Window::read(bytes))
    }

    fn piece(&self, ofs: u64, len: u64) -> Result<Window<'static>, FileError> {
        if len == 0 {
            return Ok(Window::borrowed(&[]));
        }
        let mut state = self.state();
        self.show(&mut state, ofs, ofs.saturating_add(1))?;
        let shown = state.held.iter().find(|chunk| chunk.end() > ofs);
        Ok(shown.map_or(Window::borrowed(&[]), |chunk| {
            chunk.shared(ofs, ofs.saturating_add(len))
        }))
    }

    fn verify(&self) -> Result<(), FileError> {
        let mut state = self.state();
        self.to_end(&mut state)?;
        if let Some(hasher) = state.hasher.take() {
            state.verified = Some(self.declared.check_digest(hasher.finish()));
        }
        match &state.verified {
            Some(Err(error)) => Err(self.damaged(error.clone())),
            _ => Ok(()),
        }
    }

    fn release(&self) {
        self.state().restart();
    }

    fn compressed_len(&self) -> Result<Option<u64>, FileError> {
        self.to_end(&mut self.state()).map(Some)
    }

    fn inputs(&self) -> &[Arc<Input>] {
        std::slice::from_ref(&self.outer)
    }
}

impl DecompressedSource {
    fn new(outer: Arc<Input>, declared: CompressedStream) -> Self {
        let state =
            State { hasher: (declared.verify && declared.digest.is_some()).then(Hasher::default), ..State::default() };
        Self { outer, declared, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // After a panic in another thread, the state is at worst outdated.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn to_end(&self, state: &mut State) -> Result<u64, FileError> {
        loop {
            match &state.ended {
                Some(Ok(len)) => return Ok(*len),
                Some(Err(error)) => return Err(self.damaged(error.clone())),
                None => self.advance(state, u64::MAX)?,
            }
        }
    }

    /// Decompresses until `ofs .. end` is held.
    fn show(&self, state: &mut State, ofs: u64, end: u64) -> Result<(), FileError> {
        if state.held.front().is_some_and(|first| ofs < first.ofs) {
            state.restart();
        }
        while state.decompressed < end {
            if let Some(error) = &state.stopped {
                return Err(self.damaged(error.clone()));
            }
            self.advance(state, ofs)?;
        }
        Ok(())
    }

    /// Drops chunks before `needed`. Damage is recorded, not returned.
    fn advance(&self, state: &mut State, needed: u64) -> Result<(), FileError> {
        match damage(self.next_chunk(state)) {
            Ok(Ok(())) => {}
            Ok(Err(Damage { error, .. })) => {
                state.ended.get_or_insert_with(|| Err(error.clone()));
                state.stopped = Some(error);
            }
            Err(error) => {
                state.restart();
                return Err(error);
            }
        }
        state.let_go(needed);
        Ok(())
    }

    fn next_chunk(&self, state: &mut State) -> Result<(), FileError> {
        let front = &self.declared.front;
        if state.decompressed < length(front) {
            state.hold(Chunk { ofs: 0, bytes: Arc::clone(front) });
            return Ok(());
        }
        let origin = Origin { outer: &self.outer, declared: &self.declared };
        let stream = match &mut state.stream {
            Some(stream) => stream,
            none => none.insert(Stream::new(origin)?),
        };
        let ofs = state.decompressed;
        // One more byte than declared shows whether the stream is longer, and otherwise reaches its end.
        let left = self.declared.decompressed_len.value.saturating_sub(ofs);
        let size = ofs.clamp(CHUNK_FIRST, CHUNK_MOST).min(left.saturating_add(1));
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(usize::try_from(size).unwrap_or(usize::MAX))
            .map_err(|_| self.out_of_memory())?;
        let filled = stream.fill(origin, &mut bytes);
        let ended = stream.consumed();
        if let Some(len) = ended.filter(|_| filled.is_ok()) {
            state.ended.get_or_insert(Ok(len));
        }
        if ended.is_some() || filled.is_err() {
            // The stream is finished. There may be very many finished streams.
            state.stream = None;
        }
        bytes.truncate(usize::try_from(left).unwrap_or(usize::MAX));
        state.hold(Chunk { ofs, bytes: Arc::new(bytes) });
        filled
    }

    fn damaged(&self, error: ReadError) -> FileError {
        FileError::damaged(self.outer.name(), error)
    }

    fn out_of_memory(&self) -> FileError {
        FileError::new(self.outer.name(), io::ErrorKind::OutOfMemory.into())
    }
}

impl State {
    /// Results of checks stay.
    fn restart(&mut self) {
        self.stream = None;
        self.stopped = None;
        self.decompressed = 0;
        self.held.clear();
    }

    fn hold(&mut self, chunk: Chunk) {
        if chunk.bytes.is_empty() {
            return;
        }
        self.decompressed = chunk.end();
        if let Some(hasher) = &mut self.hasher
            && hasher.bytes_fed() < chunk.end()
        {
            let known = chunk.range(chunk.ofs, hasher.bytes_fed()).end;
            hasher.feed(&chunk.bytes, known);
        }
        self.held.push_back(chunk);
    }

    fn let_go(&mut self, needed: u64) {
        let kept = self.decompressed.saturating_sub(KEPT).min(needed);
        while self.held.front().is_some_and(|first| first.end() <= kept) {
            self.held.pop_front();
        }
    }
}

impl fmt::Debug for DecompressedSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecompressedSource")
            .field("outer", &self.outer.name())
            .field("compressed", &self.declared)
            .finish_non_exhaustive()
    }
}
