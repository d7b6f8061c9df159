//! Checks of a container outside its code: attributes, composition, envelopes, checksums and moved code.

use std::collections::BTreeSet;
use std::sync::Arc;

use offload_bundle_core::attributes::{AttributeTable, NumberAttribute};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{StoredEntry, StoredSum};
use offload_bundle_core::error::{Problem, ReadError};
use offload_bundle_core::ids::{Grammar, Invalid};
use offload_bundle_core::severity::Severity;
use offload_bundle_core::tree::{Sum, differing};

use super::report::Findings;
use crate::error::Error;
use crate::file_error::{Damage, FileError, damage};
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding, NameList};
use crate::input::{Input, WindowReader, find};
use crate::ops::conflicting_targets;
use crate::report::{Diagnostic, ExternalCode, ExternalCodeReference, Integer};
use crate::scan::{EntryRef, Form, FoundBundle, FoundEnvelope, Located, Scan};

pub(super) fn attribute_findings(table: &AttributeTable<'_>, found: &FoundBundle) -> Vec<Finding> {
    let mut findings = Vec::new();
    let entries = found.bundle.entries.iter().filter(|entry| entry.id.is_ok());
    for entry in entries {
        texts(table, entry, &mut findings);
        for (name, number) in &entry.attributes.numbers {
            if let Some(known) = table.number(name) {
                let odd = of_number(known, *number);
                findings.extend(odd.map(|anomaly| Finding::about(entry, anomaly)));
            }
        }
    }
    findings
}

fn texts(table: &AttributeTable<'_>, entry: &StoredEntry, findings: &mut Vec<Finding>) {
    let mut seen = BTreeSet::new();
    for text in &entry.attributes.texts {
        if !seen.insert(text.key.as_str()) {
            let anomaly = Anomaly::DuplicateKey { key: text.key.clone() };
            findings.push(Finding { offset: text.offset, ..Finding::about(entry, anomaly) });
        }
    }
    // Code without a processor, such as host code, lacks the text.
    for (key, level) in [(table.id.triple, Severity::Warning), (table.id.target, Severity::Note)] {
        // IDs may follow from other attributes.
        if !key.is_empty() && entry.attributes.text(key).is_none_or(str::is_empty) {
            let anomaly = Anomaly::MissingText { key: key.to_owned(), level };
            findings.push(Finding::about(entry, anomaly));
        }
    }
}

/// Without a word for it, 0 means unset.
fn of_number(known: &NumberAttribute<'_>, number: u64) -> Option<Anomaly> {
    // No words are defined for this number.
    if known.words.is_empty() {
        return None;
    }
    let field = known.name.to_owned();
    if known.flags {
        let unknown = known.words.iter().fold(number, |rest, word| rest & !word.number);
        return (unknown != 0).then_some(Anomaly::UnknownNumber { field, number });
    }
    let Some(word) = known.word(number) else {
        return (number != 0).then_some(Anomaly::UnknownNumber { field, number });
    };
    let last = known.number_in(word.word, None);
    (last != Some(number)).then(|| Anomaly::OtherRelease {
        field,
        number,
        word: word.word.to_owned(),
        releases: word.releases.join(", "),
        others: last.unwrap_or_default(),
    })
}

/// Duplicate IDs are reported elsewhere.
pub(super) fn composition_findings(ids: &Grammar<'static>, found: &FoundBundle) -> impl Iterator<Item = Finding> {
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

/// Linkers of other compilers leave sections of kinds that LLVM's tools do not know, with the library as the host.
fn are_linked(ids: &Grammar<'static>, found: &FoundBundle, texts: &[&str]) -> bool {
    let is_unknown_kind = |judged: Result<(), Invalid>| judged.is_err_and(|invalid| invalid.unknown_kind.is_some());
    let is_of_others = |id: &&str| is_unknown_kind(ids.validate_as_tools(id)) && !is_unknown_kind(ids.validate(id));
    matches!(found.form, Form::Sections(_)) && texts.iter().all(is_of_others)
}

/// Each pair of IDs once, at the first entry with the later ID.
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
        // Conflicts within a member are reported elsewhere.
        (member.offset != other.offset).then_some(())?;
        let anomaly = Anomaly::ConflictAcross { text: conflict.text, member: member.name.to_string() };
        Some((second.bundle, Finding::about(second.entry, anomaly)))
    });
    findings.collect()
}

pub(super) fn check_envelopes(name: &FileName, scan: &Scan, findings: &mut Findings) -> Result<(), Error> {
    let bundles = scan.bundles.iter().enumerate();
    let held = bundles.map(|(number, found)| (&found.input, found.region, Some(number)));
    let unread = scan.unread.iter().map(|unread| (&unread.input, unread.region, None));
    // Built only on damage, because there may be many findings.
    let mut known: Option<BTreeSet<Key>> = None;
    let mut settled: Option<&Arc<Input>> = None;
    for (input, region, bundle) in held.chain(unread) {
        if settled.is_some_and(|earlier| Arc::ptr_eq(earlier, input)) {
            continue;
        }
        settled = Some(input);
        let Err(damage) = damage(input.verify())? else { continue };
        let found = Diagnostic::new(name, &Located::from(damage)).within(scan, region, bundle);
        let known = known.get_or_insert_with(|| findings.in_full(name, scan).map(|known| key(&known)).collect());
        if known.insert(key(&found)) {
            findings.extend([found]);
        }
    }
    Ok(())
}

