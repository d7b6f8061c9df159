//! A unit is code registered together: the runtime chooses one code object. Units of a set must run together.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::ids::{Grammar, Loading, StoredCode};
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::file_error::damage;
use crate::input::Input;
use crate::ops::code_object;
use crate::report::{CodePart, SupportedBy};
use crate::scan::{Form, FoundBundle, RegionKind, Scan};
use crate::shown::Natural;

pub(in crate::ops) struct Unit<'s> {
    /// Its first container.
    pub(in crate::ops) bundle: usize,
    /// Includes empty entries.
    pub(in crate::ops) ids: Vec<&'s str>,
    codes: Codes<'s>,
    /// Containers before linking: if each has code that drivers compile, drivers link them again.
    parts: Rc<Vec<Codes<'s>>>,
    pub(in crate::ops) is_one_container: bool,
    /// Containers before linking count for the first unit.
    pub(in crate::ops) bundle_count: usize,
}

type Codes<'s> = Vec<StoredCode<'s>>;

impl Unit<'_> {
    /// By the best of its own code, or as a link of all containers in `parts`.
    pub(in crate::ops) fn runs<K: Ord>(
        &self,
        mut how: impl FnMut(StoredCode<'_>) -> Option<(Loading, K)>,
    ) -> Option<(Loading, K)> {
        let own = self.codes.iter().filter_map(|code| how(*code)).max();
        own.or_else(|| {
            let mut parts = self.parts.iter().map(|codes| {
                let compiled = codes.iter().filter_map(|code| how(*code));
                compiled.filter(|(loading, _)| *loading == Loading::Compiled).max()
            });
            let first = parts.next()??;
            parts.try_fold(first, |worst, part| Some(worst.min(part?)))
        })
    }

    pub(in crate::ops) fn all_codes(&self) -> impl Iterator<Item = StoredCode<'_>> {
        self.codes.iter().chain(self.parts.iter().flatten()).copied()
    }
}

