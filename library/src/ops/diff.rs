//! `diff`: compares the code objects of two files, packages or folders.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use md5::{Digest as _, Md5};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::registry::Registry;
use serde::Serialize;

use super::check::refuse_unsound;
use super::selection::{Selection, Served, ServedIds};
use super::supports::units::units;
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputFile};
use crate::package::Leaf;
use crate::report::{FileNotes, Integer, Item, NotedFile, Outcome, RequestNote};
use crate::request::{Filter, PathPattern, ScanRequest};
use crate::scan::{FoundBundle, scan_or_bare};
use crate::shown::Natural;
use crate::walk::{Files, refuse_rereading};

/// The request of [`diff`](crate::ops::diff).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct DiffRequest {
    /// A file, a package or a folder.
    pub before: InputFile,
    /// The file, package or folder for comparison.
    pub after: InputFile,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
    /// The entries to select.
    pub filter: Filter,
}

/// The differences between the code objects of two inputs. A code object in both is the same, even in another place or
/// with other compression.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiffReport {
    /// The input before.
    pub before: DiffSide,
    /// The input after.
    pub after: DiffSide,
    /// The number of code objects in both.
    pub same_count: usize,
    /// The code objects in only one input, sorted by file and target.
    pub changes: Vec<CodeChange>,
    /// Notes on the request.
    pub notes: Vec<RequestNote>,
    /// The error if the request matches nothing in inputs with bundles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
    /// Done if nothing differs.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// One of the two inputs.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DiffSide {
    /// The input.
    pub input: FileName,
    /// The number of files with bundles.
    pub file_count: usize,
    /// The total length of the files, in bytes.
    pub files_size: Integer,
    /// The number of files of a folder or package without bundles.
    pub without_bundles_count: usize,
    /// The number of bundles.
    pub bundle_count: usize,
    /// The number of units: code that a program registers together, and from which the runtime chooses.
    pub unit_count: usize,
    /// The number of code objects.
    pub code_object_count: usize,
    /// The total length of code objects, in bytes.
    pub size: Integer,
    /// The files with notes.
    pub files: Vec<NotedFile>,
    /// Descriptions of files without bundles in a folder or package.
    #[serde(skip)]
    pub passed_over: Vec<Error>,
}

/// Code objects of one target in one file that only one input contains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CodeChange {
    /// The change.
    pub change: Change,
    /// The path of the file in the folder or package; null if the input is a file.
    pub file: Option<FileName>,
    /// The offload kind, or group of kinds, if the ID can be read.
    pub kind: Option<String>,
    /// The target ID, or the triple without a processor; null for the host and unreadable IDs.
    pub target: Option<String>,
    /// The number before.
    pub before_count: usize,
    /// The number after.
    pub after_count: usize,
    /// The total length before, in bytes.
    pub before_size: Integer,
    /// The total length after, in bytes.
    pub after_size: Integer,
}

/// A change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Change {
    /// Removed.
    Removed,
    /// Added.
    Added,
    /// Changed.
    Changed,
}

impl Change {
    fn between(was: bool, is: bool) -> Self {
        match (was, is) {
            (true, false) => Self::Removed,
            (false, true) => Self::Added,
            _ => Self::Changed,
        }
    }
}

