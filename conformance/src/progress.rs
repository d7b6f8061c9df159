//! How far a run is: one line on a terminal, nothing elsewhere.

use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A line that counts finished cases, until it is dropped.
#[derive(Debug)]
pub struct Progress<'t> {
    testee: &'t str,
    all: usize,
    done: AtomicUsize,
    shown: bool,
}

impl<'t> Progress<'t> {
    /// A line for `all` cases of `testee`, of which `done` are finished. It is shown where standard error is a terminal and `wanted` is true.
    pub fn new(testee: &'t str, all: usize, done: usize, wanted: bool) -> Self {
        let progress = Self { testee, all, done: AtomicUsize::new(done), shown: wanted && stderr().is_terminal() };
        progress.show(done);
        progress
    }

    /// One more is finished.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        self.show(done);
    }

    fn show(&self, done: usize) {
        if self.shown {
            // Back to the beginning of the line, and clear it.
            let _ = write!(stderr(), "\r\x1b[K{}: {done} of {} cases", self.testee, self.all);
        }
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}
