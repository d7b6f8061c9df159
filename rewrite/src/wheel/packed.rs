//! Rewrites the files in a zip archive, such as a wheel, separately.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::input::InputPiece;
use offload_bundle::internal::ops::Task;
use offload_bundle::internal::output::Output;
use offload_bundle::internal::package::{self, HEAD};
use offload_bundle::ops::Context;
use offload_bundle::report::UnchangedFile;
use offload_bundle::{Error, FileName, Refusal};
use offload_bundle_core::placement::PackageForm;
use offload_bundle_core::registry::Registry;

use super::check::check_package;
use super::edited_zip::{Contents, PackageEdit, rewrite_zip};
use super::outcomes::{Outcomes, other_package};
use super::record::{self, Digests, Record};
use crate::content::parts;

pub(crate) struct RewrittenPackage {
    pub(crate) size: u64,
    /// With bundles.
    pub(crate) left: Vec<UnchangedFile>,
}

pub(crate) trait PackageChange {
    fn rewrite(&mut self, task: &Task<'_>, input: &Arc<Input>, context: &mut Context<'_>) -> Result<bool, Error>;

    /// Before the package is written.
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

/// A file may stay unchanged if others match. The RECORD of a wheel gets the new digests and lengths.
pub(crate) fn rewrite_package(
    registry: &Registry,
    task: &Task<'_>,
    package: &Arc<Input>,
    context: &mut Context<'_>,
    each: &mut dyn PackageChange,
) -> Result<RewrittenPackage, Error> {
    let mut rezip = Rezip::open(registry, task, package)?;
    let total = rezip.size.saturating_add(package.len());
    context.as_whole(total, |context| {
        let (made, left) = make_package(&mut rezip, task, context, each)?;
        let size = context.as_part(package.len(), |context| {
            publish(registry, task, package, made.as_ref(), context)
        })?;
        Ok(RewrittenPackage { size, left })
    })
}

/// Returns its length.
fn publish(
    registry: &Registry,
    task: &Task<'_>,
    package: &Arc<Input>,
    made: Option<&MadePackage>,
    context: &mut Context<'_>,
) -> Result<u64, Error> {
    let result = made.map_or(package, |(made, _)| made);
    if task.writes(made.is_some()) {
        let pieces = [InputPiece::Range(Arc::clone(result), result.full_range())];
        let output = Output::new(task.path(package), parts(&pieces)).with_mode_of(package);
        let output = output.changed_in_place(task.in_place);
        let mut checked = |written: &Arc<Input>| match &made {
            None => Ok(()),
            Some((_, contents)) => check_package(registry, written, contents),
        };
        task.write(&output, context, &mut checked)?;
    }
    Ok(result.len())
}

struct Rezip<'r> {
    registry: &'r Registry,
    package: Arc<Input>,
    /// For all files together.
    limit: u64,
    /// Declared, for all files together.
    size: u64,
    /// Several in an installation of several wheels.
    records: Vec<Record>,
    /// Stored path and name.
    signatures: Vec<(Vec<u8>, FileName)>,
    edit: PackageEdit,
}

impl<'r> Rezip<'r> {
    fn open(registry: &'r Registry, task: &Task<'_>, package: &Arc<Input>) -> Result<Self, Error> {
        refuse_others(registry, package)?;
        let limit = task.scan.max_size.map_or(u64::MAX, |size| size.0);
        let (names, size) = package::zip_names(package)?;
        let signing = names.into_iter().filter(|name| record::is_signature(name));
        let signatures = signing
            .map(|name| (name.clone(), package::within(package, &name)))
            .collect();
        let (records, edit, package) = (Vec::new(), PackageEdit::default(), Arc::clone(package));
        Ok(Self { registry, package, limit, size, records, signatures, edit })
    }

    /// With stored path and length in the package.
    fn files(&mut self, visit: &mut dyn FnMut(Vec<u8>, Arc<Input>, u64) -> Result<(), Error>) -> Result<(), Error> {
        let records = &mut self.records;
        records.clear();
        package::zip_files(
            self.registry,
            &self.package,
            self.limit,
            &mut |name, input, packed_size| {
                records.extend(Record::read(&name, &input)?);
                visit(name, input, packed_size)
            },
        )
    }

    /// Before any work, unless the request drops signatures.
    fn refuse_signed(&self, task: &Task<'_>) -> Result<(), Error> {
        match self.signatures.first() {
            Some((_, signature)) if !task.drop_signatures => {
                let why = format!("{signature} signs the package; drop the signatures, and sign the result");
                Err(self.package.refuse(Refusal::new("signed", why)))
            }
            _ => Ok(()),
        }
    }

    /// `None` if nothing changes.
    fn make(&mut self, task: &Task<'_>) -> Result<Option<MadePackage>, Error> {
        if self.edit.changed.is_empty() {
            return Ok(None);
        }
        self.refuse_signed(task)?;
        let edit = &mut self.edit;
        edit.removed.extend(self.signatures.drain(..).map(|(name, _)| name));
        let (digests, is_alone) = (Digests::new(edit)?, self.records.len() == 1);
        for record in self.records.drain(..) {
            if let Some((name, bytes)) = record.with(edit, &digests, is_alone)? {
                let list = Input::from_bytes(self.package.name().clone(), bytes);
                edit.changed.insert(name, Arc::new(list));
            }
        }
        rewrite_zip(&self.package, edit, &task.path(&self.package)).map(Some)
    }
}

type MadePackage = (Arc<Input>, Contents);

/// `None` if nothing changes; also returns the files that stay unchanged.
fn make_package(
    rezip: &mut Rezip<'_>,
    task: &Task<'_>,
    context: &mut Context<'_>,
    each: &mut dyn PackageChange,
) -> Result<(Option<MadePackage>, Vec<UnchangedFile>), Error> {
    let made = RefCell::default();
    let mut changed: BTreeMap<Vec<u8>, Arc<Input>> = BTreeMap::new();
    let mut outcomes = Outcomes::default();
    let (registry, package) = (rezip.registry, Arc::clone(&rezip.package));
    let mut signed = rezip.refuse_signed(task).err();
    rezip.files(&mut |name, input, packed_size| {
        let outcome = context.as_part(input.len(), |context| {
            each.rewrite(&task.within(&made), &input, context)
        });
        if outcomes.add(registry, (&input, packed_size), outcome)? {
            // A signed package fails anyway, so other files need no work.
            if let Some(error) = signed.take() {
                return Err(error);
            }
            changed.extend(made.borrow_mut().take().map(|made| (name, made)));
        }
        Ok(())
    })?;
    let left = outcomes.into_left(registry, &package)?;
    each.finish(&package)?;
    rezip.edit.changed = changed;
    Ok((rezip.make(task)?, left))
}

fn refuse_others(registry: &Registry, package: &Input) -> Result<(), Error> {
    let content = registry.content(&package.head(HEAD as u64)?);
    let what = content.map_or("another kind of package", |content| content.doc);
    match content.and_then(|content| content.package) {
        Some(PackageForm::Zip) => Ok(()),
        Some(PackageForm::Rpm) => {
            let why = "the signed header of an RPM package describes its files; change the source files and rebuild the package";
            Err(package.refuse(Refusal::new("rpm", why)))
        }
        _ => Err(package.refuse(other_package(what))),
    }
}
