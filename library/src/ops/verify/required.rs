//! GPUs that every unit must have code for.

use std::collections::BTreeMap;

use offload_bundle_core::ids::{IdComponent, IdGrammar};

use crate::finding::{Anomaly, Finding, NameList};
use crate::natural_order::Natural;
use crate::ops::units::units;
use crate::request::RequestedTarget;
use crate::scan::Scan;

/// How many targets are named that there is code for.
const NAMED: usize = 16;

/// Tells of each unit that has no code for one of `required`, by the number of its first container: what loaders run counts.
pub(super) fn findings(
    ids: &dyn IdGrammar,
    required: &[RequestedTarget],
    scan: &Scan,
    tell: &mut dyn FnMut(usize, Finding),
) {
    if required.is_empty() {
        return;
    }
    // For each ID, which of the required GPUs run it.
    let mut known: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
    for unit in units(ids, scan) {
        for id in &unit.ids {
            known.entry(id).or_insert_with(|| {
                let runs = |target: &RequestedTarget| ids.select(id, IdComponent::Target, target.text()).loads;
                required.iter().map(runs).collect()
            });
        }
        let start = scan.bundles.get(unit.bundle).map_or(0, |found| found.bundle.start);
        for (number, target) in required.iter().enumerate() {
            let mut codes = unit.ids.iter().filter_map(|id| known.get(id)?.get(number));
            if codes.any(|runs| *runs) {
                continue;
            }
            let mut others: Vec<Natural> = unit
                .ids
                .iter()
                .filter_map(|id| Some(Natural(ids.served(id)?.target)))
                .collect();
            others.sort();
            others.dedup();
            let first: Vec<String> = others
                .iter()
                .take(NAMED)
                .map(|Natural(target)| target.clone())
                .collect();
            let others = NameList { others: others.len().saturating_sub(first.len()), first };
            let anomaly = Anomaly::MissingTarget { target: target.text().into(), others };
            tell(unit.bundle, Finding::at(start, anomaly));
        }
    }
}
