//! What to put into containers of another format.

use std::path::PathBuf;

use super::container_format::ContainerFormat;
use super::format_version::FormatVersion;
use super::release::Release;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// What to put into containers of another format, or of another version.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ConvertRequest {
    /// The input.
    pub input: InputFile,
    /// How to look into it.
    pub scan: ScanRequest,
    /// The output; `-` is standard output.
    pub output: PathBuf,
    /// The format of the output; the registry's first one without it.
    pub format: Option<ContainerFormat>,
    /// Its version; its usual one without it.
    pub version: Option<FormatVersion>,
    /// The release whose numbers stand for words; the newest known ones without it.
    pub release: Option<Release>,
    /// The bundle entry ID of an entry for the host, without content, that comes first where the format has such and the input has none.
    pub host: Option<String>,
    /// What the format has no room for is lost. It is refused otherwise.
    pub lossy: bool,
    /// Nothing is written; the report tells what would be.
    pub dry_run: bool,
}
