//! Rewrites the files in a zip archive, such as a wheel, each by itself.

use std::collections::BTreeMap;
use std::io::{Seek, Write};
use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::registry::Registry;

use super::check::check_contents;
use super::content::parts;
use super::outcomes::Outcomes;
use super::record::{self, Record};
use super::task::Task;
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::{Input, InputPiece};
use crate::ops::context::Context;
use crate::output::{Output, write_checked};
use crate::package::{Contents, rewrite_zip, zip_files};
use crate::report::LeftFile;
use crate::rewrite_fault::RewriteFault;
use crate::system::unnamed_file;

/// What was made of a zip archive.
pub(in crate::ops) struct RewrittenPackage {
    /// Its length then, in bytes.
    pub(in crate::ops) size: u64,
    /// The files in it that have bundles and stay as they are.
    pub(in crate::ops) left: Vec<LeftFile>,
}

/// What is done with each file of a package.
pub(in crate::ops) trait PackageChange {
    /// Rewrites a file by itself, as the task says, and tells whether it changed.
    ///
    /// # Errors
    ///
    /// The file cannot be rewritten, or has nothing of what is meant.
    fn rewrite(&mut self, task: &Task<'_>, input: &Arc<Input>, context: &mut Context<'_>) -> Result<bool, Error>;

    /// Called when all files of `package` have been rewritten, and nothing has been written in its place.
    ///
    /// # Errors
    ///
    /// Together they are not what they should be.
    fn finish(&mut self, _package: &Input) -> Result<(), Error> {
        Ok(())
    }
}

impl<F> PackageChange for F
where
    F: FnMut(&Task<'_>, &Arc<Input>, &mut Context<'_>) -> Result<bool, Error>,
{
    fn rewrite(&mut self, task: &Task<'_>, input: &Arc<Input>, context: &mut Context<'_>) -> Result<bool, Error> {
        self(task, input, context)
    }
}

/// Rewrites the files in the archive `package` by `each`. Those that have nothing of what is meant, or in a form that is only read, stay as they
/// are, if others have. Everything else stays as it is, but the list of a wheel has the new digests and lengths.
///
/// # Errors
///
/// Those of `each`; nothing in it has what is meant; it is signed.
pub(in crate::ops) fn rewrite_package(
    registry: &Registry,
    task: &Task<'_>,
    package: &Arc<Input>,
    context: &mut Context<'_>,
    each: &mut dyn PackageChange,
) -> Result<RewrittenPackage, Error> {
    let path = task.path(package);
    let (made, left) = made(registry, task, package, context, each)?;
    let result = made.as_ref().map_or(package, |(result, _)| result);
    let size = result.len();
    if task.writes(made.is_some()) {
        let pieces = [InputPiece::Range(Arc::clone(result), result.whole())];
        let output = Output::new(path, parts(&pieces)).with_mode_of(package);
        let mut checked = |written: &Arc<Input>| match &made {
            None => Ok(()),
            Some((_, contents)) => check_contents(registry, written, contents),
        };
        context.split(|stdout, progress| write_checked(&output, stdout, progress, &mut checked))?;
    }
    Ok(RewrittenPackage { size, left })
}

/// An archive that is to be written, and what its files hold.
type MadePackage = (Arc<Input>, Contents);

/// The archive that is to be written, with what its files hold; nothing where nothing in it changes. And the files that have bundles and stay.
fn made(
    registry: &Registry,
    task: &Task<'_>,
    package: &Arc<Input>,
    context: &mut Context<'_>,
    each: &mut dyn PackageChange,
) -> Result<(Option<MadePackage>, Vec<LeftFile>), Error> {
    let path = task.path(package);
    let fail = |error| Error::from(FileError::new(&path, error));
    let folder = tempfile::tempdir().map_err(fail)?;
    let limit = task.scan.max_size.map_or(u64::MAX, |size| size.0);
    let mut changed: BTreeMap<Vec<u8>, Arc<Input>> = BTreeMap::new();
    let mut outcomes = Outcomes::default();
    let (mut record, mut signed) = (None, None);
    zip_files(registry, package, limit, &mut |name, input| {
        if record::is_signature(&name) {
            signed.get_or_insert_with(|| input.name().clone());
        }
        if let Some(found) = Record::of(&name, &input)? {
            record = Some(found);
        }
        let file = folder.path().join(format!("{}", changed.len()));
        let outcome = each.rewrite(&task.within(file.clone()), &input, context);
        if outcomes.add(registry, &input, outcome)? {
            changed.insert(name, opened(&file, input.name())?);
        }
        Ok(())
    })?;
    let left = outcomes.left(registry, package)?;
    each.finish(package)?;
    if changed.is_empty() {
        return Ok((None, left));
    }
    if let Some(signature) = signed {
        return Err(Error::Rewrite { file: package.name().clone(), fault: RewriteFault::Signed { signature } });
    }
    if let Some(record) = record {
        let (name, bytes) = record.with(&changed)?;
        changed.insert(name, Arc::new(Input::from_bytes(package.name().clone(), bytes)));
    }
    let mut spool = unnamed_file().map_err(fail)?;
    let contents = rewrite_zip(package, &changed, &path, &mut spool)?;
    spool.flush().map_err(fail)?;
    spool.rewind().map_err(fail)?;
    let result = Arc::new(Input::of_written(path.clone(), spool).map_err(fail)?);
    Ok((Some((result, contents)), left))
}

/// The file at `path`, which is shown as `name`.
fn opened(path: &Path, name: &FileName) -> Result<Arc<Input>, Error> {
    let file = std::fs::File::open(path).map_err(|error| Error::from(FileError::new(name, error)))?;
    let input = Input::of_written(name.clone(), file);
    Ok(Arc::new(
        input.map_err(|error| Error::from(FileError::new(name, error)))?,
    ))
}
