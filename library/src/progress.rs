//! The progress of long operations, and numbered pieces of work on several threads.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Receives the progress of long operations. The library shows nothing itself.
pub trait Progress {
    /// Work on `total` bytes begins.
    fn begin(&mut self, total: u64);

    /// `bytes` more bytes are done.
    fn advance(&mut self, bytes: u64);

    /// The work has ended, done or not.
    fn end(&mut self);
}

/// Shows no progress.
impl Progress for () {
    fn begin(&mut self, _total: u64) {}
    fn advance(&mut self, _bytes: u64) {}
    fn end(&mut self) {}
}

/// Work that has begun; it is over when this is dropped.
pub(crate) struct Work<'p> {
    progress: &'p mut dyn Progress,
}

impl<'p> Work<'p> {
    /// Work on `total` bytes begins.
    pub(crate) fn begin(progress: &'p mut dyn Progress, total: u64) -> Self {
        progress.begin(total);
        Self { progress }
    }

    /// Who is told how far it has come.
    pub(crate) fn progress(&mut self) -> &mut dyn Progress {
        self.progress
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        self.progress.end();
    }
}

/// A part of work that has begun. It counts for so many bytes of the whole, however often and however much is done in it.
pub(crate) struct Part<'p> {
    progress: &'p mut dyn Progress,
    left: u64,
}

impl<'p> Part<'p> {
    /// A part that is `share` bytes of the whole.
    pub(crate) fn new(progress: &'p mut dyn Progress, share: u64) -> Self {
        Self { progress, left: share }
    }
}

impl Progress for Part<'_> {
    fn begin(&mut self, _total: u64) {}

    fn advance(&mut self, bytes: u64) {
        let bytes = bytes.min(self.left);
        self.left = self.left.saturating_sub(bytes);
        self.progress.advance(bytes);
    }

    fn end(&mut self) {}
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        self.progress.advance(self.left);
    }
}

/// While one thread writes, another reads; a third one waits, because file systems let one at a time write to a file, or make one in a
/// folder.
const THREADS: usize = 2;

/// How many threads help on this machine.
pub fn threads() -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    cores.min(THREADS)
}

/// How far the threads have come.
struct Turns<E> {
    next: AtomicU64,
    /// Bytes that are done and that have not been reported.
    done: AtomicU64,
    /// The lowest piece that failed. All below it are done or will be, so that the same error comes whatever the threads do.
    failed: Mutex<Option<(u64, E)>>,
}

/// Calls `work` with each number below `count`, on so many threads, this one among them. Each thread has memory of its own, which `memory`
/// makes. `work` returns how many bytes it has done; this thread reports them.
///
/// # Errors
/// That of the lowest number that fails. No number above it is begun after it has failed.
pub fn in_turns<M, E: Send>(
    count: u64,
    threads: usize,
    progress: &mut dyn Progress,
    memory: impl Fn() -> M + Sync,
    work: impl Fn(u64, &mut M) -> Result<u64, E> + Sync,
) -> Result<(), E> {
    let turns = Turns::from(0);
    let mut take_here = || {
        turns.take(count, memory(), &work, &mut || {
            progress.advance(turns.done.swap(0, Ordering::Relaxed))
        });
    };
    // One for each piece is enough.
    match usize::try_from(count).map_or(threads, |count| threads.min(count)) {
        // No scope is opened: it would give the thread of a C program a handle that the main thread never frees, which Valgrind tells.
        0 | 1 => take_here(),
        threads => thread::scope(|scope| {
            for _ in 1..threads {
                // Where there can be no more threads, this one does it all.
                let _ = thread::Builder::new().spawn_scoped(scope, || turns.take(count, memory(), &work, &mut || ()));
            }
            take_here();
        }),
    }
    progress.advance(turns.done.into_inner());
    match turns.failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, error)) => Err(error),
        None => Ok(()),
    }
}

impl<E> Turns<E> {
    /// None is taken yet; this one is the next.
    fn from(next: u64) -> Self {
        Self { next: AtomicU64::new(next), done: AtomicU64::new(0), failed: Mutex::new(None) }
    }

    /// Takes one piece after the other. `tell` is called after each.
    fn take<M>(
        &self,
        count: u64,
        mut memory: M,
        work: &impl Fn(u64, &mut M) -> Result<u64, E>,
        tell: &mut dyn FnMut(),
    ) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let failed = || self.failed.lock().unwrap_or_else(PoisonError::into_inner);
            // A piece below the one that failed must still be done: it may fail too, and then its error is the one to tell.
            if number >= count || failed().as_ref().is_some_and(|(first, _)| *first < number) {
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

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::file_error::FileError;
    use crate::file_name::FileName;

    fn failure(number: u64) -> FileError {
        FileError::new(FileName::from("out"), std::io::Error::other(number.to_string()))
    }

    #[test]
    fn the_error_of_the_lowest_piece_is_told_when_a_higher_one_fails_first() {
        let both = Barrier::new(2);
        let seven_failed = AtomicU64::new(0);
        let turns = Turns::from(6);
        let work = |number: u64, _: &mut ()| {
            if number == 7 {
                both.wait();
                seven_failed.store(1, Ordering::SeqCst);
            } else {
                both.wait();
                while seven_failed.load(Ordering::SeqCst) == 0 {
                    thread::yield_now();
                }
            }
            Err(failure(number))
        };
        thread::scope(|scope| {
            scope.spawn(|| turns.take(9, (), &work, &mut || ()));
            turns.take(9, (), &work, &mut || ());
        });
        let (number, _) = turns.failed.into_inner().unwrap().unwrap();
        assert_eq!((number, turns.next.into_inner()), (6, 8));
    }

    #[test]
    fn a_piece_that_was_taken_before_a_higher_one_failed_is_done() {
        let turns = Turns::from(6);
        *turns.failed.lock().unwrap() = Some((7, failure(7)));
        turns.take(9, (), &|number, _: &mut ()| Err(failure(number)), &mut || ());
        let (number, _) = turns.failed.into_inner().unwrap().unwrap();
        assert_eq!(number, 6);
    }

    /// Writes down what it is told.
    #[derive(Default)]
    struct Told(Vec<String>);

    impl Progress for Told {
        fn begin(&mut self, total: u64) {
            self.0.push(format!("begin {total}"));
        }
        fn advance(&mut self, bytes: u64) {
            self.0.push(format!("{bytes}"));
        }
        fn end(&mut self) {
            self.0.push("end".into());
        }
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let mut told = Told::default();
        {
            let mut whole = Work::begin(&mut told, 10);
            let mut part = Part::new(whole.progress(), 7);
            // Twice as much as was thought, in two pieces of work.
            for _ in 0..2 {
                Work::begin(&mut part, 5).progress().advance(5);
            }
            drop(part);
            // Less than was thought.
            Part::new(whole.progress(), 3).advance(1);
        }
        assert_eq!(told.0, ["begin 10", "5", "2", "0", "1", "2", "end"]);
    }
}
