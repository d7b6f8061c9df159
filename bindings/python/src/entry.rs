//! An entry of a bundle, and its code object.

use std::ffi::c_int;
use std::sync::Arc;

use offload_bundle::OffloadFile;
use pyo3::exceptions::PyIndexError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::exception;
use crate::guard::free;
use crate::target::TargetId;

/// Bundle in the file, entry in the bundle.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position {
    bundle: usize,
    entry: usize,
}

/// An entry of a bundle in an opened file.
#[pyclass(frozen, module = "offload_bundle")]
pub(crate) struct Entry {
    file: Arc<OffloadFile>,
    position: Position,
}

impl Entry {
    fn new(file: &Arc<OffloadFile>, position: Position) -> Self {
        Self { file: Arc::clone(file), position }
    }

    pub(crate) fn all(file: &Arc<OffloadFile>, bundle: offload_bundle::Bundle<'_>) -> impl Iterator<Item = Self> {
        let number = bundle.number();
        let entries = 0..bundle.entry_count();
        entries.map(move |entry| Self::new(file, Position { bundle: number, entry }))
    }

    pub(crate) fn from_entry(file: &Arc<OffloadFile>, entry: offload_bundle::Entry<'_>) -> Self {
        let position = usize::try_from(entry.number()).unwrap_or(usize::MAX);
        Self::new(file, Position { bundle: entry.bundle().number(), entry: position })
    }

    fn get(&self) -> PyResult<offload_bundle::Entry<'_>> {
        let entry = self.file.bundle(self.position.bundle);
        let entry = entry.and_then(|bundle| bundle.entry(self.position.entry));
        entry.ok_or_else(|| PyIndexError::new_err("no such entry"))
    }

    /// For `repr`.
    pub(crate) fn show(&self) -> PyResult<String> {
        let entry = self.get()?;
        let id = entry
            .id()
            .map_or_else(|_| "an ID that is not text".to_owned(), |id| format!("{id:?}"));
        Ok(match entry.len() {
            Ok(len) => format!("{id}: {len} bytes"),
            Err(_) => id,
        })
    }
}

#[pymethods]
impl Entry {
    #[getter]
    fn number(&self) -> usize {
        self.position.entry
    }

    #[getter]
    fn bundle(&self) -> usize {
        self.position.bundle
    }

    #[getter]
    fn id(&self, py: Python<'_>) -> PyResult<&str> {
        self.get()?.id().map_err(|error| exception(py, error))
    }

    #[getter]
    fn kind(&self) -> PyResult<Option<String>> {
        Ok(self.get()?.parsed_id().map(|id| id.kind.to_owned()))
    }

    #[getter]
    fn triple(&self) -> PyResult<Option<String>> {
        Ok(self.get()?.parsed_id().map(|id| id.triple.to_string()))
    }

    #[getter]
    fn target(&self) -> PyResult<Option<TargetId>> {
        let target = self.get()?.parsed_id().and_then(|id| id.target_id);
        Ok(target.map(|target| TargetId::from_target(&target)))
    }

    #[getter]
    fn size(&self, py: Python<'_>) -> PyResult<u64> {
        self.get()?.len().map_err(|error| exception(py, error))
    }

    #[getter]
    fn offset(&self) -> PyResult<Option<u64>> {
        Ok(self.get()?.offset())
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let entry = self.get()?;
        let bytes = free(py, || entry.bytes())?.map_err(|error| exception(py, error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The buffer protocol of the code object.
    #[allow(
        unsafe_code,
        reason = "the buffer protocol is a structure that the interpreter hands in, to be filled"
    )]
    unsafe fn __getbuffer__(slf: PyRef<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let bytes = slf.__bytes__(slf.py())?;
        // SAFETY: the interpreter passes a `view` to fill in. The bytes object fills it, and the view keeps it alive until its release. The
        // bytes cannot change, and the release has nothing to free.
        match unsafe { ffi::PyObject_GetBuffer(bytes.as_ptr(), view, flags) } {
            0 => Ok(()),
            _ => Err(PyErr::fetch(slf.py())),
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.file, &other.file) && self.position == other.position
    }

    fn __hash__(&self) -> usize {
        self.position
            .bundle
            .wrapping_mul(65_537)
            .wrapping_add(self.position.entry)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<offload_bundle.Entry {}>", self.show()?))
    }
}
