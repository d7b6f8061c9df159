//! The context of writing operations, the source and destination of a rewritten file, and files that outputs must not
//! replace.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Identity, Input, InputFile, Kept, identity};
use crate::output::{self, MadeFolders, Output, OutputPart, write_all, write_checked, write_one, write_verified};
use crate::progress::{Part, Progress, Work};
use crate::refusal::Refusal;
use crate::request::ScanRequest;
use crate::scan::Scan;

/// The context of a writing operation. [`Context::default`] has no standard output, and reports no progress.
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
    /// Calls `work` with both, or with replacements that do nothing.
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

    /// Does `work` as a whole of `total` bytes: its reported progress counts within that.
    #[doc(hidden)]
    pub fn as_whole<T>(&mut self, total: u64, work: impl FnOnce(&mut Context<'_>) -> T) -> T {
        self.split(|stdout, progress| {
            let mut whole = Work::begin(progress, total);
            let mut part = Part::new(whole.progress(), total);
            work(&mut Context { stdout: Some(stdout), progress: Some(&mut part) })
        })
    }

    /// Does `work` as a share of a larger whole.
    #[doc(hidden)]
    pub fn as_part<T>(&mut self, share: u64, work: impl FnOnce(&mut Context<'_>) -> T) -> T {
        self.split(|stdout, progress| {
            let mut part = Part::new(progress, share);
            work(&mut Context { stdout: Some(stdout), progress: Some(&mut part) })
        })
    }

    /// All or none; a new `folder` and its parents are removed on failure.
    pub(super) fn write_within(&mut self, folder: Option<&Path>, outputs: &[Output<'_>]) -> Result<(), Error> {
        let made = folder.map(MadeFolders::make).transpose()?;
        self.split(|stdout, progress| write_all(outputs, stdout, progress))?;
        made.into_iter().for_each(MadeFolders::keep);
        Ok(())
    }
}

struct NoStandardOutput;

impl Write for NoStandardOutput {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "standard output is not available",
        ))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes `files`, pairs of a name and bytes, into `folder`: all or none. Creates the folder if necessary. Replaces
/// regular files of the same name; writes nothing through a link.
///
/// # Errors
///
/// Returns [`Error::Refused`] if something other than a regular file has a name, or an error if the folder or a file
/// cannot be written.
///
/// ```
/// use offload_bundle::ops::{self, Context};
///
/// let folder = tempfile::tempdir()?;
/// let man = folder.path().join("man/man1");
/// ops::write_files(&man, &[("tool.1", b".TH TOOL 1")], &mut Context::default())?;
/// assert_eq!(std::fs::read(man.join("tool.1"))?, b".TH TOOL 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_files<N: AsRef<Path>, B: AsRef<[u8]>>(
    folder: &Path,
    files: &[(N, B)],
    context: &mut Context<'_>,
) -> Result<(), Error> {
    let output = |(name, bytes): &'_ (N, B)| {
        let parts = vec![OutputPart::Bytes(Cow::Owned(bytes.as_ref().to_vec()))];
        Output::new(folder.join(name), parts).with_made_name(true)
    };
    let outputs: Vec<Output<'_>> = files.iter().map(output).collect();
    context.write_within(Some(folder), &outputs)
}

/// Writes the file `path` with `write`, completely or not at all. Replaces a regular file; `-` is the standard output
/// of `context`.
///
/// # Errors
///
/// Returns an error if the file cannot be written, or if `write` does.
///
/// ```
/// use offload_bundle::ops::{self, Context};
///
/// let folder = tempfile::tempdir()?;
/// let page = folder.path().join("page.html");
/// ops::write_file(&page, &mut Context::default(), &mut |out| out.write_all(b"<!doctype html>"))?;
/// assert_eq!(std::fs::read(page)?, b"<!doctype html>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_file(
    path: &Path,
    context: &mut Context<'_>,
    write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Error> {
    let told = |error| Error::Output { file: path.into(), error };
    context.split(|stdout, _| write_one(path, stdout, |mut sink| write(&mut sink).map_err(told)))
}

/// The source and destination of a rewritten file.
#[derive(Debug)]
pub struct Task<'t> {
    /// The options for reading the input.
    pub scan: &'t ScanRequest,
    /// The destination; `None` in a dry run.
    pub output: Option<PathBuf>,
    /// Whether an unchanged result is not written, because it already exists.
    pub in_place: bool,
    /// Whether nothing is written.
    pub dry_run: bool,
    /// Whether invalid package signatures are dropped.
    pub drop_signatures: bool,
    /// Collects results until the whole package is written.
    kept: Option<&'t RefCell<Changed>>,
}

/// The changed files of a package.
#[derive(Debug, Default)]
pub struct Changed {
    kept: Kept,
    last: Option<Arc<Input>>,
}

