//! Where a file that is rewritten comes from and goes to.

use std::cell::RefCell;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputFile, Kept, identity};
use crate::ops::context::Context;
use crate::output::{self, Output, write_checked, write_verified};
use crate::refusal::Refusal;
use crate::request::ScanRequest;

/// Where a file that is rewritten comes from and goes to.
#[derive(Debug)]
pub struct Task<'t> {
    /// How to look into the input.
    pub scan: &'t ScanRequest,
    /// Where the result goes; nowhere where nothing is to be written.
    pub output: Option<PathBuf>,
    /// Whether nothing is written where nothing changes, because it is there already.
    pub in_place: bool,
    /// Whether nothing is written.
    pub dry_run: bool,
    /// Whether signatures of a package go that would not fit any more.
    pub drop_signatures: bool,
    /// What keeps the result until all of a package is written.
    kept: Option<&'t RefCell<Changed>>,
}

/// What has been made of files in a package.
#[derive(Debug, Default)]
pub struct Changed {
    kept: Kept,
    last: Option<Arc<Input>>,
}

impl Changed {
    /// The file that was made last, if one was since this was called.
    pub fn take(&mut self) -> Option<Arc<Input>> {
        self.last.take()
    }
}

impl<'t> Task<'t> {
    /// That of a request for `input`, which was opened as `opened`.
    ///
    /// # Errors
    ///
    /// There is no output; it would replace the input, which is not to be changed; or what is to be changed is no file by itself.
    pub fn new(
        (input, opened): (&InputFile, &Input),
        scan: &'t ScanRequest,
        (output, in_place, dry_run): (Option<&Path>, bool, bool),
    ) -> Result<Self, Error> {
        let output = match (output, in_place, input) {
            (Some(output), false, _) if opened.is(identity(output)) => {
                return Err(Error::OutputIsInput { file: output.into() });
            }
            (Some(output), false, _) => Some(output.to_path_buf()),
            (_, true, InputFile::Path(path)) if opened.is(identity(path)) && !output::is_open_file(path) => {
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

    /// The same, where signatures may go.
    pub fn dropping_signatures(self, drop_signatures: bool) -> Self {
        Self { drop_signatures, ..self }
    }

    /// That of a file in a package: it goes to `kept` only if it changes. An error of writing names the package.
    pub fn within<'w>(&'w self, kept: &'w RefCell<Changed>) -> Task<'w> {
        let (output, kept) = (self.output.clone(), Some(kept));
        Task { scan: self.scan, output, in_place: true, dry_run: false, drop_signatures: false, kept }
    }

    /// What the result is called.
    pub fn path(&self, input: &Input) -> FileName {
        self.output.as_ref().map_or_else(|| input.name().into(), FileName::from)
    }

    /// Writes the result, which is shown to `check` before it appears in its place.
    ///
    /// # Errors
    ///
    /// It cannot be read or written; those of `check`.
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

    /// Whether the result is written, if it `changes`.
    pub fn writes(&self, changes: bool) -> bool {
        !self.dry_run && (changes || !self.in_place)
    }
}

/// No output is given, and the input is not to be changed in place.
pub(in crate::ops) fn no_output() -> Refusal {
    let why = "no output is given: give one, or ask for the file to be changed in place";
    Refusal::new("no-output", why)
}
