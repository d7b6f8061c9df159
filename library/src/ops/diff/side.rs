//! What one of two inputs holds: each code object by what it is for and its digest.

use std::sync::Arc;

use md5::{Digest as _, Md5};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputFile};
use crate::ops::check::refuse_unsound;
use crate::ops::selection::Selection;
use crate::ops::served::{Served, ServedIds};
use crate::ops::supports::units::units;
use crate::package::Leaf;
use crate::report::{DiffSide, FileNotes, Integer, Item, NotedFile, Outcome};
use crate::request::DiffRequest;
use crate::scan::{FoundBundle, scan_or_bare};
use crate::walk::Files;

/// What an input holds.
#[derive(Default)]
pub(super) struct Side {
    pub(super) told: DiffSide,
    /// The paths of its files, within the folder or package.
    pub(super) files: Vec<Option<FileName>>,
    pub(super) objects: Vec<Object>,
    pub(super) outcome: Outcome,
}

/// A code object.
pub(super) struct Object {
    /// The number of its file.
    pub(super) file: usize,
    pub(super) served: Served,
    pub(super) digest: [u8; 16],
    pub(super) len: u64,
}

impl Side {
    /// Looks into `input`.
    pub(super) fn read(
        registry: &Registry,
        request: &DiffRequest,
        input: &InputFile,
        selection: &mut Selection<'_>,
    ) -> Result<Self, Error> {
        let mut side = Self::default();
        side.told.input = input.name();
        let (mut noted, mut passed_over) = (Vec::new(), Vec::new());
        let mut outcome = Outcome::Done;
        let mut files = Files::new(registry, &request.scan, &request.exclude, 1);
        let mut look_into = |leaf: Leaf| side.file(registry, request, input, leaf, selection);
        files.each(std::slice::from_ref(input), &mut look_into, &mut |item| {
            match item {
                Item::File(file) => {
                    let NotedFile { notes, .. } = &file;
                    outcome = outcome.max(match &notes.error {
                        // That there is nothing is no failure: all of the other came or went.
                        Some(Error::NotABundle { .. }) | None => Outcome::Done,
                        Some(error) => error.outcome(),
                    });
                    if notes.error.is_some() || !notes.warnings.is_empty() || !notes.external_code.is_empty() {
                        noted.push(file);
                    }
                }
                Item::PassedOver(error) => passed_over.push(*error),
            }
            Ok(())
        })?;
        side.outcome = outcome;
        side.told.without_bundles_count = passed_over.len();
        (side.told.files, side.told.passed_over) = (noted, passed_over);
        let sizes = side.objects.iter().map(|object| object.len);
        side.told.code_object_count = side.objects.len();
        side.told.size = Integer(sizes.fold(0, u64::saturating_add));
        Ok(side)
    }

    fn file(
        &mut self,
        registry: &Registry,
        request: &DiffRequest,
        given: &InputFile,
        leaf: Leaf,
        selection: &mut Selection<'_>,
    ) -> Result<NotedFile, Error> {
        let input = leaf.input?;
        let within = leaf.found.then(|| leaf.name.within(&given.name()));
        let scan = input.unless_changed(scan_or_bare(registry, &input, &request.scan))?;
        // So that no entries share their bytes.
        refuse_unsound(&scan, false)?;
        let number = self.files.len();
        self.files.push(within);
        let unit_count = units(registry.ids, &scan).len();
        self.told.unit_count = self.told.unit_count.saturating_add(unit_count);
        let mut known = ServedIds::new(registry.ids);
        for (_, found) in scan.in_use() {
            self.told.bundle_count = self.told.bundle_count.saturating_add(1);
            self.bundle(number, found, selection, &mut known)?;
        }
        input.check_unchanged()?;
        self.told.file_count = self.told.file_count.saturating_add(1);
        self.told.files_size = Integer(self.told.files_size.0.saturating_add(input.len()));
        Ok(NotedFile { file: leaf.name, notes: FileNotes::new(input.name(), scan) })
    }

    fn bundle(
        &mut self,
        file: usize,
        found: &FoundBundle,
        selection: &mut Selection<'_>,
        known: &mut ServedIds<'_>,
    ) -> Result<(), Error> {
        for (place, entry) in found.code_objects() {
            let id = entry.id.as_deref().ok();
            if selection.takes(found.code(entry)) {
                let served = known.serve(id);
                let (input, place) = found.content(entry, place);
                let digest = digest(input, place)?;
                if !Arc::ptr_eq(input, &found.input) {
                    // There may be very many.
                    input.release();
                }
                self.objects.push(Object { file, served, digest, len: place.len });
            }
        }
        Ok(())
    }
}

/// The digest of what is at `place` of `input`, of which only a piece is held at once.
fn digest(input: &Input, place: Place) -> Result<[u8; 16], Error> {
    let mut md5 = Md5::new();
    input.pieces(place, &mut |bytes| {
        md5.update(bytes);
        Ok(())
    })?;
    Ok(md5.finalize().into())
}
