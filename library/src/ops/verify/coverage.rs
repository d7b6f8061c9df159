//! Which targets each bundle of a file serves, and which bundles stand out.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::Grammar;
use offload_bundle_core::severity::Severity;

use crate::finding::{Anomaly, Finding, NameList};
use crate::natural_order::Natural;
use crate::report::CoverageRow;
use crate::scan::{FoundBundle, Scan};

/// How many targets are named that a bundle has more or less than others.
const NAMED: usize = 16;

/// What the bundles of one file serve.
#[derive(Debug)]
pub(super) struct Coverage {
    /// By group of kinds: the sets of targets with the bundles that serve just these, in file order.
    groups: BTreeMap<String, Vec<Variant>>,
}

/// Bundles that serve the same.
#[derive(Debug)]
struct Variant {
    targets: BTreeSet<Natural>,
    /// Positions in the scan.
    bundles: Vec<usize>,
}

impl Coverage {
    /// What the bundles of `scan` serve. A bundle counts for a group if it has an entry of it; an empty entry serves nothing.
    pub(super) fn new(ids: &Grammar<'static>, scan: &Scan) -> Self {
        // There may be as many sets of targets as there are bundles.
        let mut groups: BTreeMap<String, BTreeMap<BTreeSet<Natural>, Vec<usize>>> = BTreeMap::new();
        for (number, found) in scan.bundles.iter().enumerate() {
            for (group, targets) in targets_served(ids, found) {
                groups
                    .entry(group)
                    .or_default()
                    .entry(targets)
                    .or_default()
                    .push(number);
            }
        }
        let groups = groups.into_iter().map(|(group, variants)| {
            let variants = variants.into_iter();
            let mut variants: Vec<Variant> = variants
                .map(|(targets, bundles)| Variant { targets, bundles })
                .collect();
            variants.sort_by_key(|variant| variant.bundles.first().copied());
            (group, variants)
        });
        Self { groups: groups.collect() }
    }

    /// Tells of the bundles that stand out, each by its number. Those that differ from what most serve are warned of one by one; where no set of targets is that
    /// of most, the sets that there are besides the first of the most common ones are worth a note each.
    pub(super) fn findings(&self, scan: &Scan, tell: &mut dyn FnMut(usize, Finding)) {
        for variants in self.groups.values() {
            let of: usize = variants.iter().map(|variant| variant.bundles.len()).sum();
            // Of several equally common ones the first.
            let Some(usual) = variants.iter().rev().max_by_key(|variant| variant.bundles.len()) else {
                continue;
            };
            let like = usual.bundles.len();
            let most = like > of.saturating_sub(like);
            for variant in variants.iter().filter(|variant| variant.targets != usual.targets) {
                let numbers = variant.bundles.iter().take(if most { usize::MAX } else { 1 });
                for number in numbers {
                    // Containers of formats with attributes may hold one entry each, so that no two serve the same.
                    let bundle = scan.bundles.get(*number);
                    let Some(found) = bundle.filter(|found| found.form.attributes().is_none()) else {
                        continue;
                    };
                    let anomaly = Anomaly::Coverage {
                        missing: beyond(&usual.targets, &variant.targets),
                        more: beyond(&variant.targets, &usual.targets),
                        like,
                        of,
                        level: if most { Severity::Warning } else { Severity::Note },
                    };
                    tell(*number, Finding::at(found.bundle.start, anomaly));
                }
            }
        }
    }

    /// One row a set of targets.
    pub(super) fn into_rows(self) -> Vec<CoverageRow> {
        let rows = self.groups.into_iter().flat_map(|(kind, variants)| {
            variants
                .into_iter()
                .map(move |Variant { targets, bundles }| CoverageRow {
                    kind: kind.clone(),
                    targets: targets.into_iter().map(|Natural(target)| target).collect(),
                    bundles,
                })
        });
        rows.collect()
    }
}

/// What `targets` have that `others` have not. Takes as much work as the smaller of both is long.
fn beyond(targets: &BTreeSet<Natural>, others: &BTreeSet<Natural>) -> NameList {
    let common = match targets.len() < others.len() {
        true => targets.iter().filter(|target| others.contains(*target)).count(),
        false => others.iter().filter(|target| targets.contains(*target)).count(),
    };
    let beyond = targets.len().saturating_sub(common);
    let first = targets.difference(others).take(NAMED.min(beyond));
    let first: Vec<String> = first.map(|Natural(target)| target.clone()).collect();
    NameList { others: beyond.saturating_sub(first.len()), first }
}

/// What one bundle serves, by group of kinds.
fn targets_served(ids: &Grammar<'static>, found: &FoundBundle) -> BTreeMap<String, BTreeSet<Natural>> {
    let mut groups: BTreeMap<String, BTreeSet<Natural>> = BTreeMap::new();
    for entry in &found.bundle.entries {
        let Some(served) = entry.id.as_deref().ok().and_then(|id| ids.served(id)) else {
            continue;
        };
        let targets = groups.entry(served.group).or_default();
        if entry.place.as_ref().is_ok_and(|place| place.len > 0) {
            targets.insert(Natural(served.target));
        }
    }
    groups
}
