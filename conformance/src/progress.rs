//! A progress line on a terminal.

use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A line with the number of finished cases, until it is dropped.
#[derive(Debug)]
pub struct Progress<'t> {
    testee: &'t str,
    all: usize,
    done: AtomicUsize,
    shown: bool,
}

impl<'t> Progress<'t> {
    /// Starts a line for `all` cases of `testee`, with `done` finished. It appears only if `wanted` and on a terminal.
    pub fn new(testee: &'t str, all: usize, done: usize, wanted: bool) -> Self {
        let progress = Self { testee, all, done: AtomicUsize::new(done), shown: wanted && stderr().is_terminal() };
        progress.show(done);
        progress
    }

    /// Counts a finished case.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        self.show(done);
    }

    fn show(&self, done: usize) {
        if self.shown {
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
