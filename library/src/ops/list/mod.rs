//! `list`: the bundles and entries of each input.

pub(crate) mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::registry::Registry;
use offload_bundle_core::severity::Severity;

use super::check::sound_part;
use super::selection::{Selection, ServedIds};
use crate::error::Error;
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding};
use crate::input::{HEAD, Input, LastBlock};
use crate::object::elf_header;
use crate::package::Leaf;
use crate::report::{
    Diagnostic, FileNotes, Item, ListReport, ListSummary, ListedBundle, ListedFile, ListedId, Outcome,
};
use crate::request::rules::ScanRules;
use crate::request::{ListForm, ListRequest, ScanRequest};
use crate::scan::{EntryRef, Form, FoundBundle, IdCache, KnownArchives, Located, Scan, scan, scan_following};
use crate::shown::Natural;
use crate::system::Started;
use crate::walk::{Files, ReportedFile, refuse_rereading};

type Visit<'v> = dyn FnMut(Item<ListedFile>) -> Result<(), Error> + 'v;

/// Lists every entry of every bundle of every input.
///
/// # Errors
///
/// Returns an error if standard input is given twice. The report contains the error of an input that cannot be listed.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// use offload_bundle::ops;
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::ListRequest;
///
/// let mut request = ListRequest::default();
/// request.inputs = vec![path.into()];
/// let report = ops::list(&REGISTRY, &request)?;
/// for bundle in report.files.iter().flat_map(|file| &file.bundles) {
///     println!("bundle {}: {} entries", bundle.bundle, bundle.entries.len());
/// }
/// # assert_eq!(report.files[0].bundles.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn list(registry: &Registry, request: &ListRequest) -> Result<ListReport, Error> {
    let mut files = Vec::new();
    let summary = list_with(registry, request, &mut |item| {
        files.extend(item.into_file());
        Ok(())
    })?;
    Ok(ListReport { files, summary })
}

/// Like [`list`], but passes the report to `visit` file by file.
///
/// # Errors
///
/// Returns an error if [`list`] does, or if `visit` does.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// use offload_bundle::ops;
/// use offload_bundle::REGISTRY;
/// use offload_bundle::report::Item;
/// use offload_bundle::request::ListRequest;
///
/// let mut request = ListRequest::default();
/// request.inputs = vec![path.into()];
/// let mut bundles = 0;
/// ops::list_with(&REGISTRY, &request, &mut |item| {
///     if let Item::File(file) = item {
///         bundles += file.bundles.len();
///     }
///     Ok(())
/// })?;
/// assert_eq!(bundles, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn list_with(registry: &Registry, request: &ListRequest, visit: &mut Visit<'_>) -> Result<ListSummary, Error> {
    refuse_rereading(&request.inputs)?;
    let mut files = Files::new(registry, &request.scan, &request.exclude, request.inputs.len());
    let mut selection = Selection::new(registry.ids, &request.filter);
    let mut archives = KnownArchives::default();
    let mut served = ServedIds::new(registry.ids);
    let mut targets: BTreeSet<Natural> = BTreeSet::new();
    let mut read = |leaf: Leaf| {
        let input = leaf.input?;
        let scan = scan_following(registry, &input, &request.scan, &mut archives)?;
        let (mut scan, damage) = sound_part(scan, request.lenient);
        let mut file = ListedFile::new(leaf.name, FileNotes::default());
        let mut ids = IdCache::knowing(registry.ids, std::mem::take(&mut scan.known_ids));
        let mut nested = Nested { registry, request, file: &file.file, warnings: Vec::new() };
        let error = match request.form {
            ListForm::Ids => {
                file.ids = Some(listed_ids(&scan, &mut ids, &mut selection));
                None
            }
            ListForm::Bundles => list_bundles(request, &scan, &mut ids, &mut selection, &mut nested, &mut file.bundles),
        };
        let of_file = targets_of(&file.bundles, &mut served);
        targets.extend(of_file.iter().cloned());
        file.targets = of_file.into_iter().map(|Natural(target)| target).collect();
        let in_entries = nested.warnings;
        let matching = selection.matching(&scan);
        file.notes = FileNotes { error: damage.or(error), matching, ..FileNotes::new(&file.file, scan) };
        file.notes.warnings.extend(in_entries);
        Ok(file)
    };
    files.each(&request.inputs, &mut read, &mut |mut item| {
        if let (Item::File(file), ListForm::Ids) = (&mut item, request.form) {
            file.ids.get_or_insert_default();
        }
        visit(item)
    })?;
    let mut notes = request.filter.notes();
    notes.extend(selection.notes());
    let error = selection.nothing_fits(&request.inputs);
    files.worsen(error.as_ref().map_or(Outcome::Done, Error::outcome));
    let targets = targets.into_iter().map(|Natural(target)| target).collect();
    Ok(ListSummary { totals: files.counts(), notes, error, targets, outcome: files.outcome() })
}

