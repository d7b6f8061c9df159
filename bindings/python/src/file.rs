//! An opened file.

use std::path::PathBuf;
use std::sync::Arc;

use offload_bundle::{OffloadFile, OpenOptions};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::bundle::Bundle;
use crate::entry::Entry;
use crate::error::exception;
use crate::guard::free;
use crate::matching::{Candidate, Match};
use crate::operations::dictionary;
use crate::request::value;
use crate::source::Source;

/// A file with GPU code.
#[pyclass(frozen, module = "offload_bundle")]
pub(crate) struct File(pub(crate) Arc<OffloadFile>);

/// Opens a file with GPU code.
#[pyfunction]
#[pyo3(signature = (source, *, lenient = false, carve = false, max_size = None, verify_digests = true, file_type = None))]
pub(crate) fn open(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    lenient: bool,
    carve: bool,
    max_size: Option<u64>,
    verify_digests: bool,
    file_type: Option<&str>,
) -> PyResult<File> {
    let mut options = OpenOptions::new()
        .lenient(lenient)
        .carve(carve)
        .verify_digests(verify_digests);
    if let Some(bytes) = max_size {
        options = options.max_size(bytes);
    }
    if let Some(name) = file_type {
        options = options.file_type(value(name)?);
    }
    let source = Source::new(source)?;
    let opened = free(py, || match source {
        Source::Path(path) => options.open(path),
        Source::Bytes(bytes) => options.open_bytes(bytes),
        Source::Reader(name, reader) => options.open_reader(name, reader),
    })?;
    opened
        .map(|file| File(Arc::new(file)))
        .map_err(|error| exception(py, error))
}

#[pymethods]
impl File {
    #[getter]
    fn name(&self) -> PathBuf {
        self.0.name().as_path().to_owned()
    }

    #[getter]
    fn bundles(&self) -> Vec<Bundle> {
        let bundles = self.0.bundles();
        bundles.map(|bundle| Bundle::new(&self.0, bundle.number())).collect()
    }

    #[getter]
    fn entries(&self) -> Vec<Entry> {
        let bundles = self.0.bundles();
        bundles.flat_map(|bundle| Entry::all(&self.0, bundle)).collect()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.entries().into_bound_py_any(py)?.try_iter()
    }

    fn best_match(&self, py: Python<'_>, target: &str) -> PyResult<Option<Match>> {
        let found = self.0.best_match(target).map_err(|error| exception(py, error))?;
        found.map(|found| Match::new(py, &self.0, &found)).transpose()
    }

    fn candidates(&self, py: Python<'_>, target: &str) -> PyResult<Vec<Candidate>> {
        let candidates = self.0.candidates(target).map_err(|error| exception(py, error))?;
        candidates
            .map(|candidate| Candidate::new(py, &self.0, &candidate))
            .collect()
    }

    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let findings: Vec<_> = free(py, || self.0.findings().collect())?;
        findings.iter().map(|finding| dictionary(py, finding)).collect()
    }

    fn __repr__(&self) -> String {
        format!("<offload_bundle.File {:?}>", self.0.name().as_path())
    }
}
