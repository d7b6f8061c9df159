//! What to pack.

use std::path::PathBuf;

use offload_bundle_core::container::Container;

use super::compression::CompressionRequest;
use super::format_version::FormatVersion;
use super::image::ImageSource;
use super::release::Release;
use super::rules::PackRules;

/// What to pack.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PackRequest {
    /// The output; `-` is standard output.
    pub output: PathBuf,
    /// The images in their order.
    pub images: Vec<ImageSource>,
    /// The format; the registry's first one that keeps attributes of images without it.
    pub format: Option<&'static dyn Container>,
    /// The version of the format; its usual one without it.
    pub version: Option<FormatVersion>,
    /// How to compress the images. They are not compressed if nothing is said here.
    pub compression: CompressionRequest,
    /// The release whose numbers stand for words; the newest known ones without it.
    pub release: Option<Release>,
    /// Nothing is written; the report tells what would be.
    pub dry_run: bool,
    /// How another tool does it, where this stands in for one.
    pub(crate) rules: PackRules,
}

impl PackRequest {
    /// The same, as another tool does it.
    #[must_use]
    pub fn by(mut self, rules: PackRules) -> Self {
        self.rules = rules;
        self
    }
}
