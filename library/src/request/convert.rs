//! The request of `convert`.

use std::path::PathBuf;

use super::archive_scheme::ArchiveScheme;
use super::convert_target::ConvertTarget;
use super::filter::RequestedTarget;
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
    /// The output; `-` is standard output. Optional if the input is changed in place, or nothing is written.
    pub output: Option<PathBuf>,
    /// What to convert to; by default, containers of the registry's first format.
    pub to: Option<ConvertTarget>,
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
    /// Changes the input in place. Only for moving code between files and archives.
    pub in_place: bool,
    /// The targets whose code is moved to archives, as in [`super::Filter::targets`]; code for others is removed. Empty for all.
    pub targets: Vec<RequestedTarget>,
    /// The name of new archives; by default, that of the input.
    pub archive: Option<String>,
    /// How new archives store code; compressed by default.
    pub scheme: Option<ArchiveScheme>,
    /// Drops signatures of a package that would no longer match. Without this, they are an error.
    pub drop_signatures: bool,
}
