//! `list`: the bundles and entries of each input.

mod listed;
mod nested;
pub(crate) mod report;

use std::collections::BTreeSet;

use offload_bundle_core::registry::Registry;

use super::check::sound_part;
use super::list::nested::{Level, Nested};
use super::selection::Selection;
use super::served::ServedIds;
use crate::error::Error;
use crate::file_name::FileName;
use crate::natural_order::Natural;
use crate::package::Leaf;
use crate::report::{FileNotes, Item, ListReport, ListSummary, ListedBundle, ListedFile, ListedId, Outcome};
use crate::request::{ListForm, ListRequest};
use crate::scan::{EntryRef, IdCache, KnownArchives, Scan, scan_following};
use crate::system::Started;
use crate::walk::{Files, ReportedFile, refuse_rereading};

/// Is shown each file that was listed.
type Visit<'v> = dyn FnMut(Item<ListedFile>) -> Result<(), Error> + 'v;

/// Lists every entry of every bundle of every input.
///
/// # Errors
///
/// Returns an error if standard input is given twice. The report has the error of an input that cannot be listed.
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
/// Returns an error where [`list`] does, or if `visit` does.
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
        let (mut scan, damage) = sound_part(scan, request.lenient)?;
        let mut file = ListedFile::new(leaf.name, FileNotes::default());
        let mut ids = IdCache::knowing(registry.ids, std::mem::take(&mut scan.known_ids));
        let mut nested = Nested::new(registry, request, &file.file);
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

/// The targets of the entries of `bundles` that hold something.
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

/// Lists the bundles with entries that are asked for, and what these hold. Stops at one that cannot be read; if that is asked for, also at
/// one that is compressed and does not hold what is declared of it. The result is why.
fn list_bundles(
    request: &ListRequest,
    scan: &Scan,
    ids: &mut IdCache<'_>,
    selection: &mut Selection<'_>,
    nested: &mut Nested<'_>,
    bundles: &mut Vec<ListedBundle>,
) -> Option<Error> {
    let mut level = Level::outermost();
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
