//! `list`: the bundles and entries of each input.

use std::collections::BTreeSet;

use offload_bundle_core::registry::Registry;

use super::check::{refuse_rereading, sound_part};
use super::file_outcomes::FileOutcomes;
use super::nested::{Level, Nested};
use super::selection::Selection;
use crate::error::Error;
use crate::file_name::FileName;
use crate::package::Walk;
use crate::report::{Diagnostic, FileNotes, ListItem, ListReport, ListedBundle, ListedFile, ListedId, Outcome};
use crate::request::{ListForm, ListRequest};
use crate::scan::{EntryRef, IdCache, KnownArchives, Scan, scan_following};
use crate::system::Started;

/// Who is shown what is listed, piece by piece.
type Visit<'v> = dyn FnMut(ListItem<'_>) -> Result<(), Error> + 'v;

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
    let mut files: Vec<ListedFile> = Vec::new();
    let (mut error, mut notes, mut totals) = (None, request.filter.notes(), None);
    let outcome = list_with(registry, request, &mut |item| {
        match (item, files.last_mut()) {
            (ListItem::File(file), _) => files.push(ListedFile {
                file: file.into(),
                bundles: Vec::new(),
                ids: (request.form == ListForm::Ids).then(Vec::new),
                notes: FileNotes::default(),
            }),
            (ListItem::Bundle(bundle), Some(file)) => file.bundles.push(bundle),
            (ListItem::Id(id), Some(file)) => file.ids.get_or_insert_default().push(id),
            (ListItem::Totals(of_files), _) => totals = Some(of_files),
            (ListItem::Notes(of_files), _) => notes.extend(of_files),
            (ListItem::NothingFits(nothing), _) => error = Some(nothing),
            (ListItem::End(notes), Some(file)) => file.notes = notes,
            (ListItem::PassedOver(_), _) | (_, None) => {}
        }
        Ok(())
    })?;
    Ok(ListReport { files, totals, notes, error, outcome })
}

/// Like [`list`], but passes the report to `visit` piece by piece.
///
/// # Errors
///
/// Returns an error where [`list`] does, or if `visit` does.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// use offload_bundle::ops;
/// use offload_bundle::REGISTRY;
/// use offload_bundle::report::ListItem;
/// use offload_bundle::request::ListRequest;
///
/// let mut request = ListRequest::default();
/// request.inputs = vec![path.into()];
/// let mut bundles = 0;
/// ops::list_with(&REGISTRY, &request, &mut |item| {
///     bundles += usize::from(matches!(item, ListItem::Bundle(_)));
///     Ok(())
/// })?;
/// assert_eq!(bundles, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn list_with(registry: &Registry, request: &ListRequest, visit: &mut Visit<'_>) -> Result<Outcome, Error> {
    refuse_rereading(&request.inputs)?;
    let mut outcomes = FileOutcomes::new(request.inputs.len());
    let mut selection = Selection::new(registry.ids, &request.filter);
    let mut archives = KnownArchives::default();
    Walk::new(registry, &request.scan, &request.exclude).each(&request.inputs, &mut |leaf| {
        outcomes.look_into(leaf.found);
        let notes = match leaf.input.and_then(|input| {
            let scan = scan_following(registry, &input, &request.scan, &mut archives)?;
            let (scan, damage) = sound_part(scan, request.lenient)?;
            Ok((input, scan, damage))
        }) {
            Err(error) if leaf.found && matches!(error, Error::NotABundle { .. }) => {
                outcomes.add(error.outcome(), false);
                return visit(ListItem::PassedOver(error));
            }
            Err(error) => {
                visit(ListItem::File(&leaf.name))?;
                outcomes.add(error.outcome(), false);
                FileNotes::failed(error)
            }
            Ok((input, mut scan, damage)) => {
                visit(ListItem::File(input.name()))?;
                let mut ids = IdCache::knowing(registry.ids, std::mem::take(&mut scan.known_ids));
                let mut nested = Nested::new(registry, request, input.name());
                let error = match request.form {
                    ListForm::Ids => show_ids(&scan, &mut ids, &mut selection, visit).map(|()| None)?,
                    ListForm::Bundles => show_bundles(request, &scan, &mut ids, &mut selection, &mut nested, visit)?,
                };
                let holds_bundles = !scan.bundles.is_empty();
                let in_entries = nested.warnings;
                let matching = selection.matching(&scan);
                let mut notes = FileNotes { error: damage.or(error), matching, ..FileNotes::new(input.name(), scan) };
                notes.warnings.extend(in_entries);
                outcomes.add_file(&notes, holds_bundles);
                notes
            }
        };
        visit(ListItem::End(notes))
    })?;
    let mut outcome = outcomes.outcome();
    if let Some(files) = outcomes.counts() {
        visit(ListItem::Totals(files))?;
    }
    visit(ListItem::Notes(selection.notes()))?;
    if let Some(error) = selection.nothing_fits(&request.inputs) {
        outcome = outcome.max(error.outcome());
        visit(ListItem::NothingFits(error))?;
    }
    Ok(outcome)
}

fn show_ids(
    scan: &Scan,
    ids: &mut IdCache<'_>,
    selection: &mut Selection<'_>,
    visit: &mut Visit<'_>,
) -> Result<(), Error> {
    let mut seen = BTreeSet::new();
    for code in EntryRef::all(scan).filter_map(|stored| stored.code) {
        if !seen.contains(code.id) && selection.takes(Some(code)) {
            seen.insert(code.id);
            visit(ListItem::Id(ListedId {
                id: code.id.into(),
                canonical: ids.canonical(code.id),
            }))?;
        }
    }
    Ok(())
}

/// Shows the bundles with entries that are asked for, and what these hold. Stops at one that cannot be read; if that is asked for, also at
/// one that is compressed and does not hold what is declared of it. The result is why.
fn show_bundles(
    request: &ListRequest,
    scan: &Scan,
    ids: &mut IdCache<'_>,
    selection: &mut Selection<'_>,
    nested: &mut Nested<'_>,
    visit: &mut Visit<'_>,
) -> Result<Option<Error>, Error> {
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
        if let Err(error) = nested.look_into(scan, found, &mut listed, ids, &mut level) {
            visit(ListItem::Bundle(listed))?;
            return Ok(Some(error));
        }
        if let Some(compression) = listed.compression.as_mut().filter(|_| request.verify) {
            let started = Started::now();
            if let Err(error) = found.input.verify() {
                visit(ListItem::Bundle(listed))?;
                return Ok(Some(error.into()));
            }
            compression.took = started.elapsed();
        }
        visit(ListItem::Bundle(listed))?;
    }
    Ok(None)
}

impl FileNotes {
    /// What a scan of the input `name` has found besides bundles.
    pub(super) fn new(name: &FileName, scan: Scan) -> Self {
        let warnings = Diagnostic::of_scan(name, &scan).collect();
        let Scan { external_code, searched, is_archive, .. } = scan;
        Self { warnings, external_code, searched, matching: None, error: None, is_archive }
    }
}
