//! Whether the entries of a bundle may stand together, and in this order.

use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::ids::IdGrammar;

use crate::finding::{Anomaly, Finding};
use crate::scan::FoundBundle;

/// What the composition rules find, and a wrong number of host entries. An ID that stands twice has been found already.
pub(super) fn findings(ids: &dyn IdGrammar, found: &FoundBundle) -> impl Iterator<Item = Finding> {
    let read: Vec<(&StoredEntry, &str)> = found
        .bundle
        .entries
        .iter()
        .filter_map(|entry| Some((entry, entry.id.as_deref().ok()?)))
        .collect();
    let texts: Vec<&str> = read.iter().map(|(_, id)| *id).collect();
    let same = |first: &str, second: &str| first == second || ids.canonical(first) == ids.canonical(second);
    let mut findings = Vec::new();
    for conflict in ids.composition(&texts) {
        let (Some((_, first)), Some((entry, second))) = (read.get(conflict.first), read.get(conflict.second)) else {
            continue;
        };
        if !same(first, second) {
            findings.push(Finding {
                offset: entry.id_offset,
                path: entry.path.clone(),
                entry: Some(entry.index),
                anomaly: Anomaly::Conflict { rule: conflict.rule, level: conflict.level, text: conflict.text },
            });
        }
    }
    let hosts = texts.iter().filter(|id| ids.is_host(id)).count();
    if hosts > 1 || (hosts == 0 && !texts.is_empty() && ids.needs_host(&texts)) {
        findings.push(Finding::at(found.bundle.start, Anomaly::HostCount { found: hosts }));
    }
    findings.into_iter()
}
