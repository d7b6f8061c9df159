//! Errors of operations made from errors of files and IDs, and the location of each: the file, the byte, and the field.

use offload_bundle_core::error::Path;
use offload_bundle_core::ids::{Invalid, ParseError};

use crate::error::Error;
use crate::file_error::{Cause, FileError};
use crate::file_name::{FileName, MEMORY, STANDARD};

impl Error {
    /// Returns the file that the error is about, or `None` if it is about the request.
    pub fn file(&self) -> Option<&FileName> {
        match self {
            Self::Read { file, .. }
            | Self::Malformed { file, .. }
            | Self::Write { file, .. }
            | Self::Io { file, .. }
            | Self::Output { file, .. }
            | Self::Package { file, .. }
            | Self::NotABundle { file, .. }
            | Self::NotAnArchive { file, .. }
            | Self::NotFound { file, .. }
            | Self::AmbiguousTarget { file, .. }
            | Self::OutputIsInput { file }
            | Self::SameOutput { file }
            | Self::Exists { file }
            | Self::Unsupported { file, .. }
            | Self::Unsound { file, .. }
            | Self::Inside { file }
            | Self::Refused { file, .. }
            | Self::NotLinked { file, .. }
            | Self::NothingKept { file, .. }
            | Self::NoBundle { file, .. }
            | Self::LongerBundles { file, .. }
            | Self::NoImageFits { file, .. }
            | Self::NotPacked { file, .. }
            | Self::Lossy { file, .. }
            | Self::NoRoom { file, .. } => Some(file),
            Self::SeveralImages { output, .. } => Some(output),
            Self::NothingFits { files, .. } => match files.as_slice() {
                [file] => Some(file),
                _ => None,
            },
            Self::Duplicate { .. }
            | Self::Conflict { .. }
            | Self::NoHost { .. }
            | Self::StandardInputTwice
            | Self::BadId { .. }
            | Self::AmbiguousProduct(_)
            | Self::Unprintable { .. }
            | Self::Unspellable { .. }
            | Self::NoContainer
            | Self::NoCompression
            | Self::NoImages
            | Self::NoArchiveName { .. }
            | Self::NoNumber { .. }
            | Self::NoVersion { .. }
            | Self::BadLevel { .. } => None,
        }
    }

    /// Returns the offset in bytes from the start of the file, or `None` if the error is about no byte.
    ///
    /// ```
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
    /// let mut bytes = std::fs::read(path)?;
    /// // The highest byte of the length of an entry.
    /// bytes[4140] = 0xff;
    /// let error = offload_bundle::OffloadFile::from_bytes(bytes).unwrap_err();
    /// let field = error.path().map(ToString::to_string);
    /// assert_eq!((error.offset(), field.as_deref()), (Some(0x1028), Some("entries[0].len_code_object")));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn offset(&self) -> Option<u64> {
        match self {
            Self::Read { error, .. } => Some(error.offset),
            Self::Malformed { finding, .. } => Some(finding.offset),
            Self::Unsound { offset, .. } => Some(*offset),
            _ => None,
        }
    }

    /// Returns the path of the field at fault, if any.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Read { error, .. } => Some(&error.path),
            Self::Malformed { finding, .. } => Some(&finding.path),
            _ => None,
        }
    }
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        let FileError { file, cause } = error;
        match cause {
            Cause::System(error) => Self::Io { file, error },
            Cause::Damaged(error) => Self::Read { file, error },
        }
    }
}

impl Error {
    /// The same of an output that was made in memory as if it were standard output.
    pub(crate) fn in_memory(mut self) -> Self {
        if let Self::Write { file, .. }
        | Self::Refused { file, .. }
        | Self::NoRoom { file, .. }
        | Self::Unsupported { file, .. } = &mut self
            && file.as_os_str() == STANDARD
        {
            *file = MEMORY.into();
        }
        self
    }

    /// The same, where it is about one of `outputs` that cannot be written.
    pub(crate) fn about_outputs<'o>(self, mut outputs: impl Iterator<Item = &'o FileName>) -> Self {
        match self {
            Self::Io { file, error } if outputs.any(|output| *output == file) => Self::Output { file, error },
            other => other,
        }
    }
}

impl Error {
    /// The text `id` leaves the grammar of IDs.
    pub(crate) fn malformed_id(id: &str, error: ParseError) -> Self {
        let invalid = Invalid { malformed: Some(error), ..Invalid::default() };
        Self::BadId { id: id.into(), invalid, such_as: None }
    }
}
