//! Packages whose files can be changed one by one: zip archives, packages of Debian and of Conda, and tar archives, compressed or not.

use std::collections::BTreeSet;
use std::sync::Arc;

use offload_bundle_core::placement::PackageForm;
use offload_bundle_core::registry::Registry;

use super::allowance::Allowance;
use super::edited_zip;
use super::halves::Halves;
use super::lists::{self, follow};
use super::package_edit::{Contents, PackageEdit, zip_files, zip_names};
use super::stop::Stop;
use super::tarball;
use super::unpacked::{Unpacked, is_compression, pack};
use super::walk::{WITHIN, of_stop};
use super::{HEAD, Reading};
use crate::archive::{ChangedMembers, Member, with_members};
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, assemble, same_bytes};
use crate::rewrite_fault::RewriteFault;

/// What signs a package of Debian begins with this.
const SIGNATURE: &[u8] = b"_gpg";

/// A package whose files can be changed.
pub(crate) struct Rewritable<'r> {
    registry: &'r Registry,
    package: Arc<Input>,
    kind: Kind,
}

enum Kind {
    Zip,
    /// A tar archive, and what it is compressed with.
    Tar(Unpacked),
    /// A package of Debian, and its members.
    Deb(Halves, Vec<Member>),
    /// A package of Conda, which is a zip archive.
    Conda(Halves),
}

/// A changed package, and what it is checked by.
pub(crate) struct RewrittenPackage {
    pub(crate) input: Arc<Input>,
    pub(crate) expected: Expected,
}

/// What a changed package holds.
#[derive(Default)]
pub(crate) struct Expected {
    /// The length and the checksum of each file of a zip archive.
    pub(crate) zip: Option<Contents>,
    /// The tar archives in it, as they are without compression.
    tars: Vec<Arc<Input>>,
}

impl<'r> Rewritable<'r> {
    /// The package `package`; nothing if it is none whose files can be changed. They may have `limit` bytes together.
    ///
    /// # Errors
    ///
    /// It is damaged; it is a package of RPM.
    pub(crate) fn open(registry: &'r Registry, package: &Arc<Input>, limit: u64) -> Result<Option<Self>, Error> {
        let reading = Reading { registry, allowance: Allowance::new(limit) };
        let head = package.window(0, HEAD as u64)?;
        let kind = match reading.form(&head) {
            Some(PackageForm::Zip) => {
                let names = zip_names(package);
                let conda = names.and_then(|names| Halves::of_conda(&reading, package, &names));
                let conda = conda.map_err(|stop| of_stop(stop, package.name()))?;
                Some(conda.map_or(Kind::Zip, Kind::Conda))
            }
            Some(PackageForm::Rpm) => return Err(package.refuse(RewriteFault::Rpm)),
            Some(PackageForm::Deb) => {
                let found = Halves::of_debian(&reading, package);
                let (halves, members) = found.map_err(|stop| of_stop(stop, package.name()))?;
                Some(Kind::Deb(halves, members))
            }
            Some(PackageForm::Tar) => Some(Kind::Tar(Unpacked { whole: Arc::clone(package), form: None })),
            Some(form) if is_compression(form) => {
                let unpacked = Unpacked::unpack(&reading, package, package.whole(), package.name())?;
                let inner = reading.form(&unpacked.whole.window(0, HEAD as u64)?);
                (inner == Some(PackageForm::Tar)).then_some(Kind::Tar(unpacked))
            }
            _ => None,
        };
        Ok(kind.map(|kind| Self { registry, package: Arc::clone(package), kind }))
    }

    /// Whether files can be left out.
    pub(crate) fn loses_files(&self) -> bool {
        matches!(self.kind, Kind::Zip)
    }

    /// What signs it beside its files, and can be left out.
    pub(crate) fn signatures(&self) -> Vec<(Vec<u8>, FileName)> {
        let Kind::Deb(_, members) = &self.kind else {
            return Vec::new();
        };
        let signing = members.iter().filter(|member| member.name.starts_with(SIGNATURE));
        let named = signing.map(|member| {
            let name = self.package.name().of_packed(WITHIN, member.name.clone());
            (member.name.clone(), name)
        });
        named.collect()
    }

    /// The paths of its files, as they are stored.
    ///
    /// # Errors
    ///
    /// It is damaged.
    pub(crate) fn names(&self) -> Result<BTreeSet<Vec<u8>>, Error> {
        let tar = match &self.kind {
            Kind::Zip => return zip_names(&self.package).map_err(|stop| of_stop(stop, self.package.name())),
            Kind::Tar(unpacked) => &unpacked.whole,
            Kind::Deb(halves, _) | Kind::Conda(halves) => halves.files(),
        };
        let files = tarball::files(&self.reading(), tar);
        let files = files.map_err(|stop| of_stop(stop, tar.name()))?;
        Ok(files.into_iter().map(|file| file.path).collect())
    }

