//! GPUs that every unit must have code for.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::{IdComponent, Loading, StoredCode};
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::finding::{Anomaly, Finding, NameList};
use crate::natural_order::Natural;
use crate::ops::units::units;
use crate::ops::without_kernels::is_without_kernels;
use crate::request::RequestedTarget;
use crate::scan::Scan;

/// How many targets are named that there is code for.
const NAMED: usize = 16;

/// Tells of each unit that has no code for one of `required`, by the number of its first container: what loaders run counts.
///
/// # Errors
///
/// What the system says of the file.
pub(super) fn findings(
    registry: &Registry,
    required: &[RequestedTarget],
    scan: &Scan,
    tell: &mut dyn FnMut(usize, Finding),
) -> Result<(), Error> {
    if required.is_empty() {
        return Ok(());
    }
    let ids = registry.ids;
    // How each of the required GPUs runs what is known.
    let mut known: BTreeMap<StoredCode<'_>, Vec<Option<Loading>>> = BTreeMap::new();
    let units = units(ids, scan);
    for unit in &units {
        for code in unit.all_codes() {
            known.entry(code).or_insert_with(|| {
                let runs = |target: &RequestedTarget| ids.select(code, IdComponent::Target, target.text()).loads;
                required.iter().map(runs).collect()
            });
        }
        let mut is_never_loaded = None;
        let start = scan.bundles.get(unit.bundle).map_or(0, |found| found.bundle.start);
        for (number, target) in required.iter().enumerate() {
            let how = |code: StoredCode<'_>| Some((*known.get(&code)?.get(number)?)?).map(|loading| (loading, ()));
            if unit.runs(how).is_some() {
                continue;
            }
            let known = match is_never_loaded {
                Some(known) => known,
                None => *is_never_loaded.insert(is_without_kernels(registry, scan, unit)?),
            };
            if known {
                break;
            }
            let others = unit.codes.iter().filter_map(|code| ids.served(code.id));
            let others: BTreeSet<Natural> = others.map(|served| Natural(served.target)).collect();
            let others = NameList::new(others.into_iter().map(|Natural(target)| target), NAMED);
            let anomaly = Anomaly::MissingTarget { target: target.text().into(), others };
            tell(unit.bundle, Finding::at(start, anomaly));
        }
    }
    Ok(())
}
