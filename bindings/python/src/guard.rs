//! Releases the interpreter during long work, and stops panics.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Other Python threads run. A panic becomes a `RuntimeError`.
pub(crate) fn free<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|_| {
        PyRuntimeError::new_err("a fault in offload_bundle: please report it, with the file that shows it")
    })
}
