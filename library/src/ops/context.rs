//! What a writing operation uses besides files.

use std::io::{self, Write};
use std::path::Path;

use crate::error::Error;
use crate::output::{MadeFolders, Output, write_all};
use crate::progress::Progress;

/// What a writing operation uses besides files. [`Context::default`] has no standard output, and reports no progress.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/compressed/device-level9.22.hipfb");
/// use offload_bundle::ops::{self, Context, Progress};
/// use offload_bundle::request::DecompressRequest;
/// use offload_bundle::REGISTRY;
///
/// /// Counts bytes.
/// struct Count(u64);
///
/// impl Progress for Count {
///     fn begin(&mut self, _total: u64) {}
///     fn advance(&mut self, bytes: u64) {
///         self.0 += bytes;
///     }
///     fn end(&mut self) {}
/// }
///
/// let (mut out, mut count) = (Vec::new(), Count(0));
/// let mut request = DecompressRequest::default();
/// request.input = path.into();
/// request.output = Some("-".into());
/// let mut context = Context { stdout: Some(&mut out), progress: Some(&mut count) };
/// ops::decompress(&REGISTRY, &request, &mut context)?;
/// assert!(!out.is_empty() && count.0 > 0);
/// # Ok::<(), offload_bundle::Error>(())
/// ```
#[derive(Default)]
pub struct Context<'c> {
    /// The standard output, for an output called `-`. Without it, no output can be `-`.
    pub stdout: Option<&'c mut dyn Write>,
    /// The receiver of progress.
    pub progress: Option<&'c mut dyn Progress>,
}

impl Context<'_> {
    /// Calls `work` with both, or, for one that there is not, with one that does nothing.
    #[doc(hidden)]
    pub fn split<T>(&mut self, work: impl FnOnce(&mut dyn Write, &mut dyn Progress) -> T) -> T {
        let (mut no_stdout, mut no_progress) = (NoStandardOutput, ());
        let stdout: &mut dyn Write = match &mut self.stdout {
            Some(stdout) => *stdout,
            None => &mut no_stdout,
        };
        let progress: &mut dyn Progress = match &mut self.progress {
            Some(progress) => *progress,
            None => &mut no_progress,
        };
        work(stdout, progress)
    }

    /// Writes `outputs`, all of them or none; `folder`, if some are in it, is made with those it lies in, and goes again where that fails.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub(super) fn write_within(&mut self, folder: Option<&Path>, outputs: &[Output<'_>]) -> Result<(), Error> {
        let made = folder.map(MadeFolders::make).transpose()?;
        self.split(|stdout, progress| write_all(outputs, stdout, progress))?;
        made.into_iter().for_each(MadeFolders::keep);
        Ok(())
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
