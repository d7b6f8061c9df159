//! Progress, and numbered pieces of work on several threads.

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

    /// The work has ended, complete or not.
    fn end(&mut self);
}

impl Progress for () {
    fn begin(&mut self, _total: u64) {}
    fn advance(&mut self, _bytes: u64) {}
    fn end(&mut self) {}
}

/// Ends on drop.
pub(crate) struct Work<'p> {
    progress: &'p mut dyn Progress,
}

impl<'p> Work<'p> {
    pub(crate) fn begin(progress: &'p mut dyn Progress, total: u64) -> Self {
        progress.begin(total);
        Self { progress }
    }

    pub(crate) fn progress(&mut self) -> &mut dyn Progress {
        self.progress
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        self.progress.end();
    }
}

/// A fixed share of the total, however much is really done.
pub(crate) struct Part<'p> {
    progress: &'p mut dyn Progress,
    left: u64,
}

impl<'p> Part<'p> {
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

/// One writes while the other reads. File systems serialise writes to a file and creations in a folder.
const THREADS: usize = 2;

/// Returns the number of threads to use on this machine.
pub fn threads() -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    cores.min(THREADS)
}

struct Turns<E> {
    next: AtomicU64,
    done: AtomicU64,
    /// The lowest failed piece. All lower ones are completed, so that every run returns the same error.
    failed: Mutex<Option<(u64, E)>>,
}

/// Calls `work` with each number below `count` on several threads, including this one. Each thread has its own memory
/// from `memory`. `work` returns the number of bytes done; this thread reports them.
///
/// # Errors
///
/// Returns the error of the lowest number that fails. No higher number begins after that.
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
    // More threads than pieces are useless.
    match usize::try_from(count).map_or(threads, |count| threads.min(count)) {
        // No scope: it gives the thread of a C program a handle that the main thread never frees, which Valgrind
        // reports.
        0 | 1 => take_here(),
        threads => thread::scope(|scope| {
            for _ in 1..threads {
                // If the system refuses a thread, this one does all the work.
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
    fn from(next: u64) -> Self {
        Self { next: AtomicU64::new(next), done: AtomicU64::new(0), failed: Mutex::new(None) }
    }

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
            // Lower pieces must still be done: their errors take precedence.
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
    fn error_of_lowest_piece_is_returned() {
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
    fn earlier_pieces_finish_after_a_failure() {
        let turns = Turns::from(6);
        *turns.failed.lock().unwrap() = Some((7, failure(7)));
        turns.take(9, (), &|number, _: &mut ()| Err(failure(number)), &mut || ());
        let (number, _) = turns.failed.into_inner().unwrap().unwrap();
        assert_eq!(number, 6);
    }

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
    fn progress_parts_add_up_to_total() {
        let mut told = Told::default();
        {
            let mut whole = Work::begin(&mut told, 10);
            let mut part = Part::new(whole.progress(), 7);
            // Twice the declared amount, in two pieces of work.
            for _ in 0..2 {
                Work::begin(&mut part, 5).progress().advance(5);
            }
            drop(part);
            // Less than the declared amount.
            Part::new(whole.progress(), 3).advance(1);
        }
        assert_eq!(told.0, ["begin 10", "5", "2", "0", "1", "2", "end"]);
    }
}