/// Compares the code objects of two inputs by their bytes, regardless of folder, package, bundle and compression.
///
/// # Errors
///
/// Returns an error if standard input is given twice. The report contains the error of an input that cannot be read.
///
/// ```
/// # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects");
/// use offload_bundle::ops;
/// use offload_bundle::request::DiffRequest;
/// use offload_bundle::REGISTRY;
///
/// let mut request = DiffRequest::default();
/// request.before = format!("{folder}/hip.22.so").into();
/// request.after = format!("{folder}/hip-compressed.22.so").into();
/// // The same code, compressed.
/// assert!(ops::diff(&REGISTRY, &request)?.changes.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diff(registry: &Registry, request: &DiffRequest) -> Result<DiffReport, Error> {
    refuse_rereading([&request.before, &request.after])?;
    let mut selection = Selection::new(registry.ids, &request.filter);
    let before = Side::read(registry, request, &request.before, &mut selection)?;
    let after = Side::read(registry, request, &request.after, &mut selection)?;
    let (changes, same_count) = changes(&before, &after);
    let differs = match changes.is_empty() {
        true => Outcome::Done,
        false => Outcome::Negative,
    };
    // Nothing was compared.
    let nothing = match before.told.file_count.max(after.told.file_count) {
        0 => Outcome::Negative,
        _ => Outcome::Done,
    };
    let mut notes = request.filter.notes();
    notes.extend(selection.notes());
    let error = selection.nothing_fits(&[request.before.clone(), request.after.clone()]);
    let none_fits = error.as_ref().map_or(Outcome::Done, Error::outcome);
    Ok(DiffReport {
        outcome: [differs, nothing, none_fits, before.outcome]
            .into_iter()
            .fold(after.outcome, Outcome::max),
        error,
        before: before.told,
        after: after.told,
        same_count,
        changes,
        notes,
    })
}

#[derive(Default)]
struct Counts<'s> {
    /// The name before, or after if the file is new.
    file: Option<&'s FileName>,
    before: (usize, u64),
    after: (usize, u64),
}

fn changes(before: &Side, after: &Side) -> (Vec<CodeChange>, usize) {
    let mut there: BTreeMap<(&Served, [u8; 16]), Vec<&Object>> = BTreeMap::new();
    // Equal objects are paired in order.
    for object in after.objects.iter().rev() {
        there.entry((&object.served, object.digest)).or_default().push(object);
    }
    let tops = [top(before), top(after)];
    // The name of a common top folder often contains a version.
    let skip = usize::from(tops.iter().all(Option::is_some));
    let path = |side: &Side, object: &Object| {
        let file = side.files.get(object.file)?.as_ref()?;
        Some(file.iter().skip(skip).collect::<PathBuf>())
    };
    let mut rows: BTreeMap<(Option<PathBuf>, &Served), Counts<'_>> = BTreeMap::new();
    let mut same_count: usize = 0;
    for object in &before.objects {
        match there.get_mut(&(&object.served, object.digest)).and_then(Vec::pop) {
            Some(_) => same_count = same_count.saturating_add(1),
            None => {
                let row = rows.entry((path(before, object), &object.served)).or_default();
                row.file = row.file.or_else(|| before.files.get(object.file)?.as_ref());
                add(&mut row.before, object);
            }
        }
    }
    for object in there.into_values().flatten() {
        let row = rows.entry((path(after, object), &object.served)).or_default();
        row.file = row.file.or_else(|| after.files.get(object.file)?.as_ref());
        add(&mut row.after, object);
    }
    let rows = rows
        .into_iter()
        .map(|((_, (kind, target)), Counts { file, before, after })| CodeChange {
            change: Change::between(before.0 > 0, after.0 > 0),
            file: file.cloned(),
            kind: kind.clone(),
            target: target.as_ref().map(|Natural(target)| target.clone()),
            before_count: before.0,
            after_count: after.0,
            before_size: Integer(before.1),
            after_size: Integer(after.1),
        });
    (rows.collect(), same_count)
}

fn top(side: &Side) -> Option<&OsStr> {
    let mut top = None;
    for file in &side.files {
        let mut parts = file.as_ref()?.iter();
        let (first, _) = parts.next().zip(parts.next())?;
        if *top.get_or_insert(first) != first {
            return None;
        }
    }
    top
}

fn add((count, size): &mut (usize, u64), object: &Object) {
    *count = count.saturating_add(1);
    *size = size.saturating_add(object.len);
}

#[derive(Default)]
struct Side {
    told: DiffSide,
    /// Paths within the folder or package.
    files: Vec<Option<FileName>>,
    objects: Vec<Object>,
    outcome: Outcome,
}

