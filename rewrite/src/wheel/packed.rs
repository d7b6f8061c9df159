//! Rewrites the files in a zip archive, such as a wheel, each by itself.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::input::InputPiece;
use offload_bundle::internal::ops::Task;
use offload_bundle::internal::output::Output;
use offload_bundle::internal::package::{self, HEAD};
use offload_bundle::ops::Context;
use offload_bundle::report::LeftFile;
use offload_bundle::{Error, FileName, Refusal};
use offload_bundle_core::placement::PackageForm;
use offload_bundle_core::registry::Registry;

use super::check::check_package;
use super::edited_zip::{Contents, PackageEdit, rewrite_zip};
use super::outcomes::{Outcomes, other_package};
use super::record::{self, Digests, Record};
use crate::content::parts;

/// What was made of a zip archive.
pub(crate) struct RewrittenPackage {
    /// Its length then, in bytes.
    pub(crate) size: u64,
    /// The files in it that have bundles and stay as they are.
    pub(crate) left: Vec<LeftFile>,
}

/// What is done with each file of a package.
pub(crate) trait PackageChange {
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

/// Rewrites the files in the zip archive `package` by `each`. Those that have nothing of what is meant, or in a form that is only read, stay as they
/// are, if others have. Everything else stays as it is, but the list of a wheel has the new digests and lengths.
///
/// # Errors
///
/// Those of `each`; nothing in it has what is meant; it is signed, or a package of another form.
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

/// Writes what was `made` of `package`, or that where nothing was. The result is its length.
fn publish(
    registry: &Registry,
    task: &Task<'_>,
    package: &Arc<Input>,
    made: Option<&MadePackage>,
    context: &mut Context<'_>,
) -> Result<u64, Error> {
    let result = made.map_or(package, |(made, _)| made);
    if task.writes(made.is_some()) {
        let pieces = [InputPiece::Range(Arc::clone(result), result.whole())];
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

/// A zip archive in which files change, and whose list follows if it is a wheel.
struct Rezip<'r> {
    registry: &'r Registry,
    package: Arc<Input>,
    /// How many bytes its files may have together.
    limit: u64,
    /// How many it says that they have.
    size: u64,
    /// The lists of wheels: one of a wheel, more of what was installed from several.
    records: Vec<Record>,
    /// What signs it as it is: the path, and what it is called.
    signatures: Vec<(Vec<u8>, FileName)>,
    /// What is to be different.
    edit: PackageEdit,
}

impl<'r> Rezip<'r> {
    /// The archive `package`, in which nothing is different yet.
    ///
    /// # Errors
    ///
    /// It is a package of another form; it cannot be read.
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

    /// Shows each file, by its path as it is stored, with the number of bytes that it takes.
    ///
    /// # Errors
    ///
    /// Those of `visit`; a file that cannot be read.
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

    /// Refuses to change files, before there is work on them.
    ///
    /// # Errors
    ///
    /// It is signed, and signatures do not go.
    fn refuse_signed(&self, task: &Task<'_>) -> Result<(), Error> {
        match self.signatures.first() {
            Some((_, signature)) if !task.drop_signatures => {
                let why = format!(
                    "{signature} signs the package as it is: ask for signatures to be dropped, and sign the result again"
                );
                Err(self.package.refuse(Refusal::new("signed", why)))
            }
            _ => Ok(()),
        }
    }

    /// The package that is to be written, with what its files hold; nothing where nothing in it changes.
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

/// An archive that is to be written, and what its files hold.
type MadePackage = (Arc<Input>, Contents);

/// The archive that is to be written, with what its files hold; nothing where nothing in it changes. And the files that have bundles and stay.
fn make_package(
    rezip: &mut Rezip<'_>,
    task: &Task<'_>,
    context: &mut Context<'_>,
    each: &mut dyn PackageChange,
) -> Result<(Option<MadePackage>, Vec<LeftFile>), Error> {
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
            // Work on the others would be for nothing.
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

/// Refuses a package that is no zip archive.
fn refuse_others(registry: &Registry, package: &Input) -> Result<(), Error> {
    let content = registry.content(&package.head(HEAD as u64)?);
    let what = content.map_or("a package of another form", |content| content.doc);
    match content.and_then(|content| content.package) {
        Some(PackageForm::Zip) => Ok(()),
        Some(PackageForm::Rpm) => {
            let why = "a package of RPM says in its header, which is signed, what is in it: change the files that it is made of, and build it again";
            Err(package.refuse(Refusal::new("rpm", why)))
        }
        _ => Err(package.refuse(other_package(what))),
    }
}
