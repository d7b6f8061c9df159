//! Rows and bytes of a part: a file can have more than a page holds.

use std::ops::Range;
use std::path::PathBuf;

use offload_bundle::input::InputFile;
use offload_bundle::ops;
use offload_bundle::report::{FileNotes, InspectItem, InspectedPart, PartPlace};
use offload_bundle::request::InspectRequest;
use offload_bundle::{Error, REGISTRY};
use serde::Serialize;

/// Most rows of a part.
const ROOM: usize = 20_000;

#[derive(Debug, Default, Serialize)]
pub(crate) struct Parts {
    /// There can be many, and counting rows takes as long as showing them.
    parts: Vec<PartPlace>,
    /// Users look for a library's bundles, not for its headers.
    first: usize,
    notes: Vec<FileNotes>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Part {
    #[serde(flatten)]
    part: InspectedPart,
    /// Omitted rows.
    left_out_count: usize,
}

fn request(inputs: Vec<InputFile>, parts: Range<usize>) -> InspectRequest {
    let mut request = InspectRequest::default();
    (request.inputs, request.parts) = (inputs, Some(parts));
    request
}

pub(crate) fn parts(inputs: Vec<InputFile>) -> Result<Parts, Error> {
    let mut all = Parts::default();
    ops::inspect_with(&REGISTRY, &request(inputs, 0..0), &mut |item| {
        match item {
            InspectItem::Part(place) => all.parts.push(place),
            InspectItem::End(notes) => all.notes.push(*notes),
            _ => {}
        }
        Ok(())
    })?;
    let is_bundle = |place: &PartPlace| REGISTRY.host(place.format).is_none();
    all.first = all.parts.iter().position(is_bundle).unwrap_or_default();
    Ok(all)
}

pub(crate) fn part(inputs: Vec<InputFile>, number: usize) -> Result<Option<Part>, Error> {
    let mut request = request(inputs, number..number.saturating_add(1));
    // Nothing is written there; a page includes bytes.
    request.page = Some(PathBuf::from("page"));
    let mut wanted: Option<Part> = None;
    let mut before = number;
    let mut is_now = false;
    ops::inspect_with(&REGISTRY, &request, &mut |item| {
        if let InspectItem::Part(place) = item {
            is_now = before == 0 && wanted.is_none();
            before = before.saturating_sub(1);
            if is_now {
                wanted = Some(Part { part: InspectedPart::new(place), left_out_count: 0 });
            }
            return Ok(());
        }
        let Some(Part { part, left_out_count }) = wanted.as_mut().filter(|_| is_now) else {
            return Ok(());
        };
        match item {
            InspectItem::Row(row) if part.rows.len() < ROOM => part.rows.push(row),
            InspectItem::Row(_) => *left_out_count = left_out_count.saturating_add(1),
            InspectItem::EndPart(end) => part.end = end,
            _ => {}
        }
        Ok(())
    })?;
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs() -> Vec<InputFile> {
        let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/fixtures");
        vec![format!("{fixtures}/compressed/device.22.hipfb").into(), format!("{fixtures}/objects/hip.22.so").into()]
    }

    #[test]
    fn parts_equal_inspect_report() {
        let whole = ops::inspect(&REGISTRY, &request(inputs(), 0..usize::MAX)).unwrap();
        let expected: Vec<_> = whole.files.iter().flat_map(|file| &file.parts).collect();
        let titles = parts(inputs()).unwrap().parts;
        assert_eq!(
            expected.iter().map(|part| part.place.format).collect::<Vec<_>>(),
            ["ccob", "binary_bundle", "binary_bundle", "hip_wrappers"]
        );
        assert_eq!(titles.len(), expected.len());
        for (number, (title, expected)) in titles.iter().zip(&expected).enumerate() {
            let Part { part, .. } = part(inputs(), number).unwrap().unwrap();
            assert_eq!(*title, expected.place);
            assert_eq!((&part.place, &part.rows), (&expected.place, &expected.rows));
            assert!(!part.end.bytes.is_empty());
        }
        assert!(part(inputs(), titles.len()).unwrap().is_none());
    }

    #[test]
    fn bundles_are_shown_before_headers() {
        let first = |name: &str| {
            let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/fixtures");
            let parts = parts(vec![format!("{fixtures}/{name}").into()]).unwrap();
            (parts.first, parts.parts[parts.first].format)
        };
        assert_eq!(first("compressed/device.22.hipfb"), (0, "ccob"));
        assert_eq!(first("objects/hip.22.so"), (0, "binary_bundle"));
        assert_eq!(first("objects/hip.22.dll"), (1, "binary_bundle"));
    }
}
