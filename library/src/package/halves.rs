//! Packages of two tar archives, one with what the package says of itself, and one with its files: those of Debian and of Conda.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::fault::PackageFault;
use super::lists::{Changed, List, follow};
use super::stop::Stop;
use super::unpacked::{Unpacked, pack};
use super::walk::WITHIN;
use super::{Content, PackedFile, Reading, tarball};
use crate::archive::{Member, Members};
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::Input;

/// What the members of a package of Debian begin with.
const CONTROL: &[u8] = b"control.tar";
const FILES: &[u8] = b"data.tar";
/// What the members of a package of Conda begin and end with.
const INFO: &[u8] = b"info-";
const CONTENT: &[u8] = b"pkg-";
const COMPRESSED: &[u8] = b".tar.zst";

/// A tar archive that is a member of a package.
pub(super) struct Half {
    /// The name of the member.
    name: Vec<u8>,
    content: Unpacked,
}

/// The two.
pub(super) struct Halves {
    control: Half,
    files: Half,
}

/// The two when files have changed: new members by their names, and the archives in them.
pub(super) struct NewHalves {
    pub(super) members: Changed,
    pub(super) tars: Vec<Arc<Input>>,
}

impl Halves {
    /// Those of the package of Debian `package`, and all members.
    pub(super) fn of_debian(reading: &Reading<'_>, package: &Arc<Input>) -> Result<(Self, Vec<Member>), Stop> {
        let damaged = |text: &str| Stop::from(PackageFault::DamagedPackage(text.into()));
        let mut found = Members::open(package)?.ok_or_else(|| damaged("it is no archive"))?;
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
            let place = member.content.ok_or_else(|| damaged("a member is elsewhere"))?;
            let content = Unpacked::unpack(reading, package, place, &name)?;
            Ok(Half { name: member.name.clone(), content })
        };
        let control = unpack(CONTROL, "it has not one member with what it says of itself")?;
        let files = unpack(FILES, "it has not one member with files")?;
        Ok((Self { control, files }, members))
    }

    /// Those of the zip archive `package`, if it is a package of Conda, which `names` tell.
    pub(super) fn of_conda(
        reading: &Reading<'_>,
        package: &Arc<Input>,
        names: &BTreeSet<Vec<u8>>,
    ) -> Result<Option<Self>, Stop> {
        let one = |start: &[u8]| {
            let mut found = names
                .iter()
                .filter(|name| name.starts_with(start) && name.ends_with(COMPRESSED));
            found.next().filter(|_| found.next().is_none())
        };
        let (Some(info), Some(content)) = (one(INFO), one(CONTENT)) else {
            return Ok(None);
        };
        let (mut control, mut files) = (None, None);
        reading.zip(package, &mut |PackedFile { path, content: stored }| {
            let half = match &path {
                path if path == info => &mut control,
                path if path == content => &mut files,
                _ => return Ok(()),
            };
            if let Content::Stream(stream) = stored {
                let name = package.name().of_packed(WITHIN, path.clone());
                let whole = Input::from_stream(name.clone(), stream).map_err(|error| FileError::new(&name, error))?;
                *half = Some((path, name, Arc::new(whole)));
            }
            Ok(())
        })?;
        let unpack = |half: Option<(Vec<u8>, FileName, Arc<Input>)>| {
            let (name, of_file, whole) =
                half.ok_or_else(|| PackageFault::DamagedPackage("it has not both of its archives".into()))?;
            let content = Unpacked::unpack(reading, &whole, whole.whole(), &of_file)?;
            Ok::<_, Stop>(Half { name, content })
        };
        Ok(Some(Self { control: unpack(control)?, files: unpack(files)? }))
    }

    /// The archive with the files.
    pub(super) fn files(&self) -> &Arc<Input> {
        &self.files.content.whole
    }

    /// Both archives.
    pub(super) fn tars(&self) -> Vec<&Arc<Input>> {
        vec![&self.control.content.whole, &self.files.content.whole]
    }

    /// The two where files are `changed` and `lists` follow. What cannot be written is told of `output`.
    pub(super) fn rewritten(
        &self,
        reading: &Reading<'_>,
        lists: &[List],
        changed: &Changed,
        output: &FileName,
    ) -> Result<NewHalves, Stop> {
        let listed = follow(reading, lists, &self.control.content.whole, changed)?;
        let mut new = NewHalves { members: Changed::new(), tars: Vec::new() };
        for (half, changed) in [(&self.control, &listed), (&self.files, changed)] {
            let tar = tarball::rewritten(reading, &half.content.whole, changed, output)?;
            if !changed.is_empty() {
                new.members
                    .insert(half.name.clone(), pack(&tar, half.content.form, output)?);
            }
            new.tars.push(tar);
        }
        Ok(new)
    }
}