/// Some readers cut compressed bytes at a magic.
pub(super) fn look_for_magic(name: &FileName, scan: &Scan, findings: &mut Findings) -> Result<(), Error> {
    let mut last: Option<&Arc<FoundEnvelope>> = None;
    for (number, found) in scan.bundles.iter().enumerate() {
        let Some(envelope) = found.envelope.as_ref() else {
            continue;
        };
        if last.is_some_and(|last| Arc::ptr_eq(last, envelope)) {
            continue;
        }
        last = Some(envelope);
        let (Some(magic), Ok(place)) = (envelope.format.magic(), &envelope.header.place) else {
            continue;
        };
        // Another bundle may follow the compressed bytes.
        let payload = Place { ofs: place.ofs, len: envelope.compressed_len().min(place.len) };
        // Damage around it is reported elsewhere.
        let inside = damage(find(&envelope.outer, payload, &[magic]))?.unwrap_or_default();
        if let Some(hit) = inside {
            let finding = Finding::at(hit.offset, Anomaly::MagicInside { magic });
            let located = Located::new(&envelope.outer, finding);
            findings.extend([Diagnostic::new(name, &located).within(scan, found.region, Some(number))]);
        }
    }
    Ok(())
}

/// Regardless of bundle and entry.
type Key = (Option<FileName>, Integer, String, String);

fn key(finding: &Diagnostic) -> Key {
    (
        finding.file.clone(),
        finding.offset,
        finding.path.clone(),
        finding.message.clone(),
    )
}

/// A field that may not be a checksum cannot be checked.
pub(super) fn check_sums(scan: &Scan, findings: &mut Findings) -> Result<(), Error> {
    for (bundle, found) in scan.bundles.iter().enumerate() {
        let Form::Container(container) = found.form else {
            continue;
        };
        if !container.has_sums() {
            continue;
        }
        let mut reader = WindowReader::new(&found.input);
        let stored = match damage(reader.read(found.bundle.start, |bytes| container.sums(bytes)))? {
            Ok(Ok(stored)) => stored,
            Ok(Err(error)) | Err(Damage { error, .. }) => {
                findings.push(bundle, error.into());
                continue;
            }
        };
        for StoredSum { offset, field, of } in stored {
            let problem = match of {
                None => Some(Problem::Unchecked),
                Some((sum, place, stored)) => match damage(computed(&found.input, sum, place))? {
                    Ok(made) if made == stored => None,
                    Ok(made) => {
                        let (found, expected) = differing(&stored, &made);
                        Some(Problem::WrongSum { found, expected })
                    }
                    Err(Damage { error, .. }) => {
                        findings.push(bundle, error.into());
                        None
                    }
                },
            };
            if let Some(problem) = problem {
                findings.push(bundle, ReadError::new(offset, problem).in_field(field).into());
            }
        }
    }
    Ok(())
}

fn computed(input: &Input, sum: Sum, place: Place) -> Result<Vec<u8>, FileError> {
    let mut summing = sum.begin();
    input.pieces(place, &mut |bytes| {
        summing.update(bytes);
        Ok(())
    })?;
    Ok(summing.finish())
}

const SHOWN: usize = 8;

/// Loaders use existing files, so one location suffices.
pub(super) fn moved_code(name: &FileName, scan: &Scan) -> Vec<Diagnostic> {
    let mut unsaid_in = None;
    let findings = scan.external_code.iter().filter_map(|external| {
        let ExternalCode { member, section, offset, moved_count, reference, .. } = external;
        let (section, offset, anomaly) = match reference {
            // Loaders may know other archives.
            Some(_) if scan.followed => return None,
            Some(reference) => (&reference.section, reference.offset, check_reference(reference)?),
            // A debug file lacks device code without any sign of a move. Otherwise, the fault is reported once per
            // member.
            None if *moved_count > 0 && unsaid_in != Some(member) => {
                unsaid_in = Some(member);
                let why = "no section with device code".into();
                (section, *offset, Anomaly::BadReference { why })
            }
            None => return None,
        };
        let located = Located { file: name.clone(), member: None, finding: Finding::at(offset.0, anomaly) };
        let (member, section) = (member.clone(), Some(section.clone()));
        Some(Diagnostic { member, section, ..Diagnostic::new(name, &located) })
    });
    findings.collect()
}

fn check_reference(reference: &ExternalCodeReference) -> Option<Anomaly> {
    if let Some(why) = &reference.error {
        return Some(Anomaly::BadReference { why: why.clone() });
    }
    let mut looked_up = reference.paths.iter().map(|path| path.files.as_ref());
    if reference.paths.is_empty() || !looked_up.all(|files| files.is_some_and(Vec::is_empty)) {
        return None;
    }
    let paths = reference.paths.iter().map(|path| path.path.to_string());
    Some(Anomaly::ElsewhereMissing { paths: NameList::new(paths, SHOWN) })
}
