//! Operations that rewrite: compress, decompress, replace.

use std::path::PathBuf;

use offload_bundle::REGISTRY;
use offload_bundle::ops::Context;
use offload_bundle::report::Outcome;
use offload_bundle::request::{CompressRequest, DecompressRequest, EntrySource};
use offload_bundle_rewrite::ReplaceRequest;
use pyo3::prelude::*;

use crate::operations::report;
use crate::request::{CompressionOptions, ScanOptions};
use crate::source::Source;

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct OutputOptions {
    output: Option<PathBuf>,
    in_place: bool,
    dry_run: bool,
}

#[pyfunction]
pub(crate) fn compress_file<'py>(
    py: Python<'py>,
    input: &Bound<'_, PyAny>,
    looking: ScanOptions,
    writing: OutputOptions,
    compressing: CompressionOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let mut request = CompressRequest::default();
    request.scan = looking.scan()?;
    request.compression = compressing.request()?;
    (request.output, request.in_place, request.dry_run) = (writing.output, writing.in_place, writing.dry_run);
    let source = Source::new(input)?;
    report(py, move || {
        request.inputs = vec![source.into_input()?];
        Ok((
            Outcome::Done,
            offload_bundle_rewrite::compress(&REGISTRY, &request, &mut Context::default())?,
        ))
    })
}

#[pyfunction]
pub(crate) fn decompress_file<'py>(
    py: Python<'py>,
    input: &Bound<'_, PyAny>,
    looking: ScanOptions,
    writing: OutputOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let mut request = DecompressRequest::default();
    request.scan = looking.scan()?;
    (request.output, request.in_place, request.dry_run) = (writing.output, writing.in_place, writing.dry_run);
    let source = Source::new(input)?;
    report(py, move || {
        request.input = source.into_input()?;
        Ok((
            Outcome::Done,
            offload_bundle_rewrite::decompress(&REGISTRY, &request, &mut Context::default())?,
        ))
    })
}

#[pyfunction]
pub(crate) fn replace<'py>(
    py: Python<'py>,
    input: &Bound<'_, PyAny>,
    looking: ScanOptions,
    writing: OutputOptions,
    entries: Vec<(String, Bound<'_, PyAny>)>,
    bundle: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut request = ReplaceRequest::default();
    request.scan = looking.scan()?;
    request.bundle = bundle;
    (request.output, request.in_place, request.dry_run) = (writing.output, writing.in_place, writing.dry_run);
    let source = Source::new(input)?;
    let entries: Vec<(String, Source)> = entries
        .into_iter()
        .map(|(id, code_object)| Ok((id, Source::new(&code_object)?)))
        .collect::<PyResult<_>>()?;
    report(py, move || {
        request.input = source.into_input()?;
        for (id, code_object) in entries {
            request.entries.push(EntrySource::new(id, code_object.into_input()?));
        }
        Ok((
            Outcome::Done,
            offload_bundle_rewrite::replace(&REGISTRY, &request, &mut Context::default())?,
        ))
    })
}
