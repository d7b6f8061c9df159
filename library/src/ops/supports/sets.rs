//! Sets: which units have to run on a GPU together, and which replace each other. Nothing here knows of formats.

use std::collections::BTreeMap;

use crate::natural_order::Natural;
use crate::report::SupportedBy;

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
