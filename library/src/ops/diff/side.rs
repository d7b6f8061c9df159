//! What one of two inputs holds: each code object by what it is for and its digest, and the kernels in them.

use std::collections::BTreeMap;
use std::sync::Arc;

use md5::{Digest as _, Md5};
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputFile, Window};
use crate::natural_order::Natural;
use crate::ops::check::refuse_unsound;
use crate::ops::code_object;
use crate::ops::selection::Selection;
use crate::ops::served::{Served, ServedIds};
use crate::ops::units::units;
use crate::package::Walk;
use crate::report::{DiffFile, DiffSide, FileNotes, Integer, Outcome};
use crate::request::DiffRequest;
use crate::scan::{FoundBundle, scan_or_bare};

/// How much is held of a code object that is not looked into, in bytes.
const PIECE: u64 = 64 << 10;

/// What an input holds.
#[derive(Default)]
pub(super) struct Side {
    pub(super) told: DiffSide,
    /// The paths of its files, within the folder or package.
    pub(super) files: Vec<Option<FileName>>,
    pub(super) objects: Vec<Object>,
    /// The kernels by the names of their symbols, and what they are for.
    pub(super) kernels: BTreeMap<String, BTreeMap<Option<Natural>, Kernel>>,
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

/// All the code that a kernel has for one target.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kernel {
    pub(super) size: u64,
    /// The sum of the digests of its code, of each code object.
    pub(super) digest: u128,
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
        Walk::new(registry, &request.scan, &request.exclude).each(std::slice::from_ref(input), &mut |leaf| {
            let within = leaf.found.then(|| leaf.name.within(&input.name()));
            let looked_into = leaf
                .input
                .and_then(|input| side.file(registry, request, &input, within, selection));
            let notes = match looked_into {
                Ok(notes) => notes,
                // In a folder or package only: then nothing is wrong.
                Err(error @ Error::NotABundle { .. }) if leaf.found => {
                    side.told.without_bundles_count = side.told.without_bundles_count.saturating_add(1);
                    side.told.passed_over.push(error);
                    return Ok(());
                }
                Err(error) => FileNotes::failed(error),
            };
            side.outcome = side.outcome.max(match &notes.error {
                // That there is nothing is no failure: all of the other came or went.
                Some(Error::NotABundle { .. }) | None => Outcome::Done,
                Some(error) => error.outcome(),
            });
            if notes.error.is_some() || !notes.warnings.is_empty() || !notes.external_code.is_empty() {
                side.told.files.push(DiffFile { file: leaf.name, notes });
            }
            Ok(())
        })?;
        let sizes = side.objects.iter().map(|object| object.len);
        side.told.code_object_count = side.objects.len();
        side.told.size = Integer(sizes.fold(0, u64::saturating_add));
        Ok(side)
    }

    fn file(
        &mut self,
        registry: &Registry,
        request: &DiffRequest,
        input: &Arc<Input>,
        within: Option<FileName>,
        selection: &mut Selection<'_>,
    ) -> Result<FileNotes, Error> {
        let scan = input.unless_changed(scan_or_bare(registry, input, &request.scan))?;
        // So that no entries share their bytes.
        refuse_unsound(&scan, false)?;
        let number = self.files.len();
        self.files.push(within);
        let unit_count = units(registry.ids, &scan).len();
        self.told.unit_count = self.told.unit_count.saturating_add(unit_count);
        let mut known = ServedIds::new(registry.ids);
        for (_, found) in scan.in_use() {
            self.told.bundle_count = self.told.bundle_count.saturating_add(1);
            self.bundle(registry, number, found, selection, &mut known)?;
        }
        input.check_unchanged()?;
        self.told.file_count = self.told.file_count.saturating_add(1);
        self.told.files_size = Integer(self.told.files_size.0.saturating_add(input.len()));
        Ok(FileNotes::new(input.name(), scan))
    }

    fn bundle(
        &mut self,
        registry: &Registry,
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
                let digest = self.object(registry, input, place, served.1.as_ref())?;
                if !Arc::ptr_eq(input, &found.input) {
                    // There may be very many.
                    input.release();
                }
                self.objects.push(Object { file, served, digest, len: place.len });
            }
        }
        Ok(())
    }

    /// The digest of the code object at `place` of `input`, which is for `target`. Adds its kernels.
    fn object(
        &mut self,
        registry: &Registry,
        input: &Input,
        place: Place,
        target: Option<&Natural>,
    ) -> Result<[u8; 16], Error> {
        let Some((bytes, machine)) = code_object::elf(registry, input, place)? else {
            return digest(input, place);
        };
        // Of those that symbols describe, the code comes first, and what describes it says where that is.
        let code_alone = machine.is_some_and(|machine| !machine.kernel_symbol.is_empty());
        let mut here: BTreeMap<&str, Kernel> = BTreeMap::new();
        for (part, what) in code_object::claims(&bytes, machine) {
            let Ok(symbol) = what else { continue };
            let range = usize::try_from(part.ofs).ok().zip(usize::try_from(part.end()).ok());
            let Some(code) = range.and_then(|(start, end)| bytes.get(start..end)) else {
                continue;
            };
            let is_first = !here.contains_key(symbol);
            let kernel = here.entry(symbol).or_default();
            kernel.size = kernel.size.saturating_add(part.len);
            if is_first || !code_alone {
                let digest: [u8; 16] = Md5::digest(code).into();
                kernel.digest = kernel.digest.wrapping_add(u128::from_le_bytes(digest));
            }
        }
        for (symbol, Kernel { size, digest }) in here {
            if !self.kernels.contains_key(symbol) {
                self.kernels.insert(symbol.to_owned(), BTreeMap::new());
            }
            if let Some(of_targets) = self.kernels.get_mut(symbol) {
                let all = of_targets.entry(target.cloned()).or_default();
                all.size = all.size.saturating_add(size);
                all.digest = all.digest.wrapping_add(digest);
            }
        }
        Ok(Md5::digest(&*bytes).into())
    }
}

/// The digest of what is at `place` of `input`, of which only a piece is held at once.
fn digest(input: &Input, place: Place) -> Result<[u8; 16], Error> {
    let mut md5 = Md5::new();
    let (mut at, mut window) = (place.ofs, Window::borrowed(&[]));
    while at < place.end() {
        window = input.window_after(window, at, place.end().saturating_sub(at).min(PIECE))?;
        if window.is_empty() {
            break;
        }
        md5.update(&*window);
        at = at.saturating_add(length(&window));
    }
    Ok(md5.finalize().into())
}
