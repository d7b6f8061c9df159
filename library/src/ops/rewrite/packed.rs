//! Rewrites the files in a package, such as a wheel, each by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::registry::Registry;

use super::check::check_package;
use super::content::parts;
use super::outcomes::{HEAD, Outcomes};
use super::record::{self, Record};
use super::task::Task;
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_kind::FileKind;
use crate::file_name::FileName;
use crate::input::{Input, InputPiece};
use crate::ops::context::Context;
use crate::output::{Output, write_checked};
use crate::package::{self, PackageEdit, Rewritable};
use crate::report::LeftFile;
use crate::rewrite_fault::RewriteFault;

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

/// Rewrites the files in the package `package` by `each`. Those that have nothing of what is meant, or in a form that is only read, stay as they
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
    let (made, left) = made(registry, task, package, context, each)?;
    let size = publish(registry, task, package, made.as_ref(), context)?;
    Ok(RewrittenPackage { size, left })
}

/// Writes what was `made` of `package`, or that where nothing was. The result is its length.
fn publish(
    registry: &Registry,
    task: &Task<'_>,
    package: &Arc<Input>,
    made: Option<&MadePackage>,
    context: &mut Context<'_>,
) -> Result<u64, Error> {
    let result = made.map_or(package, |made| &made.input);
    if task.writes(made.is_some()) {
        let pieces = [InputPiece::Range(Arc::clone(result), result.whole())];
        let output = Output::new(task.path(package), parts(&pieces)).with_mode_of(package);
        let mut checked = |written: &Arc<Input>| match &made {
            None => Ok(()),
            Some(made) => check_package(registry, written, &made.expected),
        };
        context.split(|stdout, progress| write_checked(&output, stdout, progress, &mut checked))?;
    }
    Ok(result.len())
}

/// What is to be different in a package, whose list follows if it is a wheel.
#[derive(Default)]
pub(in crate::ops) struct Rezip {
    pub(in crate::ops) edit: PackageEdit,
    /// Whether signatures go, which would not fit any more.
    pub(in crate::ops) drop_signatures: bool,
}

impl Rezip {
    /// Writes the archive `package` with what is different. The result is its length then.
    ///
    /// # Errors
    ///
    /// It is signed; it cannot be read or written.
    pub(in crate::ops) fn write(
        mut self,
        registry: &Registry,
        task: &Task<'_>,
        package: &Arc<Input>,
        context: &mut Context<'_>,
    ) -> Result<u64, Error> {
        let limit = task.scan.max_size.map_or(u64::MAX, |size| size.0);
        let opened = opened_package(registry, package, limit)?;
        if !opened.takes_files() && !self.edit.added.is_empty() {
            let fault = RewriteFault::TakesNoFiles;
            return Err(Error::Rewrite { file: package.name().clone(), fault });
        }
        let (mut record, mut signatures) = (None, opened.signatures());
        let added: BTreeSet<&Vec<u8>> = self.edit.added.iter().map(|(path, _)| path).collect();
        opened.files(limit, &mut |name, input| {
            if record::is_signature(&name) {
                signatures.push((name.clone(), input.name().clone()));
            }
            if added.contains(&name) {
                let fault = RewriteFault::ArchiveExists { archive: input.name().clone() };
                return Err(Error::Rewrite { file: package.name().clone(), fault });
            }
            if let Some(found) = Record::of(&name, &input)? {
                record = Some(found);
            }
            Ok(())
        })?;
        let made = self.made(task, (package, &opened), record, signatures)?;
        publish(registry, task, package, made.as_ref(), context)
    }

    /// The archive that is to be written, with what its files hold; nothing where nothing in it changes.
    fn made(
        &mut self,
        task: &Task<'_>,
        (package, opened): (&Arc<Input>, &Rewritable<'_>),
        record: Option<Record>,
        signatures: Vec<(Vec<u8>, FileName)>,
    ) -> Result<Option<MadePackage>, Error> {
        let path = task.path(package);
        let edit = &mut self.edit;
        if edit.changed.is_empty() && edit.added.is_empty() {
            return Ok(None);
        }
        if let (Some((_, signature)), false) = (signatures.first(), self.drop_signatures) {
            let fault = RewriteFault::Signed { signature: signature.clone() };
            return Err(Error::Rewrite { file: package.name().clone(), fault });
        }
        edit.removed.extend(signatures.into_iter().map(|(name, _)| name));
        if let Some(record) = record {
            edit.before = Some(record.folder());
            let (name, bytes) = record.with(edit)?;
            edit.changed
                .insert(name, Arc::new(Input::from_bytes(package.name().clone(), bytes)));
        }
        opened.rewritten(edit, &path).map(Some)
    }
}

/// An archive that is to be written, and what its files hold.
type MadePackage = package::RewrittenPackage;

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
    let package_files = opened_package(registry, package, limit)?;
    let (mut record, mut signatures) = (None, package_files.signatures());
    package_files.files(limit, &mut |name, input| {
        if record::is_signature(&name) {
            signatures.push((name.clone(), input.name().clone()));
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
    let edit = PackageEdit { changed, ..PackageEdit::default() };
    let mut rezip = Rezip { edit, drop_signatures: task.drop_signatures };
    let made = rezip.made(task, (package, &package_files), record, signatures)?;
    Ok((made, left))
}

/// The package `package`.
pub(in crate::ops) fn opened_package<'r>(
    registry: &'r Registry,
    package: &Arc<Input>,
    limit: u64,
) -> Result<Rewritable<'r>, Error> {
    if let Some(opened) = Rewritable::of(registry, package, limit)? {
        return Ok(opened);
    }
    let content = registry.content(&package.window(0, HEAD)?);
    let kind = content.map(|content| FileKind {
        name: content.name,
        description: format!("{}, in which nothing can be changed", content.doc),
        advice: None,
    });
    Err(Error::NotABundle { file: package.name().clone(), kind })
}

/// The file at `path`, which is shown as `name`.
fn opened(path: &Path, name: &FileName) -> Result<Arc<Input>, Error> {
    let file = std::fs::File::open(path).map_err(|error| Error::from(FileError::new(name, error)))?;
    let input = Input::of_written(name.clone(), file);
    Ok(Arc::new(
        input.map_err(|error| Error::from(FileError::new(name, error)))?,
    ))
}
