//! Checks a written file: it must hold the kept entries and otherwise equal the input.

mod elf;
mod pair;
mod pe;
// Tests that name formats are outside of `src`.
#[cfg(test)]
#[path = "../../tests/faults/mod.rs"]
mod tests;

use std::sync::Arc;

use object::FileKind;
use offload_bundle::Error;
use offload_bundle::input::Input;
use offload_bundle::internal::input::{first_not_zero, same_bytes};
use offload_bundle::internal::scan::{RegionKind, scan};
use offload_bundle::internal::turns::{in_turns, threads};
use offload_bundle::request::ScanRequest;
use offload_bundle_core::bytes::{Place, count};
use offload_bundle_core::container::Bundle;
use offload_bundle_core::placement::SectionRule;
use offload_bundle_core::registry::Registry;

use super::made::Made;
use super::unit::{KeptEntry, Unit, UnitBundle, walker};
use crate::linked::held::unsound;

pub(super) fn check(
    (registry, options): (&Registry, &ScanRequest),
    (input, units): (&Input, &[Unit<'_>]),
    made: &Made,
    result: &Arc<Input>,
) -> Result<(), Error> {
    let unsound = |what: String| unsound(result, what);
    if made.section.is_some() {
        let places = units.iter().zip(&made.places).map(|(unit, place)| (unit.place, *place));
        compare((input, result), registry.sections, &places.collect::<Vec<_>>())?;
    }
    let scan = scan(registry, result, options)?;
    let region = scan
        .regions
        .iter()
        .position(|region| match (&region.kind, &made.section) {
            (RegionKind::Whole, None) => true,
            (RegionKind::Section { name, .. }, Some((section, start))) => name == section && region.place.ofs == *start,
            _ => false,
        });
    let found = region.map(|region| Unit::all(&scan, region)).unwrap_or_default();
    let kept = || units.iter().zip(&made.places).filter(|(unit, _)| !unit.goes());
    let mut are_there = found.len() == kept().count();
    for ((_, place), unit) in kept().zip(&found) {
        // Zeros may fill the room after a compressed bundle.
        let fill = Place { ofs: unit.place.end(), len: place.len.saturating_sub(unit.place.len) };
        let is_there = unit.place.ofs == place.ofs && unit.place.len <= place.len;
        are_there &= is_there && (fill.len == 0 || unit.is_compressed()) && first_not_zero(result, fill)?.is_none();
    }
    if !are_there {
        return Err(unsound("its bundles are at other offsets".into()));
    }
    let pairs: Vec<(&Unit<'_>, &Unit<'_>)> = kept().map(|(old, _)| old).zip(&found).collect();
    // Decompression takes most of the time, and each bundle needs its own.
    in_turns(
        count(&pairs),
        threads(),
        &mut (),
        || (),
        |number, ()| {
            let pair = usize::try_from(number).ok().and_then(|number| pairs.get(number));
            pair.map_or(Ok(()), |(old, new)| check_unit(result, number, old, new))
                .map(|()| 0)
        },
    )
}

/// `bundles` are old and new places.
fn compare(
    (old, new): (&Input, &Input),
    rules: &'static [SectionRule<'static>],
    bundles: &[(Place, Place)],
) -> Result<(), Error> {
    match FileKind::parse(&pair::headers(old)).map_err(|error| unsound(old, error))? {
        FileKind::Pe64 => pe::compare((old, new), rules, bundles),
        _ => elf::compare((old, new), rules, bundles),
    }
}

fn check_unit(result: &Input, number: u64, old: &Unit<'_>, new: &Unit<'_>) -> Result<(), Error> {
    let unsound = |what: String| unsound(result, what);
    if old.bundles.len() != new.bundles.len() {
        return Err(unsound(format!("bundle {number} does not hold what it should")));
    }
    if old.is_compressed() != new.is_compressed() {
        return Err(unsound(format!("bundle {number} is not compressed as it should be")));
    }
    for (old, new) in old.bundles.iter().zip(&new.bundles) {
        let ids = |entries: &[KeptEntry<'_>]| {
            entries
                .iter()
                .map(|entry| entry.stored.id.clone().ok())
                .collect::<Vec<_>>()
        };
        if ids(&old.kept) != ids(&new.kept) {
            return Err(unsound(format!("bundle {number} has other entries")));
        }
        // Decompression starts at the first byte, so entries are read in file order.
        let mut pairs: Vec<_> = old.kept.iter().zip(&new.kept).collect();
        pairs.sort_by_key(|(old, _)| old.stored.place.as_ref().map_or(0, |place| place.ofs));
        for (before, after) in pairs {
            let (Some((input, place)), Some((written, there))) = (before.content(old.found), after.content(new.found))
            else {
                return Err(unsound(format!("a code object of bundle {number} is not there")));
            };
            let is_same = place.len == there.len && same_bytes((&input, place), (&written, there.ofs))?;
            if !is_same {
                return Err(unsound(format!("a code object of bundle {number} has changed")));
            }
        }
        let are_alike = walker(new.found).is_none() || has_only_old_bytes(old, new)?;
        if !are_alike {
            return Err(unsound(format!(
                "bundle {number} has other bytes between its code objects"
            )));
        }
        new.found.input.verify()?;
        old.found.input.release();
        new.found.input.release();
    }
    Ok(())
}

/// They are next to the same code objects in `old`: headers before, padding after.
fn has_only_old_bytes(old: &UnitBundle<'_>, new: &UnitBundle<'_>) -> Result<bool, Error> {
    let place = |entry: &KeptEntry<'_>| entry.stored.place.as_ref().ok().copied();
    let pairs = old.kept.iter().zip(&new.kept);
    let mut pairs: Vec<_> = pairs
        .filter_map(|(old, new)| Some((place(old)?, place(new)?)))
        .collect();
    pairs.sort_by_key(|(_, new)| new.ofs);
    let end = |bundle: &Bundle| bundle.start.saturating_add(bundle.len);
    let (old, new) = (old.found, new.found);
    let start = new.bundle.start.saturating_add(new.bundle.frame_len);
    let mut last = (old.bundle.start.saturating_add(old.bundle.frame_len), start);
    let stop = Place { ofs: end(&old.bundle), len: 0 };
    for (before, after) in pairs
        .into_iter()
        .chain([(stop, Place { ofs: end(&new.bundle), len: 0 })])
    {
        // Images that are stored together share their bytes.
        let gap = after.ofs.saturating_sub(last.1);
        let was = |ofs| Ok::<_, Error>(old.input.window(ofs, gap)?.into_vec());
        let (is, after_last) = (new.input.window(last.1, gap)?.into_vec(), was(last.0)?);
        let before_next = match after.ofs == end(&new.bundle) {
            true => Vec::new(),
            false => was(before.ofs.saturating_sub(gap))?,
        };
        let alike = |(one, other): &(&u8, &u8)| one == other;
        let padding = is.iter().zip(&after_last).take_while(alike).count();
        let header = is.iter().rev().zip(before_next.iter().rev()).take_while(alike).count();
        if padding.saturating_add(header) < is.len() {
            return Ok(false);
        }
        last = (before.end().max(last.0), after.end().max(last.1));
    }
    Ok(true)
}