struct Object {
    file: usize,
    served: Served,
    digest: [u8; 16],
    len: u64,
}

impl Side {
    fn read(
        registry: &Registry,
        request: &DiffRequest,
        input: &InputFile,
        selection: &mut Selection<'_>,
    ) -> Result<Self, Error> {
        let mut side = Self::default();
        side.told.input = input.name();
        let (mut noted, mut passed_over) = (Vec::new(), Vec::new());
        let mut outcome = Outcome::Done;
        let mut files = Files::new(registry, &request.scan, &request.exclude, 1);
        let mut look_into = |leaf: Leaf| side.file(registry, request, input, leaf, selection);
        files.each(std::slice::from_ref(input), &mut look_into, &mut |item| {
            match item {
                Item::File(file) => {
                    let NotedFile { notes, .. } = &file;
                    outcome = outcome.max(match &notes.error {
                        // A missing file is not a failure: everything was added or removed.
                        Some(Error::NotABundle { .. }) | None => Outcome::Done,
                        Some(error) => error.outcome(),
                    });
                    if notes.error.is_some() || !notes.warnings.is_empty() || !notes.external_code.is_empty() {
                        noted.push(file);
                    }
                }
                Item::PassedOver(error) => passed_over.push(*error),
            }
            Ok(())
        })?;
        side.outcome = outcome;
        side.told.without_bundles_count = passed_over.len();
        (side.told.files, side.told.passed_over) = (noted, passed_over);
        let sizes = side.objects.iter().map(|object| object.len);
        side.told.code_object_count = side.objects.len();
        side.told.size = Integer(sizes.fold(0, u64::saturating_add));
        Ok(side)
    }

    fn file(
        &mut self,
        registry: &Registry,
        request: &DiffRequest,
        given: &InputFile,
        leaf: Leaf,
        selection: &mut Selection<'_>,
    ) -> Result<NotedFile, Error> {
        let input = leaf.input?;
        let within = leaf.found.then(|| leaf.name.within(&given.name()));
        let scan = input.unless_changed(scan_or_bare(registry, &input, &request.scan))?;
        // This excludes entries that share bytes.
        refuse_unsound(&scan, false)?;
        let number = self.files.len();
        self.files.push(within);
        let unit_count = units(registry.ids, &scan).len();
        self.told.unit_count = self.told.unit_count.saturating_add(unit_count);
        let mut known = ServedIds::new(registry.ids);
        for (_, found) in scan.in_use() {
            self.told.bundle_count = self.told.bundle_count.saturating_add(1);
            self.bundle(number, found, selection, &mut known)?;
        }
        input.check_unchanged()?;
        self.told.file_count = self.told.file_count.saturating_add(1);
        self.told.files_size.add(input.len());
        Ok(NotedFile { file: leaf.name, notes: FileNotes::new(input.name(), scan) })
    }

    fn bundle(
        &mut self,
        file: usize,
        found: &FoundBundle,
        selection: &mut Selection<'_>,
        known: &mut ServedIds<'_>,
    ) -> Result<(), Error> {
        for (place, entry) in found.code_objects() {
            let id = entry.id.as_deref().ok();
            if selection.takes(found.code(entry)) {
                let served = known.serve(id);
                let (input, place) = found.content(entry, place);
                let digest = digest(input, place)?;
                if !Arc::ptr_eq(input, &found.input) {
                    // There may be many inputs.
                    input.release();
                }
                self.objects.push(Object { file, served, digest, len: place.len });
            }
        }
        Ok(())
    }
}

/// Reads piece by piece to bound memory.
fn digest(input: &Input, place: Place) -> Result<[u8; 16], Error> {
    let mut md5 = Md5::new();
    input.pieces(place, &mut |bytes| {
        md5.update(bytes);
        Ok(())
    })?;
    Ok(md5.finalize().into())
}
