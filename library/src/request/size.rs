//! What to add up.

use std::path::PathBuf;

use super::byte_size::ByteSize;
use super::filter::Filter;
use super::scan::ScanRequest;
use crate::input::InputFile;
use crate::package::PathPattern;

/// What to add up.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SizeRequest {
    /// The inputs.
    pub inputs: Vec<InputFile>,
    /// How to look into them.
    pub scan: ScanRequest,
    /// Files of folders and packages that are not looked into.
    pub exclude: Vec<PathPattern>,
    /// Which entries.
    pub filter: Filter,
    /// What has a row of its own.
    pub by: SizeBy,
    /// How many bytes all rows may take in the files together.
    pub budget: Option<ByteSize>,
    /// Tell names of kernels as they are in the files.
    pub mangled: bool,
    /// Where a page goes that shows the report: then the report has what that is made of ([`SizeReport::tree`]), and the page must take the
    /// place of no input. It is written by [`write_file`].
    ///
    /// [`SizeReport::tree`]: crate::report::SizeReport::tree
    /// [`write_file`]: crate::ops::write_file
    pub page: Option<PathBuf>,
}

/// What has a row of its own.
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
    /// Each kernel, and what code objects hold beside them.
    Kernel,
}

impl SizeBy {
    /// All of them, each with its word.
    pub const ALL: [(&'static str, Self); 5] = [
        ("arch", Self::Target),
        ("kind", Self::Kind),
        ("file", Self::File),
        ("bundle", Self::Bundle),
        ("kernel", Self::Kernel),
    ];
}
