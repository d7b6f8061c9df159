//! Code objects against their IDs: what each is by its first bytes, and what its header says of the target.

use std::sync::Arc;

use offload_bundle_core::attributes::{AttributeTable, NumberWord};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::placement::ObjectFormat;
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::file_error::damage;
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding};
use crate::input::{Input, WindowReader};
use crate::object::elf_header;
use crate::report::Diagnostic;
use crate::scan::{Form, Scan};

/// How much of a code object is looked at, in bytes: no header that is read is longer.
const HEAD: u64 = 64;
/// How much of it is shown where nobody knows what it is, in bytes.
const SHOWN: usize = 8;

/// A code object to look at.
struct Task<'s> {
    bundle: usize,
    /// What its number for the kind of content says, where it has one.
    table: Option<&'static AttributeTable<'static>>,
    entry: &'s StoredEntry,
    place: Place,
}

/// Looks at every code object of a scan of the input `name`. Damage in compressed bytes is left to those who check them to the end.
pub(super) fn check(
    registry: &Registry,
    name: &FileName,
    scan: &Scan,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Error> {
    let mut rest = scan.bundles.as_slice();
    let mut number: usize = 0;
    // Bundles of one input lie side by side. Contents are looked at in the order in which they lie there, because what an envelope holds
    // is decompressed from its start.
    while let Some(first) = rest.first() {
        let together = rest
            .iter()
            .take_while(|found| Arc::ptr_eq(&found.input, &first.input))
            .count();
        let (found, others) = rest.split_at(together);
        let mut tasks: Vec<Task<'_>> = Vec::new();
        for (bundle, found) in (number..).zip(found) {
            if !is_text(registry, found.form) {
                let stands_for_another = found.placeholder.map(|placeholder| placeholder.entry);
                let entries = found.bundle.entries.iter();
                let own = entries.filter(|entry| Some(entry.index) != stands_for_another);
                tasks.extend(own.filter_map(|entry| {
                    let place = entry.place.as_ref().ok().copied().filter(|place| place.len > 0)?;
                    let table = found.form.attributes();
                    Some(Task { bundle, table, entry, place })
                }));
            }
        }
        tasks.sort_by_key(|task| task.place.ofs);
        look(registry, &first.input, &tasks, &mut |bundle, finding| {
            diagnostics.push(Diagnostic::of_bundle(name, scan, bundle, finding));
        })?;
        number = number.saturating_add(together);
        rest = others;
    }
    Ok(())
}

fn look(
    registry: &Registry,
    input: &Input,
    tasks: &[Task<'_>],
    found: &mut dyn FnMut(usize, Finding),
) -> Result<(), Error> {
    let mut reader = WindowReader::new(input);
    for task in tasks {
        let Ok(head) = damage(reader.view(task.place.ofs, HEAD))? else {
            return Ok(());
        };
        let len = usize::try_from(task.place.len.min(HEAD)).unwrap_or(usize::MAX);
        let head = head.get(..len).unwrap_or(head);
        let kind = task.table.and_then(|table| wrong_kind(table, task.entry, head));
        for anomaly in anomalies(registry, task, head).into_iter().chain(kind) {
            let (path, entry) = (task.entry.path.clone(), Some(task.entry.index));
            let finding = Finding { offset: task.place.ofs, path, entry, anomaly };
            found(task.bundle, finding);
        }
    }
    Ok(())
}

fn is_text(registry: &Registry, form: Form) -> bool {
    match form {
        Form::Container(container) => registry.is_text(container),
        Form::Sections(_) => false,
    }
}

/// The kind that a number of `entry` says its content has, where the content begins otherwise.
fn wrong_kind(table: &AttributeTable<'_>, entry: &StoredEntry, head: &[u8]) -> Option<Anomaly> {
    let mut kinds = table
        .numbers
        .iter()
        .filter(|known| known.words.iter().any(|word| !word.begins.is_empty()));
    kinds.find_map(|known| {
        let said = known
            .word(entry.attributes.number(known.name)?)
            .filter(|word| !word.suffix.is_empty())?;
        let begins = |word: &&NumberWord<'_>| !word.begins.is_empty() && head.starts_with(word.begins);
        let found = known.words.iter().find(begins);
        let differs = match found {
            Some(found) => found.number != said.number,
            None => !said.begins.is_empty(),
        };
        differs.then(|| Anomaly::WrongKind {
            field: known.name.to_owned(),
            said: said.word.to_owned(),
            found: found.map(|found| found.word.to_owned()),
        })
    })
}

/// What is wrong or odd with the code object of `task` that begins with `head`.
fn anomalies(registry: &Registry, task: &Task<'_>, head: &[u8]) -> Vec<Anomaly> {
    let Ok(id) = &task.entry.id else { return Vec::new() };
    match registry.content(head) {
        None => vec![Anomaly::UnknownContent { head: head.get(..SHOWN).unwrap_or(head).to_vec() }],
        Some(content) if content.object != Some(ObjectFormat::Elf) => Vec::new(),
        Some(_) => match elf_header(head) {
            None => vec![Anomaly::BadElf],
            Some(header) => {
                let mismatches = registry.ids.code_object(id, &header).into_iter();
                mismatches
                    .map(|mismatch| Anomaly::WrongTarget { id: id.clone(), mismatch })
                    .collect()
            }
        },
    }
}
