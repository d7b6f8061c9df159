//! The progress of long operations.

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
