//! The tool, as a function.

use std::ffi::OsString;

use pyo3::prelude::*;

use crate::guard::free;

/// Runs the command line `words`, and returns its exit code.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, words: Vec<OsString>) -> PyResult<u8> {
    free(py, || offload_bundle_cli::run_here(&words))
}
