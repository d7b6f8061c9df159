//! Packages whose files can be changed one by one: zip archives, packages of Debian, and tar archives, compressed or not.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Seek, Write};
use std::sync::Arc;

use md5::Md5;
use offload_bundle_core::placement::PackageForm;
use offload_bundle_core::registry::Registry;

use super::allowance::Allowance;
use super::fault::PackageFault;
use super::listed::{digest, list};
use super::rewrite::{Contents, Keeping, PackageEdit, attributes, rewrite_zip, zip_files, zip_names};
use super::stop::Stop;
use super::tarball;
use super::unpacked::{is_compression, packed, unpacked};
use super::walk::{WITHIN, of_stop};
use super::{HEAD, Reading};
use crate::archive::{ChangedMembers, Member, Members, with_members};
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::{Input, assembled, same_bytes};
use crate::object::{Changes, refused};
use crate::rewrite_fault::RewriteFault;
use crate::system::unnamed_file;

/// What the members of a package of Debian begin with: that with what it says of itself, that with its files, and signatures.
const CONTROL: &[u8] = b"control.tar";
const FILES: &[u8] = b"data.tar";
const SIGNATURE: &[u8] = b"_gpg";
/// The file with digests.
const DIGESTS: &[u8] = b"md5sums";

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
    Deb(Deb),
}

/// A tar archive, and what it is compressed with.
struct Unpacked {
    tar: Arc<Input>,
    form: Option<PackageForm>,
}

/// A package of Debian.
struct Deb {
    members: Vec<Member>,
    control: Unpacked,
    files: Unpacked,
}

/// A changed package, and what it is checked by.
pub(crate) struct RewrittenPackage {
    pub(crate) input: Arc<Input>,
    pub(crate) expected: Expected,
}

/// What a changed package holds.
pub(crate) enum Expected {
    /// The length and the checksum of each file of a zip archive.
    Zip(Contents),
    /// The tar archives in it, as they are without compression.
    Tars(Vec<Arc<Input>>),
}

impl<'r> Rewritable<'r> {
    /// The package `package`; nothing if it is none whose files can be changed. They may have `limit` bytes together.
    ///
    /// # Errors
    ///
    /// It is damaged; it is a package of RPM.
    pub(crate) fn of(registry: &'r Registry, package: &Arc<Input>, limit: u64) -> Result<Option<Self>, Error> {
        let reading = Reading { registry, allowance: Allowance::new(limit) };
        let head = package.window(0, HEAD as u64)?;
        let kind = match reading.form(&head) {
            Some(PackageForm::Zip) => Some(Kind::Zip),
            Some(PackageForm::Rpm) => {
                return Err(Error::Rewrite { file: package.name().clone(), fault: RewriteFault::Rpm });
            }
            Some(PackageForm::Deb) => {
                let deb = Deb::of(&reading, package).map_err(|stop| of_stop(stop, package.name()))?;
                Some(Kind::Deb(deb))
            }
            Some(PackageForm::Tar) => Some(Kind::Tar(Unpacked { tar: Arc::clone(package), form: None })),
            Some(form) if is_compression(form) => {
                let whole = unpacked(&reading, package, package.whole(), package.name().clone());
                let (tar, form) = whole.map_err(|stop| of_stop(stop, package.name()))?;
                let inner = reading.form(&tar.window(0, HEAD as u64)?);
                (inner == Some(PackageForm::Tar)).then_some(Kind::Tar(Unpacked { tar, form }))
            }
            _ => None,
        };
        Ok(kind.map(|kind| Self { registry, package: Arc::clone(package), kind }))
    }

    /// Whether new files can be put into it, and others be left out.
    pub(crate) fn takes_files(&self) -> bool {
        matches!(self.kind, Kind::Zip)
    }

