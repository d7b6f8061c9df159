//! Errors of the library as exceptions.

use std::io;

use offload_bundle::input::reason;
use offload_bundle::offload_bundle_core::ids::IdComponentError;
use offload_bundle::{Advice, Error};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// `OSError` for system errors, else a class of `offload_bundle.errors`.
pub(crate) fn exception(py: Python<'_>, error: Error) -> PyErr {
    match error {
        Error::Io { file, error } | Error::Output { file, error } => of_system(error, file.as_path().as_os_str()),
        error => of_library(py, &error).unwrap_or_else(|failed| failed),
    }
}

/// Or the exception that a file object raised.
fn of_system(mut error: io::Error, file: &std::ffi::OsStr) -> PyErr {
    let raised = error.get_mut().and_then(|inner| inner.downcast_mut::<Raised>());
    if let Some(exception) = raised.and_then(|raised| raised.0.take()) {
        return exception;
    }
    let text = reason(&error);
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, text, file.to_owned())),
        None => PyOSError::new_err(format!("{}: {text}", file.display())),
    }
}

fn of_library(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let errors = py.import("offload_bundle.errors")?;
    let file = error.file().map(|file| file.as_path().as_os_str());
    let path = error.path().map(ToString::to_string);
    let message = format!("{error}{}{}", hint_of(error), functions_for(error));
    let made = errors.call_method1("of", (message, error.code(), file, error.offset(), path))?;
    Ok(PyErr::from_value(made))
}

fn hint_of(error: &Error) -> String {
    error.hint().map_or_else(String::new, |hint| format!("; {hint}"))
}

/// The functions of this module that read such a file.
fn functions_for(error: &Error) -> &'static str {
    match error {
        Error::NotABundle { kind: Some(kind), .. } if matches!(kind.advice, Some(Advice::OfPackage(_))) => {
            "; `list`, `verify` and `extract` look into it"
        }
        _ => "",
    }
}

/// [`io::Error`] is the only error that the library passes through.
#[derive(Debug)]
pub(crate) struct Raised(Option<PyErr>);

impl Raised {
    pub(crate) fn through(exception: PyErr) -> io::Error {
        io::Error::other(Self(Some(exception)))
    }
}

impl std::fmt::Display for Raised {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.as_ref().map_or(Ok(()), |exception| exception.fmt(f))
    }
}

impl std::error::Error for Raised {}

/// The exception for `text`, which is not an ID, a part of an ID or a GPU.
pub(crate) fn invalid(py: Python<'_>, text: &str, error: &IdComponentError) -> PyErr {
    let message = match error {
        IdComponentError::Malformed(error) => format!("{text:?}: {error}"),
        // The message includes the text.
        error => error.to_string(),
    };
    let made = py.import("offload_bundle.errors");
    let made = made.and_then(|errors| errors.call_method1("InvalidId", (message, "bad-id")));
    made.map_or_else(|failed| failed, PyErr::from_value)
}
