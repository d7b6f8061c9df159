//! The request of `convert`.

use std::path::PathBuf;

use super::container_format::ContainerFormat;
use super::format_version::FormatVersion;
use super::release::Release;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// The request of [`convert`](crate::ops::convert), to another format or another version.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ConvertRequest {
    /// The input.
    pub input: InputFile,
    /// How to read the input.
    pub scan: ScanRequest,
    /// The output; `-` is standard output.
    pub output: Option<PathBuf>,
    /// The format to convert to; by default, the registry's first one.
    pub to: Option<ContainerFormat>,
    /// The version; by default, that of the format.
    pub version: Option<FormatVersion>,
    /// The release whose numbers are used for words; by default, the newest known ones.
    pub release: Option<Release>,
    /// The bundle entry ID of an empty host entry, which is added first if the format has host entries and the input has none.
    pub host: Option<String>,
    /// Drops what the format cannot store. Without this, that is an error.
    pub lossy: bool,
    /// Dry run: nothing is written; the report says what would be.
    pub dry_run: bool,
}
