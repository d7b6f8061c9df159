//! Which files an operation has read, whatever they are called, so that no output replaces one.

use std::collections::BTreeSet;
use std::path::Path;

use crate::error::Error;
use crate::input::{Identity, Input, InputFile, identity};
use crate::scan::Scan;

/// Files that have been read.
#[derive(Debug, Default)]
pub(super) struct ReadFiles {
    files: BTreeSet<Identity>,
}

impl ReadFiles {
    /// Those of `inputs` that are known before they are opened.
    pub(super) fn from_inputs(inputs: &[InputFile]) -> Self {
        let file = |input: &InputFile| match input {
            InputFile::Path(path) => identity(path),
            InputFile::Opened(input) => input.identity(),
        };
        Self { files: inputs.iter().filter_map(file).collect() }
    }

    /// That of `input`, and those beside it that `scan` has found bundles in.
    pub(super) fn from_scan(input: &Input, scan: Option<&Scan>) -> Self {
        let mut read = Self { files: input.identity().into_iter().collect() };
        scan.iter().for_each(|scan| read.add_found(scan));
        read
    }

    /// One more, where it is a file.
    pub(super) fn add(&mut self, file: Option<Identity>) {
        self.files.extend(file);
    }

    /// The files beside an input that `scan` has found bundles in: members of a thin archive, archives that code was moved to.
    pub(super) fn add_found(&mut self, scan: &Scan) {
        let beside = scan.bundles.iter().flat_map(|found| found.archives());
        let inputs = scan.bundles.iter().map(|found| &found.input).chain(beside);
        let unread = scan.unread.iter().map(|unread| &unread.input);
        self.files
            .extend(inputs.chain(unread).filter_map(|input| input.identity()));
    }

    /// Refuses an output that would take the place of one of them.
    ///
    /// # Errors
    ///
    /// [`Error::OutputIsInput`].
    pub(super) fn refuse(&self, output: &Path) -> Result<(), Error> {
        match identity(output).is_some_and(|there| self.files.contains(&there)) {
            true => Err(Error::OutputIsInput { file: output.into() }),
            false => Ok(()),
        }
    }
}
