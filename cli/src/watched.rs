//! A stream of messages that remembers failed writes for the exit code.

use std::io::{self, ErrorKind, Write};

/// Does not count a closed pipe as a failure.
pub(crate) struct ErrorTrackingWriter<'w> {
    inner: &'w mut dyn Write,
    failed: bool,
}

impl<'w> ErrorTrackingWriter<'w> {
    pub(crate) fn new(inner: &'w mut dyn Write) -> Self {
        Self { inner, failed: false }
    }

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

impl Write for ErrorTrackingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = self.inner.write(bytes);
        self.watch(done)
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.inner.flush();
        self.watch(done)
    }
}
