//! Opened files, bundles and entries as C values.

use std::sync::Arc;

use offload_bundle::OffloadFile;

use crate::error::Failure;
use crate::foreign::Held;

/// An opened file with GPU code. The caller closes it.
pub struct File(pub(crate) Arc<OffloadFile>);

impl File {
    pub(crate) fn file_of(file: &Held<Self>) -> Option<&OffloadFile> {
        file.get().map(|file| &*file.0)
    }
}

/// A bundle of an open file. A plain value, valid until the file is closed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Bundle {
    /// The file; null for an invalid bundle.
    pub file: Held<File>,
    /// Its index in the file, from 0.
    pub number: usize,
}

impl Bundle {
    pub(crate) const NONE: Self = Self { file: Held::NULL, number: 0 };

    pub(crate) fn get(&self) -> Option<offload_bundle::Bundle<'_>> {
        File::file_of(&self.file)?.bundle(self.number)
    }

    pub(crate) fn find(&self) -> Result<offload_bundle::Bundle<'_>, Failure> {
        self.get().ok_or_else(|| Failure::out_of_range("bundle"))
    }
}

/// An entry of a bundle. A plain value, valid until the file is closed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Entry {
    /// The file; null for an invalid entry.
    pub file: Held<File>,
    /// Index of its bundle in the file, from 0.
    pub bundle: usize,
    /// Its index in the bundle, from 0.
    pub number: usize,
}

impl Entry {
    pub(crate) const NONE: Self = Self { file: Held::NULL, bundle: 0, number: 0 };

    pub(crate) fn new(file: Held<File>, entry: offload_bundle::Entry<'_>) -> Self {
        // The number of entries fits into memory.
        let number = usize::try_from(entry.number()).unwrap_or(usize::MAX);
        Self { file, bundle: entry.bundle().number(), number }
    }

    pub(crate) fn get(&self) -> Option<offload_bundle::Entry<'_>> {
        File::file_of(&self.file)?.bundle(self.bundle)?.entry(self.number)
    }

    pub(crate) fn find(&self) -> Result<offload_bundle::Entry<'_>, Failure> {
        self.get().ok_or_else(|| Failure::out_of_range("entry"))
    }
}
