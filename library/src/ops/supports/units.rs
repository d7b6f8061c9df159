//! Units: what a program registers at once, of which the runtime takes the one code object that fits. A program runs on a GPU if each of its
//! units has code for it, whatever the format. Sets: which units have to run on a GPU together, and which replace each other.

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

/// What a program registers at once.
pub(in crate::ops) struct Unit<'s> {
    /// The number of its first container.
    pub(in crate::ops) bundle: usize,
    /// The IDs of its entries for devices, also of empty ones.
    pub(in crate::ops) ids: Vec<&'s str>,
    /// Its code for devices.
    codes: Codes<'s>,
    /// The containers that it was linked from, as they are kept beside it: where each has something that is compiled when it is loaded, drivers
    /// link them again.
    parts: Rc<Vec<Codes<'s>>>,
    /// Whether its first container is the only one.
    pub(in crate::ops) is_one_container: bool,
    /// The number of containers in it. What several units were linked from counts for the first of them.
    pub(in crate::ops) bundle_count: usize,
}

/// The code for devices in a container.
type Codes<'s> = Vec<StoredCode<'s>>;

impl Unit<'_> {
    /// How it runs where `how` says that of each code: by the best of its own, which is the greatest, or else as all that it was linked from.
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

    /// All code that may count for it.
    pub(in crate::ops) fn all_codes(&self) -> impl Iterator<Item = StoredCode<'_>> {
        self.codes.iter().chain(self.parts.iter().flatten()).copied()
    }
}

/// Which containers are in the file that others are linked from, by that of these and where they are.
#[derive(Default)]
struct Links<'s> {
    parts: BTreeMap<Linked, Vec<Codes<'s>>>,
    /// Where there are linked ones.
    linked: BTreeSet<Linked>,
}

