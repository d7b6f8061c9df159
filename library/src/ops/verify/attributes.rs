//! What is odd in what a container says of its entries beside content: texts that are missing or given twice, numbers that are unknown or
//! that releases do not agree on.

use std::collections::BTreeSet;

use offload_bundle_core::attributes::{AttributeTable, NumberAttribute};
use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::severity::Severity;

use crate::finding::{Anomaly, Finding};
use crate::scan::FoundBundle;

/// Everything odd in `found`, of which `table` tells what is known.
pub(super) fn findings(table: &AttributeTable<'_>, found: &FoundBundle) -> Vec<Finding> {
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
    // Code for no processor of its own, such as that for the host, names none.
    for (key, level) in [(table.id.triple, Severity::Warning), (table.id.target, Severity::Note)] {
        // IDs may be made of something else.
        if !key.is_empty() && entry.attributes.text(key).is_none_or(str::is_empty) {
            let anomaly = Anomaly::MissingText { key: key.to_owned(), level };
            findings.push(Finding::about(entry, anomaly));
        }
    }
}

/// What is odd in the number `number` of what is `known`. Without a word for it, 0 is nothing.
fn of_number(known: &NumberAttribute<'_>, number: u64) -> Option<Anomaly> {
    // Such a number has no words that could be missing.
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
