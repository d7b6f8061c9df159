//! `list`: what is in each input.

mod columns;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::check::refuse_rereading;
use super::session::pretty;
use crate::error::OpError;
use crate::ops::{Outcome, Session};
use crate::request::ListRequest;
use crate::scan::{ExternalCode, FoundBundle, FoundEnvelope, Located, Region, Scan, scan};

/// Lists every entry of every bundle of every input. [`Outcome::No`] if an input is no bundle; the others are listed all the same.
///
/// # Errors
///
/// A malformed input, unless `lenient`; then nothing at all is listed.
///
/// As JSON: a list with one object an input: `file`, `bundles`, `warnings`, `error` where it is no bundle, and `external_code` where
/// device code is not in the file: a list of `section`, `offset` (of its header), `len` (in memory), `reference` (null, or `section`,
/// `offset`, `size` of the section that says where it is). A bundle is
/// `offset`, `len`, `format`, `section` (the name of the section it is in, or null), `packed`, `entries`; an entry is `id`,
/// `canonical` (null if it has none), `offset`, `size` (null if they cannot be told). Offsets and sizes are in bytes from the start
/// of the input. `packed` is null, or what the bundle is compressed in: `format`, `version`, `method`, `offset` and `len` in the
/// input, `unpacked_size`; then all other offsets in the bundle count from the start of what was compressed. A warning is `code`,
/// `severity` (`error` only in a lenient listing), `offset`, `path`, `message`, and `input` where the offset counts in something else
/// than the input, such as what was compressed in it; an error is `code`, `message`.
pub fn list(session: &mut Session<'_>, request: &ListRequest) -> Result<Outcome, OpError> {
    refuse_rereading(&request.inputs)?;
    let mut listed = Vec::new();
    for file in &request.inputs {
        let input = file.open()?;
        let scan = match scan(session.registry, &input, &request.scan) {
            Err(error @ OpError::NotABundle { .. }) => Err(error),
            Ok(scan) if request.unchecked => Ok(scan.without_unknown_names()),
            other => Ok(other?),
        };
        if let (Ok(scan), false) = (&scan, request.lenient)
            && let Some(error) = scan.malformed()
        {
            return Err(error);
        }
        listed.push((input.name().to_owned(), scan));
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
            .filter_map(|(name, scan)| Some(columns::entries(name, scan.as_ref().ok()?, listed.len() > 1)))
            .collect(),
    };
    session.print(&text)?;
    let mut outcome = Outcome::Yes;
    for (name, scan) in &listed {
        match scan {
            Ok(scan) => {
                session.warn_of(scan);
                session.note_external_code(name, scan);
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
        .map(|found| bundle_as_json(session, found, scan.regions.get(found.region)))
        .collect();
    let mut file = json!({ "file": name, "bundles": bundles, "warnings": warnings(name, scan) });
    if let (false, Some(object)) = (scan.external_code.is_empty(), file.as_object_mut()) {
        let external_code = scan.external_code.iter().map(ExternalCode::as_json);
        object.insert("elsewhere".into(), external_code.collect());
    }
    file
}

fn bundle_as_json(session: &Session<'_>, found: &FoundBundle, region: Option<&Region>) -> Value {
    let entries = found.bundle.entries.iter().map(|entry| {
        let id = entry.id.as_deref().ok();
        let place = entry.place.as_ref().ok();
        json!({
            "id": id,
            "canonical": id.and_then(|id| session.registry.ids.canonical(id).ok()),
            "offset": place.map(|place| place.ofs),
            "size": place.map(|place| place.len),
        })
    });
    json!({
        "offset": found.bundle.start,
        "len": found.bundle.len,
        "format": found.form.name(),
        "section": region.and_then(|region| region.kind.section()),
        "packed": found.envelope.as_ref().map(compression_as_json),
        "entries": entries.collect::<Vec<_>>(),
    })
}

fn compression_as_json(envelope: &FoundEnvelope) -> Value {
    json!({
        "format": envelope.format.name(),
        "version": envelope.header.version,
        "method": envelope.header.method.as_ref().ok().map(|method| method.name),
        "offset": envelope.header.start,
        "len": envelope.len,
        "unpacked_size": envelope.header.decompressed_len.value,
    })
}

/// The findings of a scan of the input `name` as JSON.
pub(super) fn warnings(name: &str, scan: &Scan) -> Value {
    scan.findings().map(|located| warning(name, &located)).collect()
}

/// A finding as JSON; with the input that its offset counts in, where that is not `name`.
pub(super) fn warning(name: &str, Located { file, finding }: &Located) -> Value {
    let mut warning = Map::new();
    if file != name {
        warning.insert("input".into(), file.as_str().into());
    }
    warning.insert("code".into(), finding.code().into());
    warning.insert("severity".into(), finding.severity().name().into());
    warning.insert("offset".into(), finding.offset.into());
    warning.insert("path".into(), finding.path.to_string().into());
    warning.insert("message".into(), finding.anomaly.to_string().into());
    Value::Object(warning)
}