/// The section.
type Linked = (*const Input, &'static str);

/// Rules of the section, and of the section that it was linked into.
fn rules(scan: &Scan, found: &FoundBundle) -> (&'static str, &'static str) {
    match scan.regions.get(found.region).map(|region| &region.kind) {
        Some(RegionKind::Section { rule, linked_into, .. }) => (rule, linked_into),
        _ => ("", ""),
    }
}

fn key(found: &FoundBundle, rule: &'static str) -> Linked {
    (Arc::as_ptr(&found.input), rule)
}

/// The region or searched section, and the archive member.
type Shared = (usize, Option<u64>, Option<u64>);

/// Offload binaries may contain a single image; among walked containers outside known sections, the program chooses.
fn find_shared(scan: &Scan, found: &FoundBundle) -> Option<Shared> {
    let member = found.input.member().map(|member| member.offset);
    // A program chooses among all its images.
    if matches!(found.form, Form::Images(_)) {
        return Some((usize::MAX, None, member));
    }
    let region = scan.regions.get(found.region).map(|region| &region.kind);
    let is_walked = found
        .form
        .container()
        .is_some_and(|container| container.walker().is_some());
    match region {
        Some(RegionKind::Searched { section }) if is_walked => {
            Some((usize::MAX, section.as_ref().map(|section| section.start), member))
        }
        _ if found.form.is_partial() => Some((found.region, None, member)),
        _ => None,
    }
}

fn codes<'s>(ids: &Grammar<'static>, found: &'s FoundBundle) -> Codes<'s> {
    let entries = device_entries(ids, found);
    let with_content = entries.filter(|entry| entry.place.as_ref().is_ok_and(|place| place.len > 0));
    with_content.filter_map(|entry| found.code(entry)).collect()
}

fn device_entries<'s>(ids: &Grammar<'static>, found: &'s FoundBundle) -> impl Iterator<Item = &'s StoredEntry> {
    let entries = found.bundle.entries.iter();
    entries.filter(|entry| entry.id.as_deref().is_ok_and(|id| !ids.is_host(id)))
}

/// Containers before linking, and containers with only host entries, are not units.
pub(in crate::ops) fn units<'s>(ids: &Grammar<'static>, scan: &'s Scan) -> Vec<Unit<'s>> {
    let mut units: Vec<Unit<'s>> = Vec::new();
    // The units of shared containers.
    let mut shared: BTreeMap<Shared, usize> = BTreeMap::new();
    // The sections with counted parts.
    let mut counted: BTreeSet<Linked> = BTreeSet::new();
    // The containers before linking, by the section of the linked container.
    let mut parts: BTreeMap<Linked, Vec<Codes<'s>>> = BTreeMap::new();
    let mut linked: BTreeSet<Linked> = BTreeSet::new();
    for (_, found) in scan.in_use() {
        let (rule, linked_into) = rules(scan, found);
        linked.insert(key(found, rule));
        if !linked_into.is_empty() {
            let parts = parts.entry(key(found, linked_into)).or_default();
            parts.push(codes(ids, found));
        }
    }
    let parts: BTreeMap<Linked, Rc<Vec<Codes<'s>>>> =
        parts.into_iter().map(|(key, parts)| (key, Rc::new(parts))).collect();
    for (number, found) in scan.in_use() {
        let (rule, linked_into) = rules(scan, found);
        let is_part = !linked_into.is_empty() && linked.contains(&key(found, linked_into));
        // A row of a table of contents is a unit even if it is empty.
        if is_part || (device_entries(ids, found).next().is_none() && found.row.is_none()) {
            continue;
        }
        let linked_from = parts.get(&key(found, rule)).cloned().unwrap_or_default();
        let is_one_container = linked_from.is_empty();
        let is_first = counted.insert(key(found, rule));
        let bundle_count = if is_first {
            linked_from.len().saturating_add(1)
        } else {
            1
        };
        let own = device_entries(ids, found)
            .filter_map(|entry| entry.id.as_deref().ok())
            .collect();
        let codes = codes(ids, found);
        let mut unit = Unit { bundle: number, ids: own, codes, parts: linked_from, is_one_container, bundle_count };
        let Some(key) = find_shared(scan, found) else {
            units.push(unit);
            continue;
        };
        match shared.get(&key).and_then(|position| units.get_mut(*position)) {
            Some(first) => {
                first.ids.append(&mut unit.ids);
                first.codes.append(&mut unit.codes);
                first.is_one_container = false;
                first.bundle_count = first.bundle_count.saturating_add(unit.bundle_count);
            }
            None => {
                shared.insert(key, units.len());
                units.push(unit);
            }
        }
    }
    units
}

/// Runtimes of all machines must load code at the launch of a kernel. Opaque code may contain kernels.
pub(super) fn is_without_kernels(registry: &Registry, scan: &Scan, unit: &Unit<'_>) -> Result<bool, Error> {
    let found = match scan.bundles.get(unit.bundle) {
        Some(found) if unit.is_one_container => found,
        _ => return Ok(false),
    };
    let code_objects = found.code_objects();
    for (place, entry) in &code_objects {
        let (input, place) = found.content(entry, *place);
        let Ok(Some((bytes, Some(machine)))) = damage(code_object::elf(registry, input, place))? else {
            return Ok(false);
        };
        let claims = code_object::claims(&bytes, Some(machine));
        let may_be_used =
            |part: &code_object::Claimed<'_>| matches!(part, (_, Ok(_) | Err(CodePart::Data | CodePart::OtherCode)));
        if !machine.loaded_when_launched || claims.is_empty() || claims.iter().any(may_be_used) {
            return Ok(false);
        }
    }
    Ok(!code_objects.is_empty())
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct UnitPlace {
    /// The set: the file, with `*` for the processor in its name.
    pub set: String,
    /// Whether `set` contains `*`.
    pub is_pattern: bool,
    /// The part of the set with alternatives, such as an archive member; empty for the whole set.
    pub slot: String,
    /// The full name of the unit.
    pub alternative: String,
}

#[derive(Debug, Clone)]
pub(super) struct UnitAnswer {
    /// For each device, the code that would run.
    pub devices: Vec<Option<(SupportedBy, Natural)>>,
}

/// Only units with code for the architecture of the GPU count.
#[derive(Debug, Default)]
struct Tally {
    unit_count: usize,
    bundle_count: usize,
    supported_count: usize,
    served: Vec<usize>,
    with: BTreeMap<(SupportedBy, Natural), usize>,
    without: Vec<usize>,
}

impl Tally {
    fn add(&mut self, (bundle, bundle_count): (usize, usize), answer: &UnitAnswer) {
        self.unit_count = self.unit_count.saturating_add(1);
        self.bundle_count = self.bundle_count.saturating_add(bundle_count);
        self.served.resize(answer.devices.len(), 0);
        for (served, found) in self.served.iter_mut().zip(&answer.devices) {
            *served = served.saturating_add(usize::from(found.is_some()));
        }
        match answer.devices.iter().all(Option::is_some) {
            true => self.supported_count = self.supported_count.saturating_add(1),
            false => self.without.push(bundle),
        }
        let mut with: Vec<&(SupportedBy, Natural)> = answer.devices.iter().flatten().collect();
        with.sort();
        with.dedup();
        for with in with {
            let count = self.with.entry(with.clone()).or_default();
            *count = count.saturating_add(1);
        }
    }

    fn supports(&self, device: usize) -> bool {
        self.served.get(device) == Some(&self.unit_count)
    }
}

#[derive(Debug, Default)]
pub(super) struct Set {
    slots: BTreeMap<String, BTreeMap<String, Vec<Tally>>>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct SetVerdict {
    /// For each device, whether everything needed runs; empty if the set has no code for the architecture.
    pub devices: Vec<bool>,
    /// The number of units; alternatives count once.
    pub unit_count: usize,
    /// The number of bundles in these units.
    pub bundle_count: usize,
    pub supported_count: usize,
    /// The code that would run, with its number of units.
    pub with: BTreeMap<(SupportedBy, Natural), usize>,
    /// The bundles of units without code.
    pub bundles_without: Vec<usize>,
    /// The named slots without code.
    pub slots_without: Vec<String>,
}

impl Set {
    pub(super) fn add(&mut self, place: &UnitPlace, bundles: (usize, usize), answers: &[Option<UnitAnswer>]) {
        let slot = self.slots.entry(place.slot.clone()).or_default();
        let tallies = slot.entry(place.alternative.clone()).or_default();
        tallies.resize_with(answers.len(), Tally::default);
        for (tally, answer) in tallies.iter_mut().zip(answers) {
            if let Some(answer) = answer {
                tally.add(bundles, answer);
            }
        }
    }

    pub(super) fn has_alternatives(&self) -> bool {
        self.slots.values().any(|alternatives| alternatives.len() > 1)
    }

    pub(super) fn judge(&self, gpu: usize, device_count: usize) -> SetVerdict {
        let mut verdict = SetVerdict::default();
        for (slot, alternatives) in &self.slots {
            let tallies = alternatives.values().filter_map(|tallies| tallies.get(gpu));
            let tallies: Vec<&Tally> = tallies.filter(|tally| tally.unit_count > 0).collect();
            if tallies.is_empty() {
                continue;
            }
            verdict.devices.resize(device_count, true);
            let mut is_supported = true;
            for (device, supported) in verdict.devices.iter_mut().enumerate() {
                let is_served = tallies.iter().any(|tally| tally.supports(device));
                is_supported &= is_served;
                *supported &= is_served;
            }
            let bundles = tallies.iter().map(|tally| tally.bundle_count);
            verdict.bundle_count = bundles.fold(verdict.bundle_count, usize::saturating_add);
            match tallies.as_slice() {
                [only] => {
                    verdict.unit_count = verdict.unit_count.saturating_add(only.unit_count);
                    verdict.supported_count = verdict.supported_count.saturating_add(only.supported_count);
                    verdict.bundles_without.extend(&only.without);
                    if !slot.is_empty() && !is_supported {
                        verdict.slots_without.push(slot.clone());
                    }
                    for (with, count) in &only.with {
                        let sum = verdict.with.entry(with.clone()).or_default();
                        *sum = sum.saturating_add(*count);
                    }
                }
                several => {
                    verdict.unit_count = verdict.unit_count.saturating_add(1);
                    verdict.supported_count = verdict.supported_count.saturating_add(usize::from(is_supported));
                    let serving = several
                        .iter()
                        .filter(|tally| (0..device_count).any(|at| tally.supports(at)));
                    for with in serving.flat_map(|tally| tally.with.keys()) {
                        let sum = verdict.with.entry(with.clone()).or_default();
                        *sum = sum.saturating_add(1);
                    }
                    if !is_supported {
                        verdict.slots_without.push(slot.clone());
                    }
                }
            }
        }
        verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two devices; `None` for another architecture.
    type Unit = (&'static str, &'static str, Option<[bool; 2]>);

    fn judged(units: &[Unit]) -> SetVerdict {
        let mut set = Set::default();
        for (bundle, (slot, alternative, devices)) in units.iter().enumerate() {
            let place = UnitPlace {
                set: "set".into(),
                is_pattern: false,
                slot: (*slot).into(),
                alternative: (*alternative).into(),
            };
            let with = (SupportedBy::Exact, Natural((*alternative).into()));
            let answer =
                devices.map(|devices| UnitAnswer { devices: devices.map(|runs| runs.then(|| with.clone())).to_vec() });
            set.add(&place, (bundle, 1), &[answer]);
        }
        set.judge(0, 2)
    }

    #[test]
    fn set_needs_every_unit_and_one_alternative() {
        const BOTH: Option<[bool; 2]> = Some([true, true]);
        const NONE: Option<[bool; 2]> = Some([false, false]);
        const FIRST: Option<[bool; 2]> = Some([true, false]);
        const SECOND: Option<[bool; 2]> = Some([false, true]);
        let table: &[(&[Unit], &[bool])] = &[
            // No unit: no promise.
            (&[], &[]),
            (&[("", "a", None)], &[]),
            // All units of a file count.
            (&[("", "a", BOTH), ("", "a", BOTH)], &[true, true]),
            (&[("", "a", BOTH), ("", "a", NONE)], &[false, false]),
            (&[("", "a", BOTH), ("", "a", None)], &[true, true]),
            (&[("", "a", BOTH), ("", "a", FIRST)], &[true, false]),
            // Each unit lacks another device.
            (&[("", "a", FIRST), ("", "a", SECOND)], &[false, false]),
            // One alternative per device suffices.
            (&[("", "a", NONE), ("", "b", BOTH)], &[true, true]),
            (&[("", "a", FIRST), ("", "b", SECOND)], &[true, true]),
            (&[("", "a", NONE), ("", "b", NONE)], &[false, false]),
            (&[("", "a", BOTH), ("", "b", None)], &[true, true]),
            // All units of an alternative must run.
            (&[("", "a", BOTH), ("", "a", NONE), ("", "b", NONE)], &[false, false]),
            // Each slot needs an alternative.
            (&[("s", "a", BOTH), ("s", "b", NONE), ("t", "a", BOTH)], &[true, true]),
            (&[("s", "a", BOTH), ("s", "b", NONE), ("t", "b", NONE)], &[false, false]),
            (&[("s", "a", BOTH), ("t", "b", None)], &[true, true]),
        ];
        for (units, expected) in table {
            let verdict = judged(units);
            assert_eq!(verdict.devices, *expected, "{units:?}");
            let is_supported = !expected.is_empty() && expected.iter().all(|runs| *runs);
            assert_eq!(
                verdict.supported_count == verdict.unit_count && verdict.unit_count > 0,
                is_supported,
                "{units:?}"
            );
        }
    }

    #[test]
    fn slots_without_code_are_named() {
        let verdict = judged(&[
            ("", "a", Some([true, false])),
            ("", "a", Some([true, true])),
            ("s", "b", Some([false, false])),
            ("s", "c", Some([false, true])),
        ]);
        assert_eq!(verdict.bundles_without, [0]);
        assert_eq!(verdict.slots_without, ["s"]);
        assert_eq!((verdict.unit_count, verdict.supported_count), (3, 1));
        let with: Vec<(&str, usize)> = verdict
            .with
            .iter()
            .map(|((_, Natural(name)), count)| (name.as_str(), *count))
            .collect();
        assert_eq!(with, [("a", 2), ("c", 1)]);
    }
}