    /// What signs it beside its files, and can be left out.
    pub(crate) fn signatures(&self) -> Vec<(Vec<u8>, FileName)> {
        let Kind::Deb(deb) = &self.kind else { return Vec::new() };
        let signing = deb.members.iter().filter(|member| member.name.starts_with(SIGNATURE));
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
            Kind::Tar(unpacked) => &unpacked.tar,
            Kind::Deb(deb) => &deb.files.tar,
        };
        let files = tarball::files(&self.reading(), tar);
        let files = files.map_err(|stop| of_stop(stop, self.package.name()))?;
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
        keeping: Keeping,
        visit: &mut dyn FnMut(Vec<u8>, Arc<Input>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let unpacked = match &self.kind {
            Kind::Zip => return zip_files(self.registry, &self.package, limit, keeping, visit),
            Kind::Tar(unpacked) => unpacked,
            Kind::Deb(deb) => &deb.files,
        };
        let reading = Reading { registry: self.registry, allowance: Allowance::new(limit) };
        let files = tarball::files(&reading, &unpacked.tar);
        let files = files.map_err(|stop| of_stop(stop, self.package.name()))?;
        let last = Arc::default();
        for file in files {
            let name = self.package.name().of_packed(WITHIN, file.path.clone());
            let input = Input::part(name, &unpacked.tar, file.place, &last);
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
            Kind::Zip => {
                let fail = |error| Error::from(FileError::new(output, error));
                let mut spool = unnamed_file().map_err(fail)?;
                let contents = rewrite_zip(&self.package, edit, output, &mut spool)?;
                spool.flush().map_err(fail)?;
                spool.rewind().map_err(fail)?;
                let written = Arc::new(Input::of_written(output.clone(), spool).map_err(fail)?);
                let mut fields = Changes::default();
                let all = attributes(&self.package, &written).map_err(|stop| of_stop(stop, output))?;
                let set = all.into_iter().try_for_each(|(at, bytes)| fields.set(at, bytes));
                let pieces = set.and_then(|()| fields.pieces(&written, written.whole()));
                let pieces = pieces.map_err(|fault| refused(&written, fault))?;
                let input = Arc::new(assembled(output.clone(), pieces));
                return Ok(RewrittenPackage { input, expected: Expected::Zip(contents) });
            }
            Kind::Tar(unpacked) => self.tar(unpacked, edit, output),
            Kind::Deb(deb) => self.deb(deb, edit, output),
        };
        made.map_err(|stop| of_stop(stop, self.package.name()))
    }

    fn reading(&self) -> Reading<'_> {
        Reading { registry: self.registry, allowance: Allowance::new(u64::MAX) }
    }

    fn tar(&self, unpacked: &Unpacked, edit: &PackageEdit, output: &FileName) -> Result<RewrittenPackage, Stop> {
        let tar = tarball::rewritten(&self.reading(), &unpacked.tar, &edit.changed, output)?;
        let input = packed(&tar, unpacked.form, output)?;
        Ok(RewrittenPackage { input, expected: Expected::Tars(vec![tar]) })
    }

    fn deb(&self, deb: &Deb, edit: &PackageEdit, output: &FileName) -> Result<RewrittenPackage, Stop> {
        let reading = self.reading();
        let files = tarball::rewritten(&reading, &deb.files.tar, &edit.changed, output)?;
        let listed = digests(&reading, &deb.control.tar, &edit.changed)?;
        let control = tarball::rewritten(&reading, &deb.control.tar, &listed, output)?;
        let (mut changed, mut removed) = (ChangedMembers::new(), BTreeSet::new());
        for member in &deb.members {
            let new = match &member.name {
                name if edit.removed.contains(name) => {
                    removed.insert(member.offset);
                    continue;
                }
                name if name.starts_with(FILES) => packed(&files, deb.files.form, output)?,
                name if name.starts_with(CONTROL) && !listed.is_empty() => packed(&control, deb.control.form, output)?,
                _ => continue,
            };
            let whole = new.whole();
            changed.insert(member.offset, (new, whole));
        }
        let pieces = with_members(&self.package, &changed, &removed)?;
        let input = Arc::new(assembled(output.clone(), pieces));
        Ok(RewrittenPackage { input, expected: Expected::Tars(vec![control, files]) })
    }
}

