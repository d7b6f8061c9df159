//! The request and the report of `pack`.

use std::path::PathBuf;

use offload_bundle_core::attributes::{Attributes, TextAttribute};
use offload_bundle_core::container::Container;
use serde::Serialize;

use crate::file_name::FileName;
use crate::input::InputFile;
use crate::report::{Compression, EntryAttributes, Integer, RequestNote};
use crate::request::rules::PackRules;
use crate::request::{CompressionRequest, FormatVersion, Release};

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

/// An image to be packed.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ImageSource {
    /// The content. Several files are an image each, with the same attributes.
    pub files: Vec<InputFile>,
    /// The attributes. Texts are stored as they are, in this order; those with the same key are joined by commas. A number that is neither
    /// here nor in [`ImageSource::words`] follows from the first bytes of the content or the suffix of the file, and else is 0.
    pub attributes: Attributes,
    /// Words for numbers, by field name. The release determines the number.
    pub words: Vec<(&'static str, String)>,
}

impl ImageSource {
    /// Creates an image from `file`, without attributes.
    pub fn new(file: impl Into<InputFile>) -> Self {
        Self { files: vec![file.into()], attributes: Attributes::default(), words: Vec::new() }
    }

    /// Adds a text under `key`.
    #[must_use]
    pub fn text(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        let attribute = TextAttribute { key: key.into(), value: value.into(), offset: 0 };
        self.attributes.texts.push(attribute);
        self
    }

    /// Sets the field `name` to `number`.
    ///
    /// ```
    /// use std::path::Path;
    /// use offload_bundle::request::ImageSource;
    ///
    /// let image = ImageSource::new(Path::new("gfx90a.o")).number("flags", 1).word("offload_kind", "hip");
    /// assert_eq!(image.attributes.number("flags"), Some(1));
    /// assert_eq!(image.words, [("offload_kind", "hip".to_owned())]);
    /// ```
    #[must_use]
    pub fn number(mut self, name: &'static str, number: u64) -> Self {
        self.attributes.numbers.push((name, number));
        self
    }

    /// Sets the field `name` to the number that the release gives `word`.
    #[must_use]
    pub fn word(mut self, name: &'static str, word: impl Into<String>) -> Self {
        self.words.push((name, word.into()));
        self
    }
}

/// The packed images.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PackReport {
    /// The output; `-` is standard output.
    pub output: FileName,
    /// The length in bytes.
    pub size: Integer,
    /// The name of the format, as `formats` shows it.
    pub format: &'static str,
    /// The version of the format; present only if it has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// The number of containers, one after the other.
    pub container_count: usize,
    /// The compression; null if there is none. All other offsets then count in the decompressed bytes.
    pub compression: Option<Compression>,
    /// Whether this was a dry run: nothing was written.
    pub dry_run: bool,
    /// The images, in order.
    pub images: Vec<PackedImage>,
    /// Warnings about what may not be meant.
    pub warnings: Vec<RequestNote>,
    /// Further notes on the request.
    pub notes: Vec<RequestNote>,
}

/// An image that was packed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PackedImage {
    /// The input with the content.
    pub file: FileName,
    /// The number of the container in the output, from 0.
    pub bundle: usize,
    /// The number of the image in the container, from 0.
    pub entry: usize,
    /// The offset of the container in the output, in bytes.
    pub start: Integer,
    /// The offset of the content in the output, in bytes.
    pub offset: Integer,
    /// The length of the content in bytes.
    pub size: Integer,
    /// The bundle entry ID made from the attributes.
    pub id: String,
    /// The attributes.
    pub attributes: EntryAttributes,
}
