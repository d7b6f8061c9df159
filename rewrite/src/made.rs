//! The file to write.

use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::input::InputPiece;
use offload_bundle::ops::Progress;
use offload_bundle::report::Compression;
use offload_bundle::{Error, FileName, Refusal};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::registry::Registry;

use super::content::{Effort, NewBundles};
use super::holder::Holder;
use super::unit::Unit;
use crate::linked::elf::Where;
use crate::linked::held::Asked;
use crate::linked::repack::{Repack, Repacked};

#[derive(Default)]
pub(super) struct Made {
    pub(super) pieces: Vec<InputPiece>,
    pub(super) places: Vec<Place>,
    pub(super) compressions: Vec<Option<Compression>>,
    pub(super) is_unchanged: bool,
    pub(super) repack: Option<(Repack, Repacked)>,
    /// The bundle section and its offset.
    pub(super) section: Option<(String, u64)>,
}

impl Made {
    pub(super) fn unchanged(input: &Arc<Input>, units: &[Unit<'_>]) -> Self {
        let compressions = units
            .iter()
            .map(|unit| unit.envelope().map(|found| Compression::new(found)));
        Self {
            pieces: vec![InputPiece::Range(Arc::clone(input), input.full_range())],
            places: units.iter().map(|unit| unit.place).collect(),
            compressions: compressions.collect(),
            is_unchanged: true,
            ..Self::default()
        }
    }

    pub(super) fn make(
        registry: &Registry,
        (input, holder): (&Arc<Input>, &Holder),
        units: &[Unit<'_>],
        path: &FileName,
        progress: &mut dyn Progress,
    ) -> Result<Self, Error> {
        if holder.section.is_none() {
            let usual: (_, &dyn Fn(usize) -> bool) = (Effort::Usual, &|_| false);
            let new = NewBundles::make((input, holder.place, 0), units, usual, path, progress)?;
            let NewBundles { pieces, places, compressions } = new;
            return Ok(Self { pieces, places, compressions, ..Self::default() });
        }
        let bundles: Vec<Place> = units.iter().map(|unit| unit.place).collect();
        // Fails early, before any compression.
        let may_stay = units.iter().all(Unit::may_have_zeros_after);
        let asked = Asked { input, rules: registry.sections, section: holder.place, bundles: &bundles, may_stay };
        let repack = Repack::read(asked)?;
        refuse_long_tables(input, &repack, units)?;
        let mut bundles = |effort, stays: &dyn Fn(usize) -> bool| {
            let start = (input, holder.place, repack.address());
            NewBundles::make(start, units, (effort, stays), path, progress)
        };
        let with = |new: &NewBundles, may| {
            let repacked = repack.with(new.pieces.clone(), &new.places, may)?;
            Ok((repacked, new.compressions.clone()))
        };
        let is_longer = |made: &Result<_, Error>| matches!(made, Err(Error::LongerBundles { .. }));
        let stays = |bundle: usize| repack.unreached().contains(&bundle);
        let usual = bundles(Effort::Usual, &stays)?;
        let mut made = with(&usual, Where::There);
        if may_stay && matches!(made, Err(Error::Refused { .. })) {
            made = with(&bundles(Effort::Usual, &|_| true)?, Where::There);
        }
        if is_longer(&made) && units.iter().any(Unit::is_compressed_anew) {
            made = with(&bundles(Effort::Greatest, &stays)?, Where::There);
        }
        if is_longer(&made) {
            made = with(&usual, Where::Anywhere);
        }
        let (mut repacked, compressions) = made?;
        Ok(Self {
            pieces: std::mem::take(&mut repacked.pieces),
            places: repacked.places.clone(),
            compressions,
            section: (holder.section.clone()).map(|section| (section, repacked.start.unwrap_or(holder.place.ofs))),
            repack: Some((repack, repacked)),
            ..Self::default()
        })
    }

    pub(super) fn way(&self) -> Option<&'static str> {
        self.repack.as_ref().map(|(_, repacked)| repacked.way)
    }
}

/// Refuses uncompressed bundles with long entry tables: loaders read only the first bytes.
fn refuse_long_tables(input: &Input, repack: &Repack, units: &[Unit<'_>]) -> Result<(), Error> {
    let Some(have) = repack.table_len() else {
        return Ok(());
    };
    let plain = units
        .iter()
        .enumerate()
        .filter(|(_, unit)| !unit.stays() && !unit.is_compressed());
    for (bundle, unit) in plain {
        let len = unit.table_len();
        if len > have {
            let why = format!(
                "the decompressed entry table of bundle {bundle} has {len} bytes, but loaders read only {have}; leave it compressed"
            );
            return Err(input.refuse(Refusal::new("long-table", why)));
        }
    }
    Ok(())
}