fn targets_of(bundles: &[ListedBundle], served: &mut ServedIds<'_>) -> BTreeSet<Natural> {
    let entries = bundles.iter().flat_map(|bundle| &bundle.entries);
    let filled = entries.filter(|entry| entry.size.is_some_and(|size| size.0 > 0));
    filled.filter_map(|entry| served.serve(entry.id.as_deref()).1).collect()
}

fn listed_ids(scan: &Scan, ids: &mut IdCache<'_>, selection: &mut Selection<'_>) -> Vec<ListedId> {
    let mut seen = BTreeSet::new();
    let codes = EntryRef::all(scan).filter_map(EntryRef::code);
    let codes = codes.filter(|code| !seen.contains(code.id) && selection.takes(Some(*code)) && seen.insert(code.id));
    codes
        .map(|code| ListedId { id: code.id.into(), canonical: ids.canonical(code.id) })
        .collect()
}

/// Stops at an unreadable bundle, or with `verify` at a wrong declaration.
fn list_bundles(
    request: &ListRequest,
    scan: &Scan,
    ids: &mut IdCache<'_>,
    selection: &mut Selection<'_>,
    nested: &mut Nested<'_>,
    bundles: &mut Vec<ListedBundle>,
) -> Option<Error> {
    let mut level = Level::default();
    for (number, found) in scan.in_use() {
        let mut listed = ListedBundle::new(scan, number, found, ids);
        if !request.filter.takes_everything() {
            let mut entries = found.bundle.entries.iter();
            listed
                .entries
                .retain(|_| entries.next().is_some_and(|entry| selection.takes(found.code(entry))));
            if listed.entries.is_empty() {
                continue;
            }
        }
        let mut result = nested.look_into(scan, found, &mut listed, ids, &mut level);
        if let Some(compression) = listed.compression.as_mut().filter(|_| request.verify && result.is_ok()) {
            let started = Started::now();
            result = found.input.verify().map_err(Error::from);
            if result.is_ok() {
                compression.took = started.elapsed();
            }
        }
        bundles.push(listed);
        if let Err(error) = result {
            return Some(error);
        }
    }
    None
}

impl ListedFile {
    fn new(file: FileName, notes: FileNotes) -> Self {
        Self { file, bundles: Vec::new(), ids: None, targets: Vec::new(), notes }
    }
}

impl ReportedFile for ListedFile {
    fn failed(file: FileName, error: Error) -> Self {
        Self::new(file, FileNotes::failed(error))
    }

    fn outcome(&self) -> (Outcome, bool) {
        self.notes.of_file()
    }
}

const DEPTH: usize = 16;

struct Nested<'n> {
    registry: &'n Registry,
    request: &'n ListRequest,
    file: &'n FileName,
    /// At most warnings, because the file itself may be sound.
    warnings: Vec<Diagnostic>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Holder,
    /// Most have no bundles.
    Object,
}

#[derive(Default)]
struct Level {
    depth: usize,
    range: Option<Range>,
    top: Option<(usize, u64)>,
    looked: BTreeMap<*const Input, Looked>,
}

/// Keeps the bytes of another input available at any depth.
struct Range {
    part: Arc<Input>,
    whole: Arc<Input>,
    ofs: u64,
    last: Arc<LastBlock>,
}

#[derive(Default)]
struct Looked {
    last: Arc<LastBlock>,
    ranges: BTreeMap<u64, u64>,
}

impl Looked {
    fn insert(&mut self, place: Place) -> bool {
        let before = self.ranges.range(..place.end()).next_back();
        let is_new = before.is_none_or(|(_, end)| *end <= place.ofs);
        if is_new {
            self.ranges.insert(place.ofs, place.end());
        }
        is_new
    }
}

impl Level {
    fn at_hand(&mut self, input: &Arc<Input>, place: Place) -> (Arc<Input>, Place, Arc<LastBlock>) {
        match &self.range {
            Some(range) if Arc::ptr_eq(&range.part, input) => {
                let ofs = range.ofs.saturating_add(place.ofs);
                (
                    Arc::clone(&range.whole),
                    Place { ofs, ..place },
                    Arc::clone(&range.last),
                )
            }
            _ => {
                let looked = self.looked.entry(Arc::as_ptr(input)).or_default();
                (Arc::clone(input), place, Arc::clone(&looked.last))
            }
        }
    }
}

