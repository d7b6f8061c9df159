//! Requests from Python arguments, with the words of the command line.

use offload_bundle::REGISTRY;
use offload_bundle::request::{
    ByteSize, CompressionRequest, CompressionVersion, Filter, PathPattern, RequestedKind, RequestedTarget,
    RequestedTriple, ScanRequest,
};
use offload_bundle_cli_words::FromWord;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::invalid;

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct ScanOptions {
    exclude: Vec<String>,
    file_type: Option<String>,
    carve: bool,
    max_size: Option<u64>,
    follow: bool,
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct EntrySelection {
    arch: Vec<String>,
    kind: Vec<String>,
    triple: Vec<String>,
}

#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct CompressionOptions {
    method: Option<String>,
    level: Option<i32>,
    version: Option<u64>,
}

impl ScanOptions {
    pub(crate) fn scan(&self) -> PyResult<ScanRequest> {
        let mut scan = ScanRequest::default();
        scan.file_type = self.file_type.as_deref().map(value).transpose()?;
        scan.carve = self.carve;
        scan.max_size = self.max_size.map(ByteSize);
        scan.no_follow = !self.follow;
        Ok(scan)
    }

    pub(crate) fn exclude(&self) -> PyResult<Vec<PathPattern>> {
        self.exclude.iter().map(|word| value(word)).collect()
    }
}

impl EntrySelection {
    pub(crate) fn filter(&self, py: Python<'_>) -> PyResult<Filter> {
        let mut filter = Filter::default();
        for arch in &self.arch {
            filter.targets.push(gpu(py, arch)?);
        }
        for kind in &self.kind {
            let kind = RequestedKind::parse(&REGISTRY, kind).map_err(|error| invalid(py, kind, &error))?;
            filter.kinds.push(kind);
        }
        for triple in &self.triple {
            let triple = RequestedTriple::parse(&REGISTRY, triple).map_err(|error| invalid(py, triple, &error))?;
            filter.triples.push(triple);
        }
        Ok(filter)
    }
}

impl CompressionOptions {
    pub(crate) fn request(&self) -> PyResult<CompressionRequest> {
        let mut request = CompressionRequest::default();
        request.method = self.method.as_deref().map(value).transpose()?;
        request.level = self.level;
        request.version = self.version.map(CompressionVersion);
        Ok(request)
    }
}

pub(crate) fn value<T: FromWord>(word: &str) -> PyResult<T> {
    T::from_word(&REGISTRY, word.as_ref()).map_err(|error| PyValueError::new_err(format!("{word:?}: {error}")))
}

pub(crate) fn gpu(py: Python<'_>, name: &str) -> PyResult<RequestedTarget> {
    RequestedTarget::parse(&REGISTRY, name).map_err(|error| invalid(py, name, &error))
}
