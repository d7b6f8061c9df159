//! Inputs from Python: a path, bytes, or a file object.

use std::io::{self, Read};
use std::path::PathBuf;

use offload_bundle::Error;
use offload_bundle::input::{Input, InputBytes, InputFile};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::error::Raised;

pub(crate) enum Source {
    Path(PathBuf),
    /// A `bytes` object is not copied, mutable bytes are.
    Bytes(InputBytes),
    /// With its name.
    Reader(String, Reader),
}

pub(crate) struct Reader(Py<PyAny>);

impl Source {
    pub(crate) fn new(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = given.cast::<PyBytes>() {
            return Ok(Self::Bytes(InputBytes::shared(PyBackedBytes::from(bytes.clone()))));
        }
        if let Ok(buffer) = PyBuffer::<u8>::get(given) {
            return Ok(Self::Bytes(buffer.to_vec(given.py())?.into()));
        }
        if given.hasattr("read")? {
            let name = given.getattr("name").and_then(|name| name.extract::<String>());
            return Ok(Self::Reader(
                name.unwrap_or_else(|_| "<stream>".to_owned()),
                Reader(given.clone().unbind()),
            ));
        }
        given.extract::<PathBuf>().map(Self::Path).map_err(|_| {
            PyTypeError::new_err(format!(
                "expected a path, bytes, or a file object opened in binary mode, not {}",
                given.get_type()
            ))
        })
    }

    /// A path is opened when it is read.
    pub(crate) fn into_input(self) -> Result<InputFile, Error> {
        Ok(match self {
            Self::Path(path) => InputFile::file(path),
            Self::Bytes(bytes) => bytes.into(),
            Self::Reader(name, mut reader) => {
                let input = Input::from_stream(name.as_str(), &mut reader);
                let input = input.map_err(|error| Error::Io { file: name.into(), error })?;
                input.into()
            }
        })
    }
}

impl Read for Reader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let piece = self
                .0
                .bind(py)
                .call_method1("read", (into.len(),))
                .map_err(Raised::through)?;
            let piece = piece.cast::<PyBytes>().map_err(|_| {
                Raised::through(PyTypeError::new_err(
                    "expected a file object opened in binary mode: `read` gave no bytes",
                ))
            })?;
            let piece = piece.as_bytes();
            match into.get_mut(..piece.len()) {
                Some(room) => room.copy_from_slice(piece),
                None => return Err(io::Error::other("`read` gave more bytes than were asked for")),
            }
            Ok(piece.len())
        })
    }
}