impl Changed {
    /// Returns the latest file, if one was added since the previous call.
    pub fn take(&mut self) -> Option<Arc<Input>> {
        self.last.take()
    }
}

impl<'t> Task<'t> {
    /// Creates the task of a request for `input`, which was opened as `opened`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no output, if it would replace an input that must stay, or if the input to change
    /// is not a file of its own.
    pub fn new(
        (input, opened): (&InputFile, &Input),
        scan: &'t ScanRequest,
        (output, in_place, dry_run): (Option<&Path>, bool, bool),
    ) -> Result<Self, Error> {
        let output = match (output, in_place, input) {
            (Some(output), false, _) if opened.has_identity(identity(output)) => {
                return Err(Error::OutputIsInput { file: output.into() });
            }
            (Some(output), false, _) => Some(output.to_path_buf()),
            (_, true, InputFile::Path(path)) if opened.has_identity(identity(path)) && !output::is_open_file(path) => {
                if fs::metadata(path).is_ok_and(|there| output::has_other_names(&there)) {
                    return Err(input.refuse(Refusal::new(
                        "several-names",
                        "a file with several names (hard links), which is not changed in place: give an output",
                    )));
                }
                Some(path.clone())
            }
            (_, true, _) => {
                let why = "not a file that can be changed in place: give an output";
                return Err(input.refuse(Refusal::new("not-in-place", why)));
            }
            (None, false, _) if dry_run => None,
            (None, false, _) => return Err(input.refuse(no_output())),
        };
        Ok(Self { scan, output, in_place, dry_run, drop_signatures: false, kept: None })
    }

    /// Sets whether signatures are dropped.
    pub fn dropping_signatures(self, drop_signatures: bool) -> Self {
        Self { drop_signatures, ..self }
    }

    /// Returns the task for a file in a package: a changed result goes to `kept`, and write errors name the package.
    pub fn within<'w>(&'w self, kept: &'w RefCell<Changed>) -> Task<'w> {
        let (output, kept) = (self.output.clone(), Some(kept));
        Task { scan: self.scan, output, in_place: true, dry_run: false, drop_signatures: false, kept }
    }

    /// Returns the name of the result.
    pub fn path(&self, input: &Input) -> FileName {
        self.output.as_ref().map_or_else(|| input.name().into(), FileName::from)
    }

    /// Writes the result, which `check` sees before it becomes visible.
    ///
    /// # Errors
    ///
    /// Returns an error if the result cannot be read or written, or if `check` fails.
    pub fn write(
        &self,
        output: &Output<'_>,
        context: &mut Context<'_>,
        check: &mut dyn FnMut(&Arc<Input>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(changed) = self.kept else {
            return context.split(|stdout, progress| write_checked(output, stdout, progress, check));
        };
        let mut changed = changed.borrow_mut();
        let write = |out: &mut dyn Write| context.split(|_, progress| write_verified(output, out, progress));
        let made = changed.kept.write(&output.path, write)?;
        check(&made)?;
        changed.last = Some(made);
        Ok(())
    }

    /// Returns whether the result is written, if it `changes`.
    pub fn writes(&self, changes: bool) -> bool {
        !self.dry_run && (changes || !self.in_place)
    }
}

pub(in crate::ops) fn no_output() -> Refusal {
    let why = "no output is given";
    Refusal::new("no-output", why)
}

#[derive(Debug, Default)]
pub(super) struct ReadFiles {
    files: BTreeSet<Identity>,
}

impl ReadFiles {
    pub(super) fn from_inputs(inputs: &[InputFile]) -> Self {
        let file = |input: &InputFile| match input {
            InputFile::Path(path) => identity(path),
            InputFile::Opened(input) => input.identity(),
        };
        Self { files: inputs.iter().filter_map(file).collect() }
    }

    pub(super) fn from_scan(input: &Input, scan: Option<&Scan>) -> Self {
        let mut read = Self { files: input.identity().into_iter().collect() };
        scan.iter().for_each(|scan| read.add_found(scan));
        read
    }

    pub(super) fn add(&mut self, file: Option<Identity>) {
        self.files.extend(file);
    }

    /// Members of a thin archive, and archives with moved code.
    pub(super) fn add_found(&mut self, scan: &Scan) {
        let beside = scan.bundles.iter().flat_map(|found| found.archives());
        let inputs = scan.bundles.iter().map(|found| &found.input).chain(beside);
        let unread = scan.unread.iter().map(|unread| &unread.input);
        self.files
            .extend(inputs.chain(unread).filter_map(|input| input.identity()));
    }

    pub(super) fn refuse(&self, output: &Path) -> Result<(), Error> {
        match identity(output).is_some_and(|there| self.files.contains(&there)) {
            true => Err(Error::OutputIsInput { file: output.into() }),
            false => Ok(()),
        }
    }
}