    /// Shows each file, by its path as it is stored.
    ///
    /// # Errors
    ///
    /// Those of `visit`; a file that cannot be read.
    pub(crate) fn files(
        &self,
        limit: u64,
        visit: &mut dyn FnMut(Vec<u8>, Arc<Input>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let tar = match &self.kind {
            Kind::Zip => return zip_files(self.registry, &self.package, limit, visit),
            Kind::Tar(unpacked) => &unpacked.whole,
            Kind::Deb(halves, _) | Kind::Conda(halves) => halves.files(),
        };
        let reading = Reading { registry: self.registry, allowance: Allowance::new(limit) };
        let files = tarball::files(&reading, tar);
        let files = files.map_err(|stop| of_stop(stop, tar.name()))?;
        let last = Arc::default();
        for file in files {
            let name = self.package.name().of_packed(WITHIN, file.path.clone());
            let input = Input::part(name, tar, file.place, &last);
            visit(file.path, Arc::new(input))?;
        }
        Ok(())
    }

    /// The package as `edit` says. What cannot be written is told of `output`.
    ///
    /// # Errors
    ///
    /// It is damaged; it cannot be written.
    pub(crate) fn rewritten(&self, edit: &PackageEdit, output: &FileName) -> Result<RewrittenPackage, Error> {
        let made = match &self.kind {
            Kind::Zip => return self.zip(edit, output),
            Kind::Tar(unpacked) => self.tar(unpacked, edit, output),
            Kind::Deb(halves, members) => self.deb(halves, members, edit, output),
            Kind::Conda(halves) => {
                let new = halves.rewritten(&self.reading(), lists::CONDA, &edit.changed, output);
                let new = new.map_err(|stop| of_stop(stop, self.package.name()))?;
                let edit = PackageEdit { changed: new.members, ..PackageEdit::default() };
                let zip = self.zip(&edit, output)?;
                let expected = Expected { tars: new.tars, ..zip.expected };
                return Ok(RewrittenPackage { expected, ..zip });
            }
        };
        made.map_err(|stop| of_stop(stop, self.package.name()))
    }

    fn reading(&self) -> Reading<'_> {
        Reading { registry: self.registry, allowance: Allowance::new(u64::MAX) }
    }

    fn zip(&self, edit: &PackageEdit, output: &FileName) -> Result<RewrittenPackage, Error> {
        let new = edited_zip::edit(&self.package, edit, output);
        let (input, contents) = new.map_err(|stop| of_stop(stop, self.package.name()))?;
        Ok(RewrittenPackage { input, expected: Expected { zip: Some(contents), tars: Vec::new() } })
    }

    fn tar(&self, unpacked: &Unpacked, edit: &PackageEdit, output: &FileName) -> Result<RewrittenPackage, Stop> {
        let reading = self.reading();
        let mut changed = edit.changed.clone();
        changed.extend(follow(&reading, lists::ALONE, &unpacked.whole, &edit.changed)?);
        let tar = tarball::rewritten(&reading, &unpacked.whole, &changed, output)?;
        let input = pack(&tar, unpacked.form, output)?;
        Ok(RewrittenPackage { input, expected: Expected { zip: None, tars: vec![tar] } })
    }

    fn deb(
        &self,
        halves: &Halves,
        members: &[Member],
        edit: &PackageEdit,
        output: &FileName,
    ) -> Result<RewrittenPackage, Stop> {
        let new = halves.rewritten(&self.reading(), lists::DEBIAN, &edit.changed, output)?;
        let (mut changed, mut removed) = (ChangedMembers::new(), BTreeSet::new());
        for member in members {
            if edit.removed.contains(&member.name) {
                removed.insert(member.offset);
            } else if let Some(input) = new.members.get(&member.name) {
                changed.insert(member.offset, (Arc::clone(input), input.whole()));
            }
        }
        let pieces = with_members(&self.package, &changed, &removed)?;
        let input = Arc::new(assemble(output.clone(), pieces));
        Ok(RewrittenPackage { input, expected: Expected { zip: None, tars: new.tars } })
    }
}

impl Expected {
    /// Whether `written` holds the tar archives that it should.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub(crate) fn has_tars(&self, registry: &Registry, written: &Arc<Input>) -> Result<bool, Error> {
        if self.tars.is_empty() {
            return Ok(true);
        }
        let found = Rewritable::open(registry, written, u64::MAX)?;
        let found = match found.as_ref().map(|found| &found.kind) {
            None | Some(Kind::Zip) => return Ok(false),
            Some(Kind::Tar(unpacked)) => vec![&unpacked.whole],
            Some(Kind::Deb(halves, _) | Kind::Conda(halves)) => halves.tars(),
        };
        if found.len() != self.tars.len() {
            return Ok(false);
        }
        for (found, wanted) in found.into_iter().zip(&self.tars) {
            if found.len() != wanted.len() || !same_bytes((wanted, wanted.whole()), (found, 0))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
