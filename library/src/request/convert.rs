//! What to put into containers of another format.

use std::path::PathBuf;

use super::archive_scheme::ArchiveScheme;
use super::convert_target::ConvertTarget;
use super::filter::RequestedTarget;
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
    /// The output; `-` is standard output. It may be left out where the input is changed in place, or nothing is written.
    pub output: Option<PathBuf>,
    /// What the input is converted to; containers of the registry's first format without it.
    pub to: Option<ConvertTarget>,
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
    /// The input itself is changed: only where code is moved between files and archives.
    pub in_place: bool,
    /// For which targets code is moved to archives, as [`super::Filter::targets`] takes it; that for others goes. All of it where nothing is
    /// said.
    pub targets: Vec<RequestedTarget>,
    /// What new archives are called; as the input without it.
    pub archive: Option<String>,
    /// How new archives store code; compressed without it.
    pub scheme: Option<ArchiveScheme>,
    /// Signatures of a package go that would not fit any more. It is refused otherwise.
    pub drop_signatures: bool,
}
