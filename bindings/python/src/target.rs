//! Target IDs and their compatibility.

use std::collections::BTreeMap;

use offload_bundle::REGISTRY;
use offload_bundle::offload_bundle_core::ids::IdComponentError;
use pyo3::prelude::*;

use crate::error::invalid;
use crate::request::gpu;
use crate::verdict::Verdict;

/// A target ID.
#[pyclass(frozen, eq, hash, module = "offload_bundle")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct TargetId {
    /// In canonical form.
    text: String,
    processor: String,
    features: BTreeMap<String, bool>,
}

impl TargetId {
    pub(crate) fn from_target(target: &offload_bundle::TargetId<'_>) -> Self {
        let features = target.features.iter();
        let written = target.to_string();
        Self {
            text: REGISTRY.ids.canonical_target(&written).unwrap_or(written),
            processor: target.processor.to_owned(),
            features: features.map(|feature| (feature.name.to_owned(), feature.on)).collect(),
        }
    }
}

#[pymethods]
impl TargetId {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Self> {
        let parsed = offload_bundle::TargetId::parse(text);
        let parsed = parsed.map_err(|error| invalid(py, text, &IdComponentError::Malformed(error)))?;
        Ok(Self::from_target(&parsed))
    }

    /// The target of a product or a target ID, in any case.
    #[staticmethod]
    fn of_gpu(py: Python<'_>, name: &str) -> PyResult<Self> {
        Self::new(py, gpu(py, name)?.text())
    }

    #[getter]
    fn processor(&self) -> &str {
        &self.processor
    }

    #[getter]
    fn features(&self) -> BTreeMap<String, bool> {
        self.features.clone()
    }

    /// Whether code for this target may run as the other.
    fn may_serve(&self, requested: &Self) -> Verdict {
        REGISTRY
            .ids
            .target_verdict(self.text.as_str().into(), &requested.text)
            .into()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("TargetId({:?})", self.text)
    }
}
