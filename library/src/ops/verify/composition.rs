//! Whether the entries of a bundle may be together, and in this order; and whether those of the members of an archive may.

use std::collections::BTreeSet;

use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::ids::{Grammar, Invalid};

use crate::finding::{Anomaly, Finding};
use crate::ops::conflicting_targets;
use crate::scan::{EntryRef, Form, FoundBundle, Scan};

/// What the composition rules find, and a wrong number of host entries. An ID that is twice has been found already.
pub(super) fn findings(ids: &Grammar<'static>, found: &FoundBundle) -> impl Iterator<Item = Finding> {
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
            let anomaly = Anomaly::Conflict { rule: conflict.rule, level: conflict.level, text: conflict.text };
            findings.push(Finding::about(entry, anomaly));
        }
    }
    let hosts = texts.iter().filter(|id| ids.is_host(id)).count();
    if hosts > 1 || (hosts == 0 && !texts.is_empty() && ids.needs_host(&texts) && !are_linked(ids, found, &texts)) {
        findings.push(Finding::at(found.bundle.start, Anomaly::HostCount { found: hosts }));
    }
    findings.into_iter()
}

/// Whether these entries are what a linker of another compiler leaves in a library: sections of kinds that LLVM's tools do not know, beside
/// which the library itself is the host's.
fn are_linked(ids: &Grammar<'static>, found: &FoundBundle, texts: &[&str]) -> bool {
    let is_unknown_kind = |judged: Result<(), Invalid>| judged.is_err_and(|invalid| invalid.unknown_kind.is_some());
    let is_of_others = |id: &&str| is_unknown_kind(ids.validate_as_tools(id)) && !is_unknown_kind(ids.validate(id));
    matches!(found.form, Form::Sections(_)) && texts.iter().all(is_of_others)
}

/// Where entries of different members of an archive conflict that could not be in one bundle: each pair of IDs once, at the first entry
/// with the later one. The result has the number of its bundle.
pub(super) fn across_members(ids: &Grammar<'static>, scan: &Scan) -> Vec<(usize, Finding)> {
    let mut seen = BTreeSet::new();
    let first_of_each = EntryRef::all(scan).filter_map(|stored| {
        let id = stored.id()?;
        seen.insert(id).then_some((id, stored))
    });
    let entries: Vec<(&str, EntryRef<'_>)> = first_of_each.filter(|_| scan.is_archive).collect();
    let texts: Vec<&str> = entries.iter().map(|(id, _)| *id).collect();
    let findings = conflicting_targets(ids, &texts).filter_map(|conflict| {
        let ((_, first), (_, second)) = (entries.get(conflict.first)?, entries.get(conflict.second)?);
        let (member, other) = (first.input().member()?, second.input().member()?);
        // Within one it has been found already.
        (member.offset != other.offset).then_some(())?;
        let anomaly = Anomaly::ConflictAcross { text: conflict.text, member: member.name.to_string() };
        Some((second.bundle, Finding::about(second.entry, anomaly)))
    });
    findings.collect()
}
