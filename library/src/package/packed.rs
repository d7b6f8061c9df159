//! The files in packages, during a walk.

use std::io::Read;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::PackageForm;

use super::Reading;
use super::stop::Stop;
use super::walk::{self, Leaf, Step, WITHIN, Walk, clean, of_stop};
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{EntryReader, Input, LastBlock};
use crate::refusal::Refusal;

pub(super) struct PackedFile<'p> {
    pub(super) path: Vec<u8>,
    pub(super) content: Content<'p>,
    /// If it is packed separately.
    pub(super) packed_size: Option<u64>,
}

impl<'p> PackedFile<'p> {
    /// Packed together with others, or unreadable.
    pub(super) fn new(path: Vec<u8>, content: Content<'p>) -> Self {
        Self { path, content, packed_size: None }
    }
}

pub(super) enum Content<'p> {
    Place(Place),
    Stream(&'p mut dyn Read),
    /// Unreadable, for this reason.
    Refused(Refusal),
}

pub(super) type Visit<'v> = dyn FnMut(PackedFile<'_>) -> Result<(), Error> + 'v;

impl Reading<'_> {
    /// Except folders, links and devices.
    fn files(&self, form: PackageForm, package: &Arc<Input>, visit: &mut Visit<'_>) -> Result<(), Stop> {
        let mut reader = EntryReader::new(Arc::clone(package), package.full_range());
        match form {
            PackageForm::Zip => self.zip(package, visit),
            PackageForm::Tar => self.walk_stored_tar(reader, package.len(), visit),
            PackageForm::Cpio => self.cpio(&mut reader, visit),
            PackageForm::Deb => self.deb(package, visit),
            PackageForm::Rpm => self.rpm(reader, package.name(), visit),
            PackageForm::Gzip | PackageForm::Bzip2 | PackageForm::Xz | PackageForm::Zstd => {
                self.walk_compressed(form, reader, package.name(), visit)
            }
        }
    }
}

impl Walk<'_> {
    pub(super) fn package(
        &self,
        reading: &Reading<'_>,
        form: PackageForm,
        package: &Arc<Input>,
        step: Step<'_>,
        visit: &mut walk::Visit<'_>,
    ) -> Result<(), Error> {
        let last = Arc::new(LastBlock::default());
        let visit = &mut |mut leaf: Leaf| {
            leaf.package.get_or_insert_with(|| package.name().clone());
            leaf.outermost = Some((package.name().clone(), package.len()));
            visit(leaf)
        };
        // Whether a stream with the following files has failed and was reported.
        let mut is_broken = false;
        let result = reading.files(form, package, &mut |PackedFile { path, content, packed_size }| {
            let (path, refusal) = match clean(&path) {
                Some(path) => (path, None),
                None => {
                    let why = "the name leads out of the package, so the file is not looked into";
                    (path, Some(Refusal::new("name-leads-out", why)))
                }
            };
            let name = package.name().of_packed(WITHIN, path.clone());
            let Some(step) = step.into(&name) else { return Ok(()) };
            if step.found && self.is_excluded(FileName::from_stored(path).as_path()) {
                return Ok(());
            }
            let packed_size = match content {
                Content::Place(place) => Some(place.len),
                _ => packed_size,
            };
            let input = match (refusal, content) {
                (Some(refusal), _) | (None, Content::Refused(refusal)) => Err(refusal.into()),
                (None, Content::Place(place)) => Ok(Input::part(name.clone(), package, place, &last)),
                (None, Content::Stream(stream)) => {
                    let unpacked = Input::from_stream(name.clone(), stream);
                    is_broken = unpacked.is_err();
                    unpacked.map(|unpacked| unpacked.out_of(package)).map_err(Stop::from)
                }
            };
            match input {
                Ok(input) => self.file(reading, Arc::new(input), step, &mut |mut leaf| {
                    leaf.packed_size = packed_size.filter(|_| leaf.name == name);
                    visit(leaf)
                }),
                Err(stop) => {
                    let error = of_stop(stop, &name);
                    visit(Leaf::failed(name, error, package.identity(), step.found))
                }
            }
        });
        match result {
            Ok(()) => Ok(()),
            Err(Stop::Visitor(error)) => Err(error),
            Err(_) if is_broken => Ok(()),
            Err(stop) => {
                let name = package.name().clone();
                let error = of_stop(stop, &name);
                visit(Leaf::failed(name, error, package.identity(), step.found))
            }
        }
    }
}

impl<'s> Step<'s> {
    /// `None` if it is unwanted.
    fn into(self, name: &FileName) -> Option<Step<'s>> {
        let depth = self.depth.saturating_add(1);
        let Some(wanted) = self.wanted else {
            return Some(Step { depth, found: true, wanted: None });
        };
        let rest = wanted
            .as_encoded_bytes()
            .strip_prefix(name.as_os_str().as_encoded_bytes())?;
        match rest.is_empty() {
            true => Some(Step { depth, found: false, wanted: None }),
            false if rest.starts_with(WITHIN.as_bytes()) => Some(Step { depth, found: false, wanted: Some(wanted) }),
            false => None,
        }
    }
}
