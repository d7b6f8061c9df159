//! Writes files of the caller, under the rules of all outputs.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use super::context::Context;
use crate::error::Error;
use crate::output::{Output, OutputPart, write_one};

/// Writes `files`, each a name and its bytes, into `folder`: all of them, or none. Creates the folder if it does not exist. Replaces
/// regular files of the same name; writes nothing through a link.
///
/// # Errors
///
/// Returns [`Error::Refused`] if something other than a regular file has a name, or an error if the folder or a file cannot be written.
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

/// Writes the file `path` with `write`: all of it, or nothing if that fails. Replaces a regular file; `-` is the standard output of
/// `context`.
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
