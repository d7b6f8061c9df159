//! Does numbered pieces of work on several threads: each thread takes the next piece until there are no more, or one has failed.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::progress::Progress;
use crate::file_error::FileError;

/// While one thread writes, another reads; a third one waits, because file systems let one at a time write to a file, or make one in a
/// folder.
const THREADS: usize = 2;

/// How many threads help on this machine.
pub(super) fn threads() -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    cores.min(THREADS)
}

/// How far the threads have come.
#[derive(Default)]
struct Turns {
    next: AtomicU64,
    /// Bytes that are done and that have not been reported.
    done: AtomicU64,
    /// The lowest piece that failed. All below it are done or in work, so that the same error comes whatever the threads do.
    failed: Mutex<Option<(u64, FileError)>>,
}

/// Calls `work` with each number below `count`, on so many threads, this one among them. Each thread has memory of its own, which `memory`
/// makes. `work` returns how many bytes it has done; this thread reports them.
///
/// # Errors
/// That of the lowest number that fails. Nothing is begun after a failure.
pub(super) fn in_turns<M>(
    count: u64,
    threads: usize,
    progress: &mut dyn Progress,
    memory: impl Fn() -> M + Sync,
    work: impl Fn(u64, &mut M) -> Result<u64, FileError> + Sync,
) -> Result<(), FileError> {
    let turns = Turns::default();
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where there can be no more threads, this one does it all.
            let _ = thread::Builder::new().spawn_scoped(scope, || turns.take(count, memory(), &work, &mut || ()));
        }
        turns.take(count, memory(), &work, &mut || {
            progress.advance(turns.done.swap(0, Ordering::Relaxed))
        });
    });
    progress.advance(turns.done.into_inner());
    match turns.failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, error)) => Err(error),
        None => Ok(()),
    }
}

impl Turns {
    /// Takes one piece after the other. `tell` is called after each.
    fn take<M>(
        &self,
        count: u64,
        mut memory: M,
        work: &impl Fn(u64, &mut M) -> Result<u64, FileError>,
        tell: &mut dyn FnMut(),
    ) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let failed = || self.failed.lock().unwrap_or_else(PoisonError::into_inner);
            if number >= count || failed().is_some() {
                return;
            }
            match work(number, &mut memory) {
                Ok(bytes) => {
                    self.done.fetch_add(bytes, Ordering::Relaxed);
                    tell();
                }
                Err(error) => {
                    let mut failed = failed();
                    if failed.as_ref().is_none_or(|(first, _)| number < *first) {
                        *failed = Some((number, error));
                    }
                    return;
                }
            }
        }
    }
}