impl Deb {
    fn of(reading: &Reading<'_>, package: &Arc<Input>) -> Result<Self, Stop> {
        let damaged = |text: &str| Stop::from(PackageFault::DamagedPackage(text.into()));
        let mut found = Members::of(package)?.ok_or_else(|| damaged("it is no archive"))?;
        let mut members = Vec::new();
        while let Some(member) = found.next()? {
            members.push(member.map_err(|error| PackageFault::DamagedPackage(error.error.to_string()))?);
        }
        let unpack = |start: &[u8], what: &str| {
            let mut members = members.iter().filter(|member| member.name.starts_with(start));
            let (member, None) = (members.next().ok_or_else(|| damaged(what))?, members.next()) else {
                return Err(damaged(what));
            };
            let name = package.name().of_packed(WITHIN, member.name.clone());
            let content = member.content.ok_or_else(|| damaged("a member is elsewhere"))?;
            let (tar, form) = unpacked(reading, package, content, name)?;
            Ok(Unpacked { tar, form })
        };
        let control = unpack(CONTROL, "it has not one member with what it says of itself")?;
        let files = unpack(FILES, "it has not one member with files")?;
        Ok(Self { members, control, files })
    }
}

/// The list of digests in `control` where these files have changed, by its path; nothing where none is listed.
fn digests(
    reading: &Reading<'_>,
    control: &Arc<Input>,
    changed: &BTreeMap<Vec<u8>, Arc<Input>>,
) -> Result<BTreeMap<Vec<u8>, Arc<Input>>, Stop> {
    let mut by_path: BTreeMap<&[u8], &Arc<Input>> = BTreeMap::new();
    for (path, input) in changed {
        by_path.insert(plain(path), input);
    }
    let mut listed = BTreeMap::new();
    for file in tarball::files(reading, control)? {
        if plain(&file.path) != DIGESTS {
            continue;
        }
        let text = list(control, file.place)?;
        let mut new = Vec::new();
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let digest_len = line.iter().position(|byte| *byte == b' ').unwrap_or(line.len());
            let (_, rest) = line.split_at_checked(digest_len).unwrap_or((line, &[]));
            let path = rest.trim_ascii();
            match by_path.get(plain(path)) {
                Some(input) => {
                    let digits = digest::<Md5>(input)?;
                    digits.iter().try_for_each(|byte| write!(new, "{byte:02x}"))?;
                    new.extend_from_slice(rest);
                }
                None => new.extend_from_slice(line),
            }
        }
        if new != text {
            listed.insert(file.path, Arc::new(Input::from_bytes(control.name().clone(), new)));
        }
    }
    Ok(listed)
}

/// The path without what only says that it begins at the root.
fn plain(path: &[u8]) -> &[u8] {
    let path = path
        .strip_prefix(b".")
        .filter(|rest| rest.starts_with(b"/"))
        .unwrap_or(path);
    path.strip_prefix(b"/").unwrap_or(path)
}

impl Expected {
    /// Whether `written` holds the tar archives that it should; a zip archive is checked by its files.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub(crate) fn has_tars(&self, registry: &Registry, written: &Arc<Input>) -> Result<bool, Error> {
        let Self::Tars(wanted) = self else { return Ok(true) };
        let Some(found) = Rewritable::of(registry, written, u64::MAX)? else {
            return Ok(false);
        };
        let found = match &found.kind {
            Kind::Zip => return Ok(false),
            Kind::Tar(unpacked) => vec![&unpacked.tar],
            Kind::Deb(deb) => vec![&deb.control.tar, &deb.files.tar],
        };
        if found.len() != wanted.len() {
            return Ok(false);
        }
        for (found, wanted) in found.into_iter().zip(wanted) {
            if found.len() != wanted.len() || !same_bytes((wanted, wanted.whole()), (found, 0))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
