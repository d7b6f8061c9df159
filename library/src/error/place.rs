//! The location of an error: the file, the byte, and the field.

use offload_bundle_core::error::Path;

use crate::error::Error;
use crate::file_name::FileName;

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
