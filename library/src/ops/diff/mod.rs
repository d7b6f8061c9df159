//! `diff`: how the code objects of two files, packages or folders differ.

pub(crate) mod report;
mod side;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::PathBuf;

use offload_bundle_core::registry::Registry;

use self::side::{Object, Side};
use super::selection::Selection;
use super::served::Served;
use crate::error::Error;
use crate::file_name::FileName;
use crate::natural_order::Natural;
use crate::report::{Change, CodeChange, DiffReport, Integer, Outcome};
use crate::request::DiffRequest;
use crate::walk::refuse_rereading;

/// Compares the code objects of two inputs by their bytes. One that is in both is no difference, in whatever folder, package or bundle it
/// is, and however it is compressed.
///
/// # Errors
///
/// Returns an error if standard input is given twice. The report has the error of an input that cannot be read.
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

/// How many code objects of each side are in one of them only.
#[derive(Default)]
struct Counts<'s> {
    /// The file, as it is called before, or else after.
    file: Option<&'s FileName>,
    before: (usize, u64),
    after: (usize, u64),
}

/// The code objects that are in one of them only, and how many are in both.
fn changes(before: &Side, after: &Side) -> (Vec<CodeChange>, usize) {
    let mut there: BTreeMap<(&Served, [u8; 16]), Vec<&Object>> = BTreeMap::new();
    // Of those that are alike, the first in one input is paired with the first in the other.
    for object in after.objects.iter().rev() {
        there.entry((&object.served, object.digest)).or_default().push(object);
    }
    let tops = [top(before), top(after)];
    // A folder that everything is in is often called by its version.
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

/// The folder that all files of a folder or package are in, if there is one.
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
