//! Checks code objects against their IDs: the form, the target in the header, the rules of loaders, and completeness.
//! Each code object needs only a few reads.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use offload_bundle_core::attributes::{AttributeTable, NumberWord};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::error::{Path, Step};
use offload_bundle_core::ids::tables::{ElfType, LoaderCheck, LoaderRule, Machine};
use offload_bundle_core::ids::{Grammar, HeaderPart};
use offload_bundle_core::placement::ObjectFormat;
use offload_bundle_core::registry::Registry;
use offload_bundle_core::severity::Severity;

use super::report::Findings;
use crate::code_fault::CodeFault;
use crate::error::Error;
use crate::file_error::{Damage, damage};
use crate::finding::{Anomaly, Finding};
use crate::input::{HEAD, Input, WindowReader};
use crate::object::{Look, WholeElf};
use crate::scan::{Content, Form, Scan};

const SHOWN: usize = 8;

struct Task<'s> {
    bundle: usize,
    form: Form,
    table: Option<&'static AttributeTable<'static>>,
    entry: &'s StoredEntry,
    place: Place,
    /// For findings if `place` is in another input.
    told_at: Option<u64>,
}

/// Checks each input once. Packed code objects and those of other files are first checked for damage.
pub(super) fn check(registry: &Registry, scan: &Scan, findings: &mut Findings) -> Result<(), Error> {
    // Contents are read in file order, because an envelope is decompressed from its start.
    let mut numbers = BTreeMap::new();
    let mut inputs: Vec<(&Arc<Input>, Vec<Task<'_>>)> = Vec::new();
    for (bundle, found) in scan.bundles.iter().enumerate() {
        let (form, table) = (found.form, found.form.attributes());
        let is_text = form.container().is_some_and(|container| registry.is_text(container));
        for entry in &found.bundle.entries {
            let Ok(stored) = entry.place else { continue };
            let told_at = match found.content_of(entry) {
                Content::Here if stored.len > 0 && !is_text => None,
                Content::Packed { .. } | Content::Elsewhere(_) => Some(entry.id_offset),
                _ => continue,
            };
            let (input, place) = found.content(entry, stored);
            let task = Task { bundle, form, table, entry, place, told_at };
            let key = (told_at.is_some(), Arc::as_ptr(input));
            let number = *numbers.entry(key).or_insert(inputs.len());
            match inputs.get_mut(number) {
                Some((_, tasks)) => tasks.push(task),
                None => inputs.push((input, vec![task])),
            }
        }
    }
    for (input, mut tasks) in inputs {
        let is_apart = tasks.iter().any(|task| task.told_at.is_some());
        let read = if is_apart { damage(input.verify())? } else { Ok(()) };
        match read {
            Ok(()) => {
                tasks.sort_by_key(|task| (task.place.ofs, task.place.len));
                look_into(registry, input, &tasks, findings)?;
            }
            Err(Damage { error, .. }) => {
                // Each bundle is reported once.
                tasks.dedup_by_key(|task| task.bundle);
                let damaged = tasks
                    .iter()
                    .map(|task| (task.bundle, Finding::of_entry(task.entry, error.clone())));
                damaged.for_each(|(bundle, finding)| findings.push(bundle, finding));
            }
        }
        if is_apart {
            input.release();
        }
    }
    Ok(())
}

fn look_into(registry: &Registry, input: &Input, tasks: &[Task<'_>], findings: &mut Findings) -> Result<(), Error> {
    let places = tasks.chunk_by(|one, other| one.place == other.place);
    let places: Vec<&[Task<'_>]> = places
        .filter(|tasks| tasks.first().is_some_and(|task| task.place.len > 0))
        .collect();
    let wanted = places.iter().filter_map(|tasks| Some(tasks.first()?.place));
    each(registry, input, wanted, &mut |number, seen| {
        let tasks = places.get(number).copied().unwrap_or_default();
        // Findings on the code object itself belong to its first entry.
        for (nth, task) in tasks.iter().enumerate() {
            for finding in task.findings(registry, seen, nth == 0) {
                let offset = task.told_at.unwrap_or(finding.offset);
                findings.push(task.bundle, Finding { offset, ..finding });
            }
        }
    })
}

impl Task<'_> {
    /// With `itself`, also on the code object alone.
    fn findings(&self, registry: &Registry, seen: &CodeObject, itself: bool) -> Vec<Finding> {
        let finding = |anomaly| self.at(0, &Path::default(), anomaly);
        let unknown = |known, level| {
            let head = seen.head.get(..SHOWN).unwrap_or(&seen.head).to_vec();
            finding(Anomaly::UnknownContent { head, known, level })
        };
        let kind = self.table.and_then(|table| wrong_kind(table, self.entry, &seen.head));
        let mut findings = Vec::new();
        match (registry.content(&seen.head), &seen.elf) {
            (None, _) => {
                let is_told = self.table.is_some_and(|table| is_told(table, self.entry));
                let is_unknown = self.entry.id.is_ok() && !is_told;
                let level = match self.holds_code(registry) {
                    true => Severity::Warning,
                    false => Severity::Note,
                };
                findings.extend(is_unknown.then(|| unknown(None, level)));
            }
            (Some(content), _) if !content.code && self.holds_code(registry) => {
                findings.push(unknown(Some(content.doc), Severity::Warning));
            }
            (Some(content), _) if content.object != Some(ObjectFormat::Elf) => {}
            (Some(_), None) => findings.push(finding(Anomaly::BadElf)),
            (Some(_), Some(elf)) => {
                let refused = refusals(registry.ids, self.entry.id.as_deref().ok(), elf);
                // The rules explain more than an unknown version.
                let is_known = |finding: &Finding| match &finding.anomaly {
                    Anomaly::WrongTarget { mismatch, .. } => mismatch.part != HeaderPart::Version || refused.is_empty(),
                    _ => true,
                };
                findings.extend(self.mismatches(registry, elf).into_iter().filter(is_known));
                findings.extend(elf.machine.and_then(|machine| self.wrong_type(machine, elf)));
                if itself {
                    let faults = elf.faults().to_report().into_iter();
                    findings
                        .extend(faults.map(|fault| self.at(fault.ofs, &fault.path, Anomaly::CodeObject(fault.fault))));
                    let refused = refused.into_iter();
                    findings.extend(refused.map(|(ofs, path, fault)| self.at(ofs, &path, Anomaly::CodeObject(fault))));
                }
            }
        }
        if seen.cut_short && itself {
            findings.push(finding(Anomaly::CodeObject(CodeFault::NotRead)));
        }
        findings.extend(kind.map(finding));
        findings
    }

    fn holds_code(&self, registry: &Registry) -> bool {
        let id = self.entry.id.as_ref();
        id.is_ok_and(|id| registry.ids.holds_code(id))
    }

    fn mismatches(&self, registry: &Registry, elf: &WholeElf) -> Vec<Finding> {
        let Ok(id) = &self.entry.id else { return Vec::new() };
        let mismatches = registry.ids.code_object(id, &elf.header);
        if !mismatches.is_empty() {
            let wrong = mismatches.into_iter();
            let wrong = wrong.map(|mismatch| Anomaly::WrongTarget { id: id.clone(), mismatch });
            return wrong.map(|anomaly| self.at(0, &Path::default(), anomaly)).collect();
        }
        let targets = elf.targets().iter();
        let wrong = targets.filter_map(|(ofs, path, named)| {
            let expected = registry.ids.metadata_target(id, named)?;
            let (id, found) = (id.clone(), named.clone());
            let fault = CodeFault::WrongMetadata { id, expected, found };
            Some(self.at(*ofs, path, Anomaly::CodeObject(fault)))
        });
        wrong.collect()
    }

    fn wrong_type(&self, machine: &Machine<'_>, elf: &WholeElf) -> Option<Finding> {
        // Linkers inspect sections of object files and images; bundles are loaded directly.
        let is_loaded = matches!(self.form, Form::Container(_)) && self.table.is_none();
        let right = |kind: &&ElfType<'_>| !(kind.to_be_linked && is_loaded);
        let (number, at) = elf.kind();
        let types = machine.types;
        if types.is_empty() || types.iter().filter(right).any(|kind| kind.number == number) {
            return None;
        }
        let named = |kind: &ElfType<'_>| format!("{} ({})", kind.number, kind.name);
        let expected = types.iter().filter(right).map(named).collect::<Vec<_>>().join(" or ");
        let found = types.iter().find(|kind| kind.number == number);
        let found = found.map_or_else(|| number.to_string(), named);
        let fault = CodeFault::WrongType { expected, found };
        Some(self.at(at, &Path::from("e_type"), Anomaly::CodeObject(fault)))
    }

    fn at(&self, ofs: u64, path: &Path, anomaly: Anomaly) -> Finding {
        let whole = self.entry.path.clone();
        let path = path.steps().iter().fold(whole, |path, step| match step {
            Step::Field(name) => path.field(name),
            Step::Index(index) => path.index(*index),
        });
        let offset = self.place.ofs.saturating_add(ofs);
        Finding { offset, path, entry: Some(self.entry.index), anomaly }
    }
}

/// Whether only a number tells the kind of content: no texts in the ID, no magic.
fn is_told(table: &AttributeTable<'_>, entry: &StoredEntry) -> bool {
    let image = table.image(&entry.attributes).filter(|_| table.id.target.is_empty());
    image.is_some_and(|image| !image.suffix.is_empty() && image.begins.is_empty())
}

/// A number of `entry` declares the kind.
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

/// The offset in bytes is from the start of the code object.
type Refusal = (u64, Path, CodeFault);
type Rules = Vec<&'static LoaderRule<'static>>;

fn refusals(ids: &Grammar<'static>, id: Option<&str>, elf: &WholeElf) -> Vec<Refusal> {
    let Some(machine) = elf.machine.filter(|_| elf.is_loaded()) else {
        return Vec::new();
    };
    let group = id
        .and_then(|id| ids.served(id))
        .map_or_else(String::new, |served| served.group);
    let rules = machine.loaders.iter().filter(|rule| rule.is_for(&group));
    let (of_abi, others): (Rules, Rules) = rules.partition(|rule| rule.checks == LoaderCheck::Abi);
    let header = &elf.header;
    let (abi_offset, flags_offset) = elf.target_offsets();
    let mut refused = Vec::new();
    if let Some(rule) = of_abi.into_iter().find(|rule| !rule.has_abi(header)) {
        let found = format!("OS ABI {} with version {}", header.os_abi, header.abi_version);
        let what = format!("expected {}, found {found}", abis(rule));
        refused.push((abi_offset, Path::from("e_ident"), fault(rule, what)));
        // Nothing more is known about other forms.
        if rule.level == Severity::Error {
            return refused;
        }
    }
    for rule in others.iter().filter(|rule| rule.has_abi(header)) {
        let mut violations = elf.violations.iter();
        let violation = violations
            .find(|(check, _)| *check == rule.checks)
            .map(|(_, violation)| violation);
        if let Some(violation) = violation {
            refused.push((violation.ofs, violation.path.clone(), fault(rule, violation.to_text())));
        }
        if let Some(what) = generic(ids, rule.checks, elf) {
            refused.push((flags_offset, Path::from("e_flags"), fault(rule, what)));
        }
    }
    refused
}

fn fault(rule: &LoaderRule<'static>, what: String) -> CodeFault {
    CodeFault::Refused { rule: rule.id, level: rule.level, what, because: rule.because }
}

fn abis(rule: &LoaderRule<'_>) -> String {
    let list = |numbers: &[u16]| numbers.iter().map(u16::to_string).collect::<Vec<_>>().join(" or ");
    format!("OS ABI {} with version {}", list(rule.os_abi), list(rule.abi_version))
}

fn generic(ids: &Grammar<'static>, checks: LoaderCheck, elf: &WholeElf) -> Option<String> {
    let code = ids.generic_code(&elf.header)?;
    let expected = format!(
        "the flags lack a valid version of the generic processor {}",
        code.processor
    );
    match (checks, code.version) {
        (LoaderCheck::GenericVersion, None) => Some(format!("{expected}: the ABI version has none")),
        (LoaderCheck::GenericVersion, Some(0)) => Some(format!("{expected}: it is 0")),
        (LoaderCheck::NewGenericVersion, Some(version)) if version > code.known => Some(format!(
            "{expected}: it is {version}, and the newest known is {}",
            code.known
        )),
        _ => None,
    }
}

/// Reads up to this far back are immediate: so many decompressed bytes are kept.
const BACK: u64 = 1 << 20;
/// The limit on read bytes beyond the length of the input. Without overlaps, each byte of a table is read once.
const MORE: u64 = 1 << 20;

struct CodeObject {
    place: Place,
    head: Vec<u8>,
    elf: Option<Box<WholeElf>>,
    cut_short: bool,
    looks: usize,
}

/// The offset, the number of the code object, and the kind of read (`None` for the first).
type Next = Reverse<(u64, usize, Option<Look>)>;

/// `places` are sorted by offset. In a damaged input, shows only code objects before the damage.
fn each(
    registry: &Registry,
    input: &Input,
    places: impl Iterator<Item = Place>,
    show: &mut dyn FnMut(usize, &CodeObject),
) -> Result<(), Error> {
    let begun = |place| CodeObject { place, head: Vec::new(), elf: None, cut_short: false, looks: 1 };
    let mut objects: Vec<CodeObject> = places.map(begun).collect();
    let first = objects.iter().enumerate();
    let mut now: BinaryHeap<Next> = first
        .map(|(number, begun)| Reverse((begun.place.ofs, number, None)))
        .collect();
    let mut later: BinaryHeap<Next> = BinaryHeap::new();
    let mut reader = WindowReader::new(input);
    let mut budget = input.len().saturating_mul(2).saturating_add(MORE);
    // Earlier offsets wait for the next pass from the start, so that the input is decompressed once per pass.
    loop {
        let Some(Reverse((at, number, look))) = now.pop() else {
            if later.is_empty() {
                break;
            }
            std::mem::swap(&mut now, &mut later);
            continue;
        };
        let Some(begun) = objects.get_mut(number) else { continue };
        begun.looks = begun.looks.saturating_sub(1);
        let (look, rest) = look.map(Look::split).unzip();
        let mut next = Vec::new();
        let len = look.map_or(HEAD.min(begun.place.len), |look| look.len);
        match budget.checked_sub(if look.is_some() { len } else { 0 }) {
            None => begun.cut_short = true,
            Some(left) => {
                budget = left;
                let Ok(bytes) = damage(reader.view(at, len))? else {
                    return Ok(());
                };
                let bytes = bytes.get(..usize::try_from(len).unwrap_or(usize::MAX)).unwrap_or(bytes);
                next = begun.seen(registry, look, bytes);
                next.extend(rest.flatten());
            }
        }
        // More reads may follow from a completely read part.
        if begun.looks == 0 && next.is_empty() && !begun.cut_short {
            next = begun.elf.as_mut().map_or_else(Vec::new, |elf| elf.go_on());
        }
        for next in next {
            let ofs = begun.place.ofs.saturating_add(next.ofs);
            let turn = if ofs.saturating_add(BACK) >= at {
                &mut now
            } else {
                &mut later
            };
            turn.push(Reverse((ofs, number, Some(next))));
            begun.looks = begun.looks.saturating_add(1);
        }
        if begun.looks == 0 {
            show(number, begun);
            (begun.head, begun.elf) = (Vec::new(), None);
        }
    }
    Ok(())
}

impl CodeObject {
    fn seen(&mut self, registry: &Registry, look: Option<Look>, bytes: &[u8]) -> Vec<Look> {
        match (look, &mut self.elf) {
            (Some(look), Some(elf)) => elf.seen(look, bytes),
            (Some(_), None) => Vec::new(),
            (None, _) => {
                self.head = bytes.to_vec();
                let content = registry.content(bytes).and_then(|content| content.object);
                if content != Some(ObjectFormat::Elf) {
                    return Vec::new();
                }
                let machine = |number| registry.ids.machine(number);
                let Some((elf, looks)) = WholeElf::begin(self.place.len, bytes, machine) else {
                    return Vec::new();
                };
                self.elf = Some(Box::new(elf));
                looks
            }
        }
    }
}