/// An input, and the rule of sections in it.
type Linked = (*const Input, &'static str);

impl<'s> Links<'s> {
    fn find(ids: &Grammar<'static>, scan: &'s Scan) -> Self {
        let mut links = Self::default();
        for (_, found) in scan.in_use() {
            let (rule, linked_into) = rules(scan, found);
            links.linked.insert(key(found, rule));
            if !linked_into.is_empty() {
                let parts = links.parts.entry(key(found, linked_into)).or_default();
                parts.push(codes(ids, found));
            }
        }
        links
    }
}

/// The rule of the section that `found` is in, and that of what was linked from it.
fn rules(scan: &Scan, found: &FoundBundle) -> (&'static str, &'static str) {
    match scan.regions.get(found.region).map(|region| &region.kind) {
        Some(RegionKind::Section { rule, linked_into, .. }) => (rule, linked_into),
        _ => ("", ""),
    }
}

fn key(found: &FoundBundle, rule: &'static str) -> Linked {
    (Arc::as_ptr(&found.input), rule)
}

/// Where containers are that are one unit together: a region or a section that was searched, and the member of an archive.
type Shared = (usize, Option<u64>, Option<u64>);

/// Where the containers are that `found` is one unit with: each of them may hold a single image. So it is with what stands where no loader
/// looks, if its entries are walked over: then the program itself chooses among them.
fn find_shared(scan: &Scan, found: &FoundBundle) -> Option<Shared> {
    let member = found.input.member().map(|member| member.offset);
    // A program chooses among all of its images, whichever it registers together.
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

/// The code for devices in a container.
fn codes<'s>(ids: &Grammar<'static>, found: &'s FoundBundle) -> Codes<'s> {
    let entries = device_entries(ids, found);
    let with_content = entries.filter(|entry| entry.place.as_ref().is_ok_and(|place| place.len > 0));
    with_content.filter_map(|entry| found.code(entry)).collect()
}

fn device_entries<'s>(ids: &Grammar<'static>, found: &'s FoundBundle) -> impl Iterator<Item = &'s StoredEntry> {
    let entries = found.bundle.entries.iter();
    entries.filter(|entry| entry.id.as_deref().is_ok_and(|id| !ids.is_host(id)))
}

/// The units of `scan`: each bundle is one, and each CUDA fat binary. Offload binaries of one section, or of one member of an archive, are one
/// together: each of them may hold a single image. So are CUDA fat binaries of one section that is not made for them. Containers that one in the same file was linked from are none beside that, nor is what
/// holds entries of the host only.
pub(in crate::ops) fn units<'s>(ids: &Grammar<'static>, scan: &'s Scan) -> Vec<Unit<'s>> {
    let mut units: Vec<Unit<'s>> = Vec::new();
    // The units of containers that may hold a part of one.
    let mut shared: BTreeMap<Shared, usize> = BTreeMap::new();
    // Whose parts have been counted.
    let mut counted: BTreeSet<Linked> = BTreeSet::new();
    let Links { parts, linked } = Links::find(ids, scan);
    let parts: BTreeMap<Linked, Rc<Vec<Codes<'s>>>> =
        parts.into_iter().map(|(key, parts)| (key, Rc::new(parts))).collect();
    for (number, found) in scan.in_use() {
        let (rule, linked_into) = rules(scan, found);
        let is_part = !linked_into.is_empty() && linked.contains(&key(found, linked_into));
        // A row of a table of contents is a unit even where nothing is in it.
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

/// Whether `unit` is never loaded: all of its code is for machines whose runtimes load code when a kernel is launched, and holds neither
/// kernels nor data. What cannot be looked into may hold some.
///
/// # Errors
///
/// What the system says of the file.
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

/// The place of a unit among those that ship together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct UnitPlace {
    /// The set: the file, with `*` for the processor if its name has that.
    pub set: String,
    /// Whether `set` has such a `*`.
    pub is_pattern: bool,
    /// The part of the set that alternatives are for, such as a member of an archive; empty for the whole of it.
    pub slot: String,
    /// The alternative: what names the unit in full.
    pub alternative: String,
}

/// How one unit does for one GPU.
#[derive(Debug, Clone)]
pub(super) struct UnitAnswer {
    /// For each device of the GPU: what it would run of the unit.
    pub devices: Vec<Option<(SupportedBy, Natural)>>,
}

/// The units of one alternative, for one GPU. Only units that hold code for its architecture count.
#[derive(Debug, Default)]
struct Tally {
    unit_count: usize,
    bundle_count: usize,
    supported_count: usize,
    /// For each device: the number of units with code for it.
    served: Vec<usize>,
    with: BTreeMap<(SupportedBy, Natural), usize>,
    /// The bundles of units that lack code for some device.
    without: Vec<usize>,
}

impl Tally {
    /// Adds a unit of `bundle_count` bundles, of which `bundle` is the first.
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

    /// Whether every unit has code for the device; none if there is no unit.
    fn supports(&self, device: usize) -> Option<bool> {
        (self.unit_count > 0).then(|| self.served.get(device) == Some(&self.unit_count))
    }
}

/// The units of a set: by slot and alternative, a tally for each GPU.
#[derive(Debug, Default)]
pub(super) struct Set {
    slots: BTreeMap<String, BTreeMap<String, Vec<Tally>>>,
}

/// How a set does for one GPU.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct SetVerdict {
    /// For each device of the GPU whether all that has to run there does. Empty if nothing in the set is for the architecture.
    pub devices: Vec<bool>,
    /// The number of units; alternatives are one together.
    pub unit_count: usize,
    /// The number of bundles in them.
    pub bundle_count: usize,
    pub supported_count: usize,
    /// What it would run, and in how many units.
    pub with: BTreeMap<(SupportedBy, Natural), usize>,
    /// The bundles of units that lack code.
    pub bundles_without: Vec<usize>,
    /// The slots that lack code, as far as they have names.
    pub slots_without: Vec<String>,
}

impl Set {
    /// Adds a unit by its first bundle and the number of its bundles, with an answer for each GPU whose architecture it has code for.
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

    /// Whether some parts of it replace others.
    pub(super) fn has_alternatives(&self) -> bool {
        self.slots.values().any(|alternatives| alternatives.len() > 1)
    }

    /// How it does for the GPU of this number, which is `device_count` devices.
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
                let is_served = tallies.iter().any(|tally| tally.supports(device) == Some(true));
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
                        .filter(|tally| (0..device_count).any(|at| tally.supports(at) == Some(true)));
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

    /// One GPU of two devices: a unit says for which of them it has code, or that it is not for such a GPU.
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
    fn units_together_must_all_run_and_alternatives_one() {
        const BOTH: Option<[bool; 2]> = Some([true, true]);
        const NONE: Option<[bool; 2]> = Some([false, false]);
        const FIRST: Option<[bool; 2]> = Some([true, false]);
        const SECOND: Option<[bool; 2]> = Some([false, true]);
        let table: &[(&[Unit], &[bool])] = &[
            // Nothing is for it: nothing is vouched for.
            (&[], &[]),
            (&[("", "a", None)], &[]),
            // Units of one file all count, those of others not.
            (&[("", "a", BOTH), ("", "a", BOTH)], &[true, true]),
            (&[("", "a", BOTH), ("", "a", NONE)], &[false, false]),
            (&[("", "a", BOTH), ("", "a", None)], &[true, true]),
            (&[("", "a", BOTH), ("", "a", FIRST)], &[true, false]),
            // Each unit lacks something else.
            (&[("", "a", FIRST), ("", "a", SECOND)], &[false, false]),
            // Of alternatives one is enough, for each device.
            (&[("", "a", NONE), ("", "b", BOTH)], &[true, true]),
            (&[("", "a", FIRST), ("", "b", SECOND)], &[true, true]),
            (&[("", "a", NONE), ("", "b", NONE)], &[false, false]),
            (&[("", "a", BOTH), ("", "b", None)], &[true, true]),
            // An alternative of several units is one where all of them run.
            (&[("", "a", BOTH), ("", "a", NONE), ("", "b", NONE)], &[false, false]),
            // Each slot needs one.
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
    fn what_lacks_code_is_named() {
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
