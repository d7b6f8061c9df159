//! A stream of messages that remembers whether one of them was lost, so that the exit code can tell.

use std::io::{self, ErrorKind, Write};

/// Passes on what is written, and remembers failures. A reader that has gone away is none.
pub(crate) struct Watched<'w> {
    inner: &'w mut dyn Write,
    failed: bool,
}

impl<'w> Watched<'w> {
    /// Passes on to `inner`.
    pub(crate) fn new(inner: &'w mut dyn Write) -> Self {
        Self { inner, failed: false }
    }

    /// Whether something could not be written.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed
    }

    fn watch<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        let failed = done
            .as_ref()
            .is_err_and(|error| !matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::Interrupted));
        self.failed |= failed;
        done
    }
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = self.inner.write(bytes);
        self.watch(done)
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.inner.flush();
        self.watch(done)
    }
}
