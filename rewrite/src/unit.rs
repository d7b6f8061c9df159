//! Bundles in a file. Pointers refer to a unit, compressed or not.

use std::borrow::Cow;
use std::ptr;
use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::input::{InputPiece, plan_pieces};
use offload_bundle::internal::ops::CompressionChoice;
use offload_bundle::internal::scan::{Form, FoundBundle, FoundEnvelope, RegionKind, Scan};
use offload_bundle::{Error, FileName};
use offload_bundle_core::bytes::{Bytes, Place, length};
use offload_bundle_core::container::{Container, NewEntry, PlanOptions, StoredEntry};
use offload_bundle_core::describe::NullDescriber;
use offload_bundle_core::error::ViewError;
use offload_bundle_core::ids::Grammar;
use offload_bundle_core::walked::Walker;

/// The largest alignment that is kept, in bytes: a page, because some tools look for bundles at page boundaries.
pub(super) const PAGE: u64 = 4096;

/// Bundles that begin together: one bundle, or all bundles of an envelope.
pub(crate) struct Unit<'s> {
    pub(super) place: Place,
    pub(crate) bundles: Vec<UnitBundle<'s>>,
    pub(crate) form: UnitForm,
    is_in_a_section: bool,
}

#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum UnitForm {
    /// Unchanged, or with its previous compression.
    #[default]
    AsFound,
    Plain,
    Compressed(CompressionChoice),
    Headed(CompressionChoice),
}

pub(crate) struct UnitBundle<'s> {
    pub(crate) found: &'s FoundBundle,
    /// Its number among all bundles of the file.
    pub(crate) number: usize,
    pub(crate) kept: Vec<KeptEntry<'s>>,
    /// The bytes with the kept entries, in a format that is only written by removing entries.
    shortened: Option<Vec<InputPiece>>,
}

pub(crate) struct KeptEntry<'s> {
    pub(crate) stored: &'s StoredEntry,
    pub(crate) replacement: Option<Arc<Input>>,
}

impl<'s> KeptEntry<'s> {
    fn new(stored: &'s StoredEntry) -> Self {
        Self { stored, replacement: None }
    }

    /// `found` is the bundle of the entry.
    pub(super) fn content(&self, found: &FoundBundle) -> Option<(Arc<Input>, Place)> {
        match &self.replacement {
            Some(input) => Some((Arc::clone(input), input.full_range())),
            None => Some((Arc::clone(&found.input), *self.stored.place.as_ref().ok()?)),
        }
    }
}

impl<'s> Unit<'s> {
    pub(crate) fn all(scan: &'s Scan, region: usize) -> Vec<Self> {
        let mut units: Vec<Self> = Vec::new();
        let is_in_a_section = scan
            .regions
            .get(region)
            .is_some_and(|region| region.kind != RegionKind::Whole);
        for (number, found) in scan.in_use().filter(|(_, found)| found.region == region) {
            let place = Place { ofs: found.start(), len: found.len_in_file() };
            let kept = found.bundle.entries.iter().map(KeptEntry::new);
            let bundle = UnitBundle { found, number, kept: kept.collect(), shortened: None };
            let envelope = |found: &'s FoundBundle| found.envelope.as_ref().map(|envelope| ptr::from_ref(&**envelope));
            match units.last_mut() {
                Some(last) if envelope(found).is_some() && last.place == place => last.bundles.push(bundle),
                _ => units.push(Self { place, bundles: vec![bundle], form: UnitForm::AsFound, is_in_a_section }),
            }
        }
        units
    }

    pub(crate) fn envelope(&self) -> Option<&'s Arc<FoundEnvelope>> {
        self.bundles.first().and_then(|bundle| bundle.found.envelope.as_ref())
    }

    /// A loader then has only its address.
    pub(crate) fn is_in_a_section(&self) -> bool {
        self.is_in_a_section
    }

    /// Uncompressed, in bytes; the maximum of several bundles.
    pub(super) fn table_len(&self) -> u64 {
        let lengths = self.bundles.iter().map(|bundle| {
            let ends = bundle.kept.iter().map(|kept| {
                let entry = kept.stored;
                let len = entry.id.as_deref().map_or(0, |id| length(id.as_bytes()));
                entry
                    .id_offset
                    .saturating_add(len)
                    .saturating_sub(bundle.found.bundle.start)
            });
            ends.max().unwrap_or(0)
        });
        lengths.max().unwrap_or(0)
    }

    /// Kept and dropped entries.
    pub(super) fn counts(&self) -> (usize, usize) {
        let (kept, all) = self.bundles.iter().fold((0_usize, 0_usize), |(kept, all), chosen| {
            let (more, more_of_all) = (chosen.kept.len(), chosen.found.bundle.entries.len());
            (kept.saturating_add(more), all.saturating_add(more_of_all))
        });
        (kept, all.saturating_sub(kept))
    }

    pub(super) fn count_kept_for_devices(&self, ids: &Grammar<'static>) -> usize {
        let kept = self.bundles.iter().flat_map(|chosen| &chosen.kept);
        kept.filter(|entry| entry.stored.id.as_deref().is_ok_and(|id| !ids.is_host(id)))
            .count()
    }

    /// Whether it is left out: no entry is kept, and other bundles hold the program's remaining images.
    pub(crate) fn goes(&self) -> bool {
        let mut bundles = self.bundles.iter();
        bundles.all(|chosen| chosen.kept.is_empty() && chosen.found.form.is_partial())
    }

    pub(crate) fn is_whole(&self) -> bool {
        let mut kept = self.bundles.iter().flat_map(|bundle| &bundle.kept);
        self.counts().1 == 0 && kept.all(|entry| entry.replacement.is_none())
    }

    /// Its format declares its length.
    pub(super) fn may_have_zeros_after(&self) -> bool {
        self.envelope().is_none() && self.bundles.iter().all(|bundle| walker(bundle.found).is_some())
    }

    pub(super) fn stays(&self) -> bool {
        self.is_whole() && matches!(self.form, UnitForm::AsFound)
    }

    pub(super) fn is_compressed(&self) -> bool {
        match self.form {
            UnitForm::AsFound => self.envelope().is_some(),
            UnitForm::Plain => false,
            UnitForm::Compressed(_) | UnitForm::Headed(_) => true,
        }
    }

    pub(super) fn is_compressed_anew(&self) -> bool {
        match self.form {
            UnitForm::AsFound => !self.is_whole() && self.envelope().is_some(),
            UnitForm::Compressed(_) => true,
            UnitForm::Plain | UnitForm::Headed(_) => false,
        }
    }

    /// `path` is the output, for errors.
    pub(super) fn plain(&self, path: &FileName) -> Result<Vec<InputPiece>, Error> {
        if let (true, Some(bundle)) = (self.is_whole(), self.bundles.first()) {
            let input = &bundle.found.input;
            let place = self.envelope().map_or(self.place, |_| input.full_range());
            return Ok(vec![InputPiece::Range(Arc::clone(input), place)]);
        }
        let mut pieces = Vec::new();
        for bundle in self.bundles.iter().filter(|_| !self.goes()) {
            pieces.append(&mut bundle.plain(path)?);
        }
        Ok(pieces)
    }
}