impl Nested<'_> {
    /// Recurses up to [`DEPTH`].
    fn look_into(
        &mut self,
        scan: &Scan,
        found: &FoundBundle,
        listed: &mut ListedBundle,
        ids: &mut IdCache<'_>,
        level: &mut Level,
    ) -> Result<(), Error> {
        // Nested bundles of compressed bundles are not decompressed.
        if found.input.is_decompressed() {
            return Ok(());
        }
        let stub = found.stub();
        let entries = listed.entries.iter().enumerate();
        // Compressed entries are not searched here.
        let entries = entries
            .filter(|(_, entry)| Some(entry.entry) != stub && entry.packed_size.is_none() && entry.archive.is_none());
        let mut contents: Vec<(Place, usize)> = entries
            .filter_map(|(at, entry)| Some((Place { ofs: entry.offset?.0, len: entry.size?.0 }, at)))
            .filter(|(place, _)| place.len > 0 && !is_around(*place, found))
            .collect();
        contents.sort_by_key(|(place, _)| (place.ofs, place.len));
        for (place, at) in contents {
            let (whole, place_in_whole, last) = level.at_hand(&found.input, place);
            let kind = self.kind(&whole.window(place_in_whole.ofs, HEAD.min(place.len))?);
            let looked = level.looked.entry(Arc::as_ptr(&found.input)).or_default();
            let (Some(kind), Some(entry)) = (kind, listed.entries.get_mut(at)) else {
                continue;
            };
            if !looked.insert(place) {
                continue;
            }
            let top = level.top.unwrap_or((listed.bundle, entry.entry));
            if level.depth >= DEPTH {
                if kind == Kind::Holder {
                    let finding = Finding::at(place.ofs, Anomaly::NestedTooDeep { entry: entry.entry, most: DEPTH });
                    let located = Located::new(&found.input, finding);
                    self.warn(top, Diagnostic::new(self.file, &located));
                }
                continue;
            }
            let name = match scan.bundles.len() {
                1 => format!("entry {}", entry.entry),
                _ => format!("entry {} of bundle {}", entry.entry, listed.bundle),
            };
            let name = found.input.name().of_member(&name.into());
            let part = Arc::new(Input::part(name, &whole, place_in_whole, &last));
            let Some(inner) = self.scan(&part, kind, top)? else {
                continue;
            };
            let range = Range { part, whole, ofs: place_in_whole.ofs, last };
            let (depth, looked) = (level.depth.saturating_add(1), BTreeMap::new());
            let mut below = Level { depth, range: Some(range), top: Some(top), looked };
            for (number, found) in inner.bundles.iter().enumerate() {
                let mut listed = ListedBundle::new(&inner, number, found, ids);
                self.look_into(&inner, found, &mut listed, ids, &mut below)?;
                entry.contents.push(listed);
            }
        }
        Ok(())
    }

    fn kind(&self, head: &[u8]) -> Option<Kind> {
        if self.registry.envelope(head).is_some() || self.registry.recognise(head).is_some() {
            return Some(Kind::Holder);
        }
        let content = self.registry.content(head)?;
        if content.archive {
            return Some(Kind::Holder);
        }
        content.object?;
        // Code objects contain no bundles, and there may be many.
        let target = elf_header(head).and_then(|header| self.registry.ids.header_target(&header).target);
        target.is_none().then_some(Kind::Object)
    }

    fn scan(&mut self, part: &Arc<Input>, kind: Kind, top: (usize, u64)) -> Result<Option<Scan>, Error> {
        let rules = ScanRules { own_form: false, ..self.request.scan.rules };
        let options = ScanRequest { file_type: None, rules, carve: false, ..self.request.scan };
        let scan = match scan(self.registry, part, &options) {
            Ok(scan) => scan,
            Err(error @ Error::Io { .. }) => return Err(error),
            Err(Error::Read { file, error }) if kind == Kind::Holder => {
                let located = Located { file, member: None, finding: error.into() };
                self.warn(top, Diagnostic::new(self.file, &located));
                return Ok(None);
            }
            // Other content, or a damaged object file.
            Err(_) => return Ok(None),
        };
        for diagnostic in Diagnostic::of_scan(self.file, &scan) {
            self.warn(top, diagnostic);
        }
        Ok(Some(scan))
    }

    fn warn(&mut self, (bundle, entry): (usize, u64), diagnostic: Diagnostic) {
        let severity = diagnostic.severity.min(Severity::Warning);
        self.warnings
            .push(Diagnostic { severity, bundle: Some(bundle), entry: Some(entry), ..diagnostic });
    }
}

/// Sections and images do not have the container as content.
fn is_around(place: Place, found: &FoundBundle) -> bool {
    let start = found.bundle.start;
    matches!(found.form, Form::Container(_)) && (place.ofs..place.end()).contains(&start)
}
