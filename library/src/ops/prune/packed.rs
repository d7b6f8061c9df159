//! `prune` of a zip archive, such as a wheel: each file in it that has bundles is pruned by itself.

use std::collections::BTreeMap;
use std::io::{Seek, Write};
use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::registry::Registry;

use super::super::context::Context;
use super::prune_file;
use super::record::{self, Record};
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_kind::FileKind;
use crate::file_name::FileName;
use crate::input::Input;
use crate::package::{Contents, form, rewrite_zip, zip_files};
use crate::prune_fault::PruneFault;
use crate::report::{Integer, PruneReport, PrunedTarget, UnprunedFile};
use crate::request::PruneRequest;
use crate::system::unnamed_file;

/// How much of an archive is looked at to tell what it is, in bytes.
const HEAD: u64 = 512;

/// A zip archive that is to be written anew.
pub(super) struct Packed {
    /// It, or the archive itself where nothing in it changes.
    pub(super) result: Arc<Input>,
    /// What its files hold; nothing where nothing changes.
    pub(super) contents: Option<Contents>,
    pub(super) report: PruneReport,
}

/// Prunes the files in the archive `package` for the output `path`. Those that have nothing of what is to be kept, or in a form that is only
/// read, stay as they are, if others have.
///
/// # Errors
///
/// Those of a file in it; nothing in it has what is to be kept; it is signed.
pub(super) fn packed(
    registry: &Registry,
    request: &PruneRequest,
    package: &Arc<Input>,
    path: &FileName,
    context: &mut Context<'_>,
) -> Result<Packed, Error> {
    let fail = |error| Error::from(FileError::new(path, error));
    let folder = tempfile::tempdir().map_err(fail)?;
    let limit = request.scan.max_size.map_or(u64::MAX, |size| size.0);
    let mut changed: BTreeMap<Vec<u8>, Arc<Input>> = BTreeMap::new();
    let mut report = PruneReport::of(package);
    let mut record: Option<Record> = None;
    let mut signed = None;
    let mut first = None;
    zip_files(registry, package, limit, &mut |name, input| {
        if record::is_signature(&name) {
            signed.get_or_insert_with(|| input.name().clone());
        }
        if let Some(found) = Record::of(&name, &input)? {
            record = Some(found);
        }
        let file = folder.path().join(format!("{}", changed.len()));
        // Nothing is written of a file that stays as it is.
        let of_file = PruneRequest {
            input: Arc::clone(&input).into(),
            output: Some(file.clone()),
            in_place: true,
            dry_run: false,
            ..request.clone()
        };
        match prune_file(registry, &of_file, &input, Some(file.clone()), context) {
            Ok(mut pruned) => {
                if pruned.bundles.iter().any(|bundle| bundle.dropped > 0) {
                    changed.insert(name, opened(&file, input.name())?);
                }
                pruned.output = None;
                add(&mut report, pruned);
            }
            Err(Error::NotABundle { .. }) => {
                if form(registry, &input)?.is_some() {
                    report
                        .unpruned
                        .push(UnprunedFile { file: input.name().clone(), why: "it is a package in a package" });
                }
            }
            Err(error) if stays(&error) => {
                report
                    .unpruned
                    .push(UnprunedFile { file: input.name().clone(), why: why(&error) });
                // That nothing is for what is to be kept tells more than that a form is only read.
                let fits_not = |error: &Error| matches!(error, Error::NothingFits { .. });
                if first.as_ref().is_none_or(|known| fits_not(&error) && !fits_not(known)) {
                    first = Some(error);
                }
            }
            Err(error) => return Err(error),
        }
        Ok(())
    })?;
    if report.files.is_empty() {
        let content = registry.content(&package.window(0, HEAD)?);
        let kind = content.map(|content| FileKind {
            name: content.name,
            description: format!("{} without bundles that can be pruned", content.doc),
            advice: None,
        });
        return Err(first.unwrap_or(Error::NotABundle { file: package.name().clone(), kind }));
    }
    if changed.is_empty() {
        report.size = report.size_before;
        return Ok(Packed { result: Arc::clone(package), contents: None, report });
    }
    if let Some(signature) = signed {
        return Err(Error::Prune { file: package.name().clone(), fault: PruneFault::Signed { signature } });
    }
    if let Some(record) = record {
        let (name, bytes) = record.with(&changed)?;
        changed.insert(name, Arc::new(Input::from_bytes(package.name().clone(), bytes)));
    }
    let mut spool = unnamed_file().map_err(fail)?;
    let contents = rewrite_zip(package, &changed, path, &mut spool)?;
    spool.flush().map_err(fail)?;
    spool.rewind().map_err(fail)?;
    let result = Arc::new(Input::of_written(path.clone(), spool).map_err(fail)?);
    report.size = Integer(result.len());
    Ok(Packed { result, contents: Some(contents), report })
}

/// The file at `path`, which is shown as `name`.
fn opened(path: &Path, name: &FileName) -> Result<Arc<Input>, Error> {
    let file = std::fs::File::open(path).map_err(|error| Error::from(FileError::new(name, error)))?;
    let input = Input::of_written(name.clone(), file);
    Ok(Arc::new(
        input.map_err(|error| Error::from(FileError::new(name, error)))?,
    ))
}

/// Whether a file in an archive stays as it is where pruning it fails so: it has nothing that is meant, or is only read.
fn stays(error: &Error) -> bool {
    matches!(
        error,
        Error::NothingFits { .. }
            | Error::Write { .. }
            | Error::Inside { .. }
            | Error::Prune { fault: PruneFault::NothingKept { .. }, .. }
    )
}

/// Why a file stays as it is, without its name.
fn why(error: &Error) -> &'static str {
    match error {
        Error::NothingFits { .. } | Error::Prune { .. } => "nothing in it is for what is to be kept",
        Error::Write { .. } => "its form is read, and not written",
        _ => "its bundles lie within an object file or an archive",
    }
}

/// Adds what was left of a file to what was left of its package.
fn add(report: &mut PruneReport, file: PruneReport) {
    for target in &file.targets {
        match report.targets.iter_mut().find(|known| known.id == target.id) {
            Some(known) => {
                known.count = known.count.saturating_add(target.count);
                known.size = Integer(known.size.0.saturating_add(target.size.0));
            }
            None => report.targets.push(PrunedTarget { ..target.clone() }),
        }
    }
    for note in &file.notes {
        if !report.notes.contains(note) {
            report.notes.push(note.clone());
        }
    }
    report.files.push(file);
}
