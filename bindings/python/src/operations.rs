//! The operations: arguments to requests, reports to dictionaries.

use std::path::PathBuf;

use offload_bundle::input::InputFile;
use offload_bundle::ops::{self, Context};
use offload_bundle::report::Outcome;
use offload_bundle::request::{
    ByteSize, CompressionMethod, DiffRequest, ExtractRequest, ListRequest, SizeRequest, SupportsRequest, VerifyRequest,
};
use offload_bundle::{BundleBuilder, Error, REGISTRY};
use offload_bundle_rewrite::PruneRequest;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;

use crate::error::exception;
use crate::guard::free;
use crate::request::{CompressionOptions, EntrySelection, ScanOptions, gpu, value};
use crate::source::Source;

fn sources(given: &[Bound<'_, PyAny>]) -> PyResult<Vec<Source>> {
    match given.is_empty() {
        true => Err(PyValueError::new_err(
            "there is nothing to look into: give paths, bytes or file objects",
        )),
        false => given.iter().map(Source::new).collect(),
    }
}

fn open(sources: Vec<Source>) -> Result<Vec<InputFile>, Error> {
    sources.into_iter().map(Source::into_input).collect()
}

fn load<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

fn as_json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

pub(crate) fn dictionary<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    load(py, &as_json(value)?)
}

/// With the outcome.
pub(crate) fn report<R: Serialize>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<(Outcome, R), Error> + Send,
) -> PyResult<Bound<'_, PyAny>> {
    let done = free(py, || work().map(|(outcome, report)| (outcome, as_json(&report))))?;
    let (outcome, json) = done.map_err(|error| exception(py, error))?;
    let report = load(py, &json?)?;
    let outcome = match outcome {
        Outcome::Done => "done",
        Outcome::Negative => "negative",
        Outcome::Failed => "failed",
    };
    report.set_item("outcome", outcome)?;
    Ok(report)
}

#[pyfunction]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    inputs: Vec<Bound<'_, PyAny>>,
    looking: ScanOptions,
    require: Vec<String>,
    allow: Vec<String>,
    variant: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut request = VerifyRequest::default();
    request.scan = looking.scan()?;
    request.exclude = looking.exclude()?;
    request.required = require.iter().map(|name| gpu(py, name)).collect::<PyResult<_>>()?;
    request.variant = variant;
    request.allowed = allow.iter().map(|word| value(word)).collect::<PyResult<_>>()?;
    let sources = sources(&inputs)?;
    report(py, move || {
        request.inputs = open(sources)?;
        let report = ops::verify(&REGISTRY, &request)?;
        Ok((report.summary.outcome, report))
    })
}

#[pyfunction]
pub(crate) fn list_files<'py>(
    py: Python<'py>,
    inputs: Vec<Bound<'_, PyAny>>,
    looking: ScanOptions,
    wanted: EntrySelection,
    lenient: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut request = ListRequest::default();
    request.scan = looking.scan()?;
    request.exclude = looking.exclude()?;
    request.filter = wanted.filter(py)?;
    request.lenient = lenient;
    let sources = sources(&inputs)?;
    report(py, move || {
        request.inputs = open(sources)?;
        let report = ops::list(&REGISTRY, &request)?;
        Ok((report.summary.outcome, report))
    })
}

#[pyfunction]
pub(crate) fn size<'py>(
    py: Python<'py>,
    inputs: Vec<Bound<'_, PyAny>>,
    looking: ScanOptions,
    wanted: EntrySelection,
    by: &str,
    budget: Option<u64>,
    mangled: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut request = SizeRequest::default();
    request.scan = looking.scan()?;
    request.exclude = looking.exclude()?;
    request.filter = wanted.filter(py)?;
    request.by = value(by)?;
    request.budget = budget.map(ByteSize);
    request.mangled = mangled;
    let sources = sources(&inputs)?;
    report(py, move || {
        request.inputs = open(sources)?;
        let report = ops::size(&REGISTRY, &request)?;
        Ok((report.outcome, report))
    })
}

