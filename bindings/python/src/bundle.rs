//! A bundle of an opened file.

use std::sync::Arc;

use offload_bundle::OffloadFile;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::entry::Entry;
use crate::error::exception;
use crate::matching::Match;
use crate::operations::dictionary;

/// A bundle in an opened file.
#[pyclass(frozen, module = "offload_bundle")]
pub(crate) struct Bundle {
    file: Arc<OffloadFile>,
    number: usize,
}

impl Bundle {
    pub(crate) fn new(file: &Arc<OffloadFile>, number: usize) -> Self {
        Self { file: Arc::clone(file), number }
    }

    fn get(&self) -> PyResult<offload_bundle::Bundle<'_>> {
        let bundle = self.file.bundle(self.number);
        bundle.ok_or_else(|| PyIndexError::new_err("no such bundle"))
    }
}

#[pymethods]
impl Bundle {
    #[getter]
    fn number(&self) -> usize {
        self.number
    }

    #[getter]
    fn format(&self) -> PyResult<&'static str> {
        Ok(self.get()?.format())
    }

    #[getter]
    fn offset(&self) -> PyResult<u64> {
        Ok(self.get()?.offset())
    }

    #[getter]
    fn size(&self) -> PyResult<u64> {
        Ok(self.get()?.len())
    }

    #[getter]
    fn section(&self) -> PyResult<Option<&str>> {
        Ok(self.get()?.section())
    }

    #[getter]
    fn member<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let member = self.get()?.member();
        member.map(|member| dictionary(py, &member)).transpose()
    }

    #[getter]
    fn compression<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let compression = self.get()?.compression();
        compression.map(|compression| dictionary(py, &compression)).transpose()
    }

    #[getter]
    fn entries(&self) -> PyResult<Vec<Entry>> {
        Ok(Entry::all(&self.file, self.get()?).collect())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.entries()?.into_bound_py_any(py)?.try_iter()
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.get()?.entry_count())
    }

    fn best_match(&self, py: Python<'_>, target: &str) -> PyResult<Option<Match>> {
        let found = self.get()?.best_match(target).map_err(|error| exception(py, error))?;
        found.map(|found| Match::new(py, &self.file, &found)).transpose()
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.file, &other.file) && self.number == other.number
    }

    fn __hash__(&self) -> usize {
        self.number
    }

    fn __repr__(&self) -> PyResult<String> {
        let bundle = self.get()?;
        let (format, offset) = (bundle.format(), bundle.offset());
        Ok(format!(
            "<offload_bundle.Bundle {}: {format} at byte {offset}>",
            self.number
        ))
    }
}
