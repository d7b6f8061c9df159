//! The request of `size`.

use std::path::PathBuf;

use super::byte_size::ByteSize;
use super::filter::Filter;
use super::path_pattern::PathPattern;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// The request of [`size`](crate::ops::size).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SizeRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to read the inputs.
    pub scan: ScanRequest,
    /// The files of folders and packages to skip.
    pub exclude: Vec<PathPattern>,
    /// The entries to select.
    pub filter: Filter,
    /// What each row is for.
    pub by: SizeBy,
    /// The number of bytes that all rows may take in the files together.
    pub budget: Option<ByteSize>,
    /// Reports the mangled names of kernels, as they are in the files.
    pub mangled: bool,
    /// The path of a page with the report. The report then has its data ([`SizeReport::tree`]), and the page must not replace an input.
    /// [`write_file`] writes it.
    ///
    /// [`SizeReport::tree`]: crate::report::SizeReport::tree
    /// [`write_file`]: crate::ops::write_file
    pub page: Option<PathBuf>,
}

/// What each row is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SizeBy {
    /// Each kind and target.
    #[default]
    Target,
    /// Each offload kind.
    Kind,
    /// Each file.
    File,
    /// Each bundle of each file.
    Bundle,
    /// Each kernel, and what else code objects hold.
    Kernel,
}

impl SizeBy {
    /// All choices, each with its word.
    pub const ALL: [(&'static str, Self); 5] = [
        ("arch", Self::Target),
        ("kind", Self::Kind),
        ("file", Self::File),
        ("bundle", Self::Bundle),
        ("kernel", Self::Kernel),
    ];
}
