//! The request of `pack`.

use std::path::PathBuf;

use offload_bundle_core::container::Container;

use super::compression::CompressionRequest;
use super::format_version::FormatVersion;
use super::image::ImageSource;
use super::release::Release;
use super::rules::PackRules;

/// The request of [`pack`](crate::ops::pack).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PackRequest {
    /// The output; `-` is standard output.
    pub output: PathBuf,
    /// The images, in order.
    pub images: Vec<ImageSource>,
    /// The format; by default, the registry's first one that stores attributes of images.
    pub format: Option<&'static dyn Container>,
    /// The version; by default, that of the format.
    pub version: Option<FormatVersion>,
    /// How to compress the images. They are not compressed by default.
    pub compression: CompressionRequest,
    /// The release whose numbers are used for words; by default, the newest known ones.
    pub release: Option<Release>,
    /// Dry run: nothing is written; the report says what would be.
    pub dry_run: bool,
    /// The rules of another tool, if the program replaces one.
    pub(crate) rules: PackRules,
}

impl PackRequest {
    /// Sets the rules of another tool to follow.
    #[must_use]
    pub fn by(mut self, rules: PackRules) -> Self {
        self.rules = rules;
        self
    }
}
