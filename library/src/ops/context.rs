//! What an operation that writes may use besides files.

use std::io::{self, Write};

use crate::output::Progress;

/// What an operation that writes may use besides files. [`Context::default`] has no standard output, and tells nobody of progress.
#[derive(Default)]
pub struct Context<'c> {
    /// Where an output goes that is called `-`. Without it there can be no such output.
    pub stdout: Option<&'c mut dyn Write>,
    /// Who is told how far long work has come.
    pub progress: Option<&'c mut dyn Progress>,
}

impl Context<'_> {
    /// Calls `work` with both, or, for one that there is not, with one that does nothing.
    pub(super) fn split<T>(&mut self, work: impl FnOnce(&mut dyn Write, &mut dyn Progress) -> T) -> T {
        let (mut no_stdout, mut nobody) = (NoStandardOutput, ());
        let stdout: &mut dyn Write = match &mut self.stdout {
            Some(stdout) => *stdout,
            None => &mut no_stdout,
        };
        let progress: &mut dyn Progress = match &mut self.progress {
            Some(progress) => *progress,
            None => &mut nobody,
        };
        work(stdout, progress)
    }
}

/// Takes nothing.
struct NoStandardOutput;

impl Write for NoStandardOutput {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "there is no standard output",
        ))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
