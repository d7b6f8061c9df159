//! `list`: what is in each input.

use serde_json::{Map, Value, json};
use std::{collections::BTreeSet, format, string::String, string::ToString, sync::Arc, vec::Vec};

use super::check::refuse_rereading;
use super::session::pretty;
use super::table::{Align, table};
use super::{Elsewhere, Found, Located, OpError, Outcome, Scan, ScanOptions, Session, scan};
use crate::container::StoredEntry;
use crate::files::Input;

/// What to list.
#[derive(Debug, Clone, Default)]
pub struct ListRequest {
    /// The inputs.
    pub inputs: Vec<String>,
    /// How to look into them.
    pub scan: ScanOptions,
    /// Print the IDs alone, one a line and each once an input.
    pub ids_only: bool,
    /// List what can be read of a malformed input, and warn of the rest.
    pub lenient: bool,
    /// Stored IDs may name kinds and triples that are not known.
    pub unchecked: bool,
}

/// Lists every entry of every bundle of every input. [`Outcome::No`] if an input is no bundle; the others are listed all the same.
/// Errors: a malformed input, unless `lenient`; then nothing at all is listed.
///
/// As JSON: a list with one object an input: `file`, `bundles`, `warnings`, `error` where it is no bundle, and `elsewhere` where
/// device code is not in the file: a list of `section`, `offset` (of its header), `len` (in memory), `reference` (null, or `section`,
/// `offset`, `size` of the section that says where it is). A bundle is
/// `offset`, `len`, `format`, `entries`; an entry is `id`, `canonical` (null if it has none), `offset`, `size` (null if they cannot
/// be told). Offsets and sizes are in bytes from the start of the input. A warning is `code`, `severity`
/// (`error` only in a lenient listing), `offset`, `path`, `message`; an error is `code`, `message`.
pub fn list(session: &mut Session<'_>, request: &ListRequest) -> Result<Outcome, OpError> {
    refuse_rereading(&request.inputs)?;
    let mut listed = Vec::new();
    for name in &request.inputs {
        let input = Arc::new(Input::open(name)?);
        let scan = match scan(session.catalog, &input, &request.scan) {
            Err(error @ OpError::NotABundle { .. }) => Err(error),
            Ok(scan) if request.unchecked => Ok(scan.without_unknown_names()),
            other => Ok(other?),
        };
        if let (Ok(scan), false) = (&scan, request.lenient)
            && let Some(error) = scan.malformed()
        {
            return Err(error);
        }
        listed.push((name, scan));
    }
    let text = match (session.json, request.ids_only) {
        (true, _) => {
            let files = listed.iter().map(|(name, scan)| as_json(session, name, scan));
            pretty(&Value::Array(files.collect()))
        }
        (false, true) => listed
            .iter()
            .filter_map(|(_, scan)| Some(ids(scan.as_ref().ok()?)))
            .collect(),
        (false, false) => listed
            .iter()
            .filter_map(|(name, scan)| Some(as_text(name, scan.as_ref().ok()?, listed.len() > 1)))
            .collect(),
    };
    session.print(&text)?;
    let mut outcome = Outcome::Yes;
    for (name, scan) in &listed {
        match scan {
            Ok(scan) => {
                scan.findings().for_each(|located| session.warn(&located));
                for elsewhere in &scan.elsewhere {
                    session.message(&elsewhere.as_note(name));
                }
                if scan.bundles.is_empty() {
                    outcome = Outcome::No;
                }
            }
            Err(error) => {
                session.message(&error.to_string());
                outcome = Outcome::No;
            }
        }
    }
    Ok(outcome)
}

fn ids(scan: &Scan) -> String {
    let mut seen = BTreeSet::new();
    let entries = scan.bundles.iter().flat_map(|found| &found.bundle.entries);
    let ids = entries.filter_map(|entry| entry.id.as_deref().ok());
    ids.filter(|id| seen.insert(*id)).map(|id| format!("{id}\n")).collect()
}

fn as_text(name: &str, scan: &Scan, several: bool) -> String {
    let heading = ["bundle", "offset", "size", "ID"].map(ToString::to_string).to_vec();
    let mut rows = std::vec![heading];
    for (number, found) in scan.bundles.iter().enumerate() {
        rows.extend(found.bundle.entries.iter().map(|entry| row(number, entry)));
    }
    let table = table(&[Align::Right, Align::Right, Align::Right, Align::Left], &rows);
    if several { format!("{name}:\n{table}\n") } else { table }
}

fn row(number: usize, entry: &StoredEntry) -> Vec<String> {
    let place = entry.place.as_ref().ok();
    let or_unknown = |number: Option<u64>| number.map_or_else(|| "?".into(), |number| number.to_string());
    std::vec![
        number.to_string(),
        or_unknown(place.map(|place| place.ofs)),
        or_unknown(place.map(|place| place.len)),
        entry.id.as_ref().map_or_else(|_| "?".into(), |id| printable(id)),
    ]
}

/// The ID as one line: control characters are escaped.
pub(super) fn printable(id: &str) -> String {
    if id.chars().any(char::is_control) {
        id.escape_debug().to_string()
    } else {
        id.into()
    }
}

fn as_json(session: &Session<'_>, name: &str, scan: &Result<Scan, OpError>) -> Value {
    let scan = match scan {
        Ok(scan) => scan,
        Err(error) => {
            return json!({ "file": name, "bundles": [], "warnings": [], "error": error.as_json() });
        }
    };
    let bundles: Vec<Value> = scan
        .bundles
        .iter()
        .map(|found| bundle_as_json(session, found))
        .collect();
    let mut file = json!({ "file": name, "bundles": bundles, "warnings": warnings(scan) });
    if let (false, Some(object)) = (scan.elsewhere.is_empty(), file.as_object_mut()) {
        let elsewhere = scan.elsewhere.iter().map(Elsewhere::as_json);
        object.insert("elsewhere".into(), elsewhere.collect());
    }
    file
}

fn bundle_as_json(session: &Session<'_>, found: &Found) -> Value {
    let entries = found.bundle.entries.iter().map(|entry| {
        let id = entry.id.as_deref().ok();
        let place = entry.place.as_ref().ok();
        json!({
            "id": id,
            "canonical": id.and_then(|id| session.catalog.ids.canonical(id).ok()),
            "offset": place.map(|place| place.ofs),
            "size": place.map(|place| place.len),
        })
    });
    json!({
        "offset": found.bundle.start,
        "len": found.bundle.len,
        "format": found.form.name(),
        "entries": entries.collect::<Vec<_>>(),
    })
}

/// The findings of a scan as JSON.
pub(super) fn warnings(scan: &Scan) -> Value {
    scan.findings().map(|located| warning(&located)).collect()
}

/// A finding as JSON.
pub(super) fn warning(Located { finding, .. }: &Located) -> Value {
    let mut warning = Map::new();
    warning.insert("code".into(), finding.code().into());
    warning.insert("severity".into(), finding.severity().name().into());
    warning.insert("offset".into(), finding.offset.into());
    warning.insert("path".into(), finding.path.clone().into());
    warning.insert("message".into(), finding.flaw.to_string().into());
    Value::Object(warning)
}
