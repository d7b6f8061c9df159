//! The location of errors, and conversions.

use offload_bundle_core::error::Path;
use offload_bundle_core::ids::{Invalid, ParseError};

use crate::error::Error;
use crate::file_error::{Cause, FileError};
use crate::file_name::{FileName, MEMORY, STANDARD};

impl Error {
    /// Returns the file of the error, or `None` for an error in the request.
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

    /// Returns the offset in bytes from the start of the file, if the error has one.
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
    /// Names standard output.
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

    pub(crate) fn about_outputs<'o>(self, mut outputs: impl Iterator<Item = &'o FileName>) -> Self {
        match self {
            Self::Io { file, error } if outputs.any(|output| *output == file) => Self::Output { file, error },
            other => other,
        }
    }
}

impl Error {
    pub(crate) fn malformed_id(id: &str, error: ParseError) -> Self {
        let invalid = Invalid { malformed: Some(error), ..Invalid::default() };
        Self::BadId { id: id.into(), invalid, such_as: None }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use offload_bundle_core::error::{Problem, ReadError, WriteError, WriteProblem};

    use super::*;
    use crate::report::Outcome;

    #[test]
    fn decompression_damage_names_the_containing_file() {
        let error = ReadError::new(24, Problem::HoldsMore { found: 7 }).in_field("len");
        let error = Error::from(FileError::damaged("a.bin", error));
        assert_eq!((error.code(), error.outcome()), ("holds-more", Outcome::Failed));
        assert_eq!(
            format!("{error}"),
            "a.bin: at byte 0x18 (len): the declared size is 7, but the compressed bytes contain more"
        );
        let error = Error::from(FileError::new("b.bin", io::ErrorKind::NotFound.into()));
        assert_eq!(error.code(), "io");
    }

    #[test]
    fn error_chain_prints_each_cause_once() {
        let read = || ReadError::new(24, Problem::HoldsMore { found: 7 });
        let system = || io::Error::from(io::ErrorKind::NotFound);
        let write = || WriteError::new("size", WriteProblem::TooLarge { found: 9, max: 1 });
        let file = || FileName::from("a.bin");
        let errors: [Box<dyn std::error::Error>; 9] = [
            Box::new(Error::Read { file: file(), error: read() }),
            Box::new(Error::Write { file: file(), error: write() }),
            Box::new(Error::Io { file: file(), error: system() }),
            Box::new(Error::Output { file: file(), error: system() }),
            Box::new(Error::NoRoom {
                file: file(),
                format: "box",
                version: Some(1),
                error: write(),
                fitting: Vec::new(),
            }),
            Box::new(FileError::damaged("a.bin", read())),
            Box::new(FileError::new("a.bin", system())),
            Box::new(read()),
            Box::new(write()),
        ];
        for error in &errors {
            let mut cause = error.source();
            while let Some(inner) = cause {
                assert!(!error.to_string().contains(&inner.to_string()), "{error}: {inner}");
                cause = inner.source();
            }
        }
    }

    #[test]
    fn output_error_names_the_failed_action() {
        let told = |file: &str, kind: io::ErrorKind, outputs: &[FileName]| {
            let error = Error::from(FileError::new(file, io::Error::new(kind, "why")));
            error.about_outputs(outputs.iter()).to_string()
        };
        let outputs = ["out".into(), "-".into()];
        for (file, kind, text) in [
            ("out", io::ErrorKind::NotFound, "cannot create out: why"),
            ("out", io::ErrorKind::StorageFull, "cannot write out: why"),
            ("-", io::ErrorKind::StorageFull, "cannot write standard output: why"),
            ("in", io::ErrorKind::NotFound, "in: why"),
        ] {
            assert_eq!(told(file, kind, &outputs), text);
        }
    }
}
