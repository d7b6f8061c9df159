//! The best entry for a GPU, with reasons.

use std::sync::Arc;

use offload_bundle::OffloadFile;
use pyo3::prelude::*;

use crate::entry::Entry;
use crate::verdict::{Reason, reasons};

/// The best entry for a GPU.
#[pyclass(frozen, module = "offload_bundle")]
pub(crate) struct Match {
    entry: Py<Entry>,
    reasons: Vec<Reason>,
    others: Vec<Py<Entry>>,
}

/// An entry, and whether it runs on a GPU.
#[pyclass(frozen, module = "offload_bundle")]
pub(crate) struct Candidate {
    entry: Py<Entry>,
    is_compatible: bool,
    reasons: Vec<Reason>,
}

impl Match {
    pub(crate) fn new(py: Python<'_>, file: &Arc<OffloadFile>, found: &offload_bundle::Match<'_>) -> PyResult<Self> {
        let others = found
            .others()
            .iter()
            .map(|other| Py::new(py, Entry::from_entry(file, *other)));
        Ok(Self {
            entry: Py::new(py, Entry::from_entry(file, found.entry()))?,
            reasons: reasons(found.reasons()),
            others: others.collect::<PyResult<_>>()?,
        })
    }
}

impl Candidate {
    pub(crate) fn new(
        py: Python<'_>,
        file: &Arc<OffloadFile>,
        candidate: &offload_bundle::Candidate<'_>,
    ) -> PyResult<Self> {
        Ok(Self {
            entry: Py::new(py, Entry::from_entry(file, candidate.entry))?,
            is_compatible: candidate.is_compatible(),
            reasons: candidate
                .verdict
                .as_ref()
                .map_or_else(Vec::new, |verdict| reasons(&verdict.reasons)),
        })
    }
}

#[pymethods]
impl Match {
    #[getter]
    fn entry(&self, py: Python<'_>) -> Py<Entry> {
        self.entry.clone_ref(py)
    }

    #[getter]
    fn reasons(&self) -> Vec<Reason> {
        self.reasons.clone()
    }

    #[getter]
    fn others(&self, py: Python<'_>) -> Vec<Py<Entry>> {
        self.others.iter().map(|other| other.clone_ref(py)).collect()
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<offload_bundle.Match {}>", self.entry.get().show()?))
    }
}

#[pymethods]
impl Candidate {
    #[getter]
    fn entry(&self, py: Python<'_>) -> Py<Entry> {
        self.entry.clone_ref(py)
    }

    #[getter]
    fn is_compatible(&self) -> bool {
        self.is_compatible
    }

    #[getter]
    fn reasons(&self) -> Vec<Reason> {
        self.reasons.clone()
    }

    fn __repr__(&self) -> PyResult<String> {
        let verdict = if self.is_compatible { "yes" } else { "no" };
        Ok(format!(
            "<offload_bundle.Candidate {}: {verdict}>",
            self.entry.get().show()?
        ))
    }
}