impl UnitBundle<'_> {
    /// `chosen` is by position. Images that are stored together stay together.
    pub(crate) fn retain(&mut self, mut chosen: Vec<bool>) -> Result<(), Error> {
        if let Some(walker) = walker(self.found) {
            self.shortened = Some(shorten(self.found, walker, &mut chosen)?);
        }
        let mut chosen = chosen.into_iter();
        self.kept.retain(|_| chosen.next().unwrap_or(true));
        Ok(())
    }

    fn plain(&self, path: &FileName) -> Result<Vec<InputPiece>, Error> {
        let Self { found, kept, shortened, .. } = self;
        if let Some(pieces) = shortened {
            return Ok(pieces.clone());
        }
        let Form::Container(container) = found.form else {
            return Err(Error::Inside { file: found.input.name().into() });
        };
        let contents: Vec<_> = kept
            .iter()
            .filter_map(|entry| Some((entry.stored, entry.stored.id.as_deref().ok()?, entry.content(found)?)))
            .collect();
        let entries = contents.iter().map(|(stored, id, (_, place))| NewEntry {
            id,
            len: place.len,
            attributes: &stored.attributes,
        });
        let entries: Vec<NewEntry<'_>> = entries.collect();
        let options = PlanOptions { version: found.bundle.version, alignment: self.alignment() };
        let plan = container
            .plan(&entries, options)
            .map_err(|error| Error::Write { file: path.clone(), error })?;
        Ok(plan_pieces(plan.pieces, |slot| {
            let (_, _, (input, place)) = contents.get(slot)?;
            Some((Arc::clone(input), place.ofs))
        }))
    }

    fn alignment(&self) -> u64 {
        let start = self.found.bundle.start;
        let entries = self.found.bundle.entries.iter();
        let places = entries
            .filter_map(|entry| entry.place.as_ref().ok())
            .filter(|place| place.len > 0);
        alignment(places.map(|place| place.ofs.saturating_sub(start)))
    }
}

/// For formats only written by removing entries.
pub(super) fn walker(found: &FoundBundle) -> Option<&'static Walker> {
    found.form.container().and_then(Container::walker)
}

/// The other images of an entry with a `chosen` image are chosen too.
fn shorten(found: &FoundBundle, walker: &Walker, chosen: &mut [bool]) -> Result<Vec<InputPiece>, Error> {
    let FoundBundle { input, bundle, .. } = found;
    let damaged = |error| Error::Read { file: input.name().into(), error };
    let mut view = |place: Place| {
        let window = input.window(bundle.start.saturating_add(place.ofs), place.len)?;
        Ok::<_, Error>(Cow::Owned(window.into_vec()))
    };
    let walked = walker.walk(bundle.start, bundle.len, &mut view, &mut NullDescriber);
    let walked = walked.map_err(|error| match error {
        ViewError::Unseen(error) => error,
        ViewError::Wrong(error) => damaged(error),
    })?;
    let mut pieces = Vec::new();
    for part in walked.parts {
        if let Some(images) = chosen.get_mut(part.images).filter(|images| images.contains(&true)) {
            images.fill(true);
            pieces.push(InputPiece::Range(Arc::clone(input), part.place));
        }
    }
    let header = input.window(bundle.start, bundle.frame_len)?;
    let header = walker.header_with(Bytes::new(&header), InputPiece::total(&pieces));
    pieces.insert(0, InputPiece::Bytes(header.map_err(damaged)?));
    Ok(pieces)
}

/// At most a page.
pub(super) fn alignment(numbers: impl Iterator<Item = u64>) -> u64 {
    let all = numbers.fold(PAGE, |all, number| all | number);
    1_u64.checked_shl(all.trailing_zeros()).unwrap_or(1)
}