#[pyfunction]
pub(crate) fn supports<'py>(
    py: Python<'py>,
    targets: Vec<String>,
    inputs: Vec<Bound<'_, PyAny>>,
    looking: ScanOptions,
    kinds: Vec<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut request = SupportsRequest::default();
    request.targets = targets.iter().map(|name| gpu(py, name)).collect::<PyResult<_>>()?;
    request.kinds = kinds.iter().map(|word| value(word)).collect::<PyResult<_>>()?;
    request.scan = looking.scan()?;
    request.exclude = looking.exclude()?;
    let sources = sources(&inputs)?;
    report(py, move || {
        request.inputs = open(sources)?;
        let report = ops::supports(&REGISTRY, &request)?;
        Ok((report.summary.outcome, report))
    })
}

#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "each is an option of the operation")]
pub(crate) fn extract<'py>(
    py: Python<'py>,
    inputs: Vec<Bound<'_, PyAny>>,
    folder: PathBuf,
    looking: ScanOptions,
    wanted: EntrySelection,
    empty: bool,
    lenient: bool,
    force: bool,
    dry_run: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut request = ExtractRequest::default();
    request.scan = looking.scan()?;
    request.exclude = looking.exclude()?;
    request.filter = wanted.filter(py)?;
    (request.folder, request.empty, request.lenient) = (folder, empty, lenient);
    (request.force, request.dry_run) = (force, dry_run);
    let sources = sources(&inputs)?;
    report(py, move || {
        request.inputs = open(sources)?;
        let report = ops::extract(&REGISTRY, &request, &mut Context::default())?;
        Ok((report.summary.outcome, report))
    })
}

#[pyfunction]
pub(crate) fn diff<'py>(
    py: Python<'py>,
    before: &Bound<'_, PyAny>,
    after: &Bound<'_, PyAny>,
    looking: ScanOptions,
    wanted: EntrySelection,
) -> PyResult<Bound<'py, PyAny>> {
    let mut request = DiffRequest::default();
    request.scan = looking.scan()?;
    request.exclude = looking.exclude()?;
    request.filter = wanted.filter(py)?;
    let (before, after) = (Source::new(before)?, Source::new(after)?);
    report(py, move || {
        (request.before, request.after) = (before.into_input()?, after.into_input()?);
        let report = ops::diff(&REGISTRY, &request)?;
        Ok((report.outcome, report))
    })
}

#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "each is an option of the operation")]
pub(crate) fn prune<'py>(
    py: Python<'py>,
    input: &Bound<'_, PyAny>,
    looking: ScanOptions,
    keep: Vec<String>,
    drop: Vec<String>,
    output: Option<PathBuf>,
    in_place: bool,
    dry_run: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut request = PruneRequest::default();
    request.scan = looking.scan()?;
    request.keep = keep.iter().map(|name| gpu(py, name)).collect::<PyResult<_>>()?;
    request.drop = drop.iter().map(|name| gpu(py, name)).collect::<PyResult<_>>()?;
    (request.output, request.in_place, request.dry_run) = (output, in_place, dry_run);
    let source = Source::new(input)?;
    report(py, move || {
        request.input = source.into_input()?;
        Ok((
            Outcome::Done,
            offload_bundle_rewrite::prune(&REGISTRY, &request, &mut Context::default())?,
        ))
    })
}

fn bytes(py: Python<'_>, work: impl FnOnce() -> Result<Vec<u8>, Error> + Send) -> PyResult<Bound<'_, PyBytes>> {
    let made = free(py, work)?.map_err(|error| exception(py, error))?;
    Ok(PyBytes::new(py, &made))
}

#[pyfunction]
pub(crate) fn bundle<'py>(
    py: Python<'py>,
    entries: Vec<(String, Vec<u8>)>,
    compressing: Option<CompressionOptions>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut builder = BundleBuilder::new();
    for (id, code_object) in entries {
        builder = builder.entry(id, code_object);
    }
    if let Some(compressing) = compressing {
        let mut request = compressing.request()?;
        request.method = request.method.or_else(|| CompressionMethod::default_method(&REGISTRY));
        builder = builder.compressed(&request);
    }
    bytes(py, move || builder.to_bytes())
}

#[pyfunction]
pub(crate) fn compress<'py>(
    py: Python<'py>,
    given: Vec<u8>,
    compressing: CompressionOptions,
) -> PyResult<Bound<'py, PyBytes>> {
    let request = compressing.request()?;
    bytes(py, move || offload_bundle::compress(given, &request))
}

#[pyfunction]
pub(crate) fn decompress(py: Python<'_>, given: Vec<u8>) -> PyResult<Bound<'_, PyBytes>> {
    bytes(py, move || offload_bundle::decompress(given))
}
