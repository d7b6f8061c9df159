//! The request and the report of `unpack`.

use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;

use serde::Serialize;

use crate::file_name::FileName;
use crate::input::InputFile;
use crate::report::{Diagnostic, EntryAttributes, Integer, Member};
use crate::request::ScanRequest;
use crate::request::rules::UnpackRules;

/// The request of [`unpack`](crate::ops::unpack).
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct UnpackRequest {
    /// The input.
    pub input: InputFile,
    /// How to read the input.
    pub scan: ScanRequest,
    /// The requested images; empty for all.
    pub wanted: Vec<WantedImage>,
    /// The folder for images without a given file, which is created if it does not exist.
    pub folder: PathBuf,
    /// Writes the images of each request to one archive.
    pub archive: bool,
    /// Compares triples and processors as texts. By default, an image matches if it runs on at least one requested device.
    pub exact: bool,
    /// Allows a request that no image matches.
    pub allow_missing: bool,
    /// Continues if the input is not sound.
    pub lenient: bool,
    /// Allows files with generated names to replace others.
    pub force: bool,
    /// Dry run: nothing is written.
    pub dry_run: bool,
    /// The rules of another tool, if the program replaces one.
    pub(crate) rules: UnpackRules,
}

impl UnpackRequest {
    /// Sets the rules of another tool to follow.
    #[must_use]
    pub fn by(mut self, rules: UnpackRules) -> Self {
        self.rules = rules;
        self
    }
}

impl Default for UnpackRequest {
    fn default() -> Self {
        Self {
            input: InputFile::default(),
            scan: ScanRequest::default(),
            wanted: Vec::new(),
            folder: ".".into(),
            archive: false,
            exact: false,
            allow_missing: false,
            lenient: false,
            force: false,
            dry_run: false,
            rules: UnpackRules::default(),
        }
    }
}

/// The requested images: those with all of these attributes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WantedImage {
    /// The output of the image; by default, a file in the folder.
    pub output: Option<PathBuf>,
    /// The numbers, each one of several.
    pub numbers: Vec<WantedNumber>,
    /// The texts, by key.
    pub texts: Vec<(String, String)>,
}

/// A requested number.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WantedNumber {
    /// The name of the field.
    pub name: &'static str,
    /// The request as people write it, such as `kind=hip`.
    pub word: String,
    /// The matching numbers: releases give different numbers to one word.
    pub numbers: Vec<u64>,
}

impl WantedImage {
    /// Requests every image, each to a file of the folder.
    pub fn any() -> Self {
        Self::default()
    }

    /// Selects only images with this text under `key`.
    #[must_use]
    pub fn text(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.texts.push((key.into(), value.into()));
        self
    }

    /// Selects only images with one of `numbers` in the field `name`. People write `word`.
    #[must_use]
    pub fn number(mut self, name: &'static str, word: impl Into<String>, numbers: Vec<u64>) -> Self {
        self.numbers.push(WantedNumber { name, word: word.into(), numbers });
        self
    }

    /// Writes the image to this file.
    #[must_use]
    pub fn to(mut self, output: impl Into<PathBuf>) -> Self {
        self.output = Some(output.into());
        self
    }
}

/// Writes the request as people write it.
impl Display for WantedImage {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let numbers = self.numbers.iter().map(|number| number.word.clone());
        let texts = self.texts.iter().map(|(key, value)| format!("{key}={value}"));
        let words: Vec<String> = numbers.chain(texts).collect();
        match words.is_empty() {
            true => formatter.write_str("any image"),
            false => write!(formatter, "{:?}", words.join(",")),
        }
    }
}

/// The unpacked images.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackReport {
    /// The input.
    pub file: FileName,
    /// The images that were written, or would be, one per file.
    pub outputs: Vec<UnpackedFile>,
    /// The archives that were written, or would be, if archives are requested.
    pub archives: Vec<UnpackedArchive>,
    /// Whether this was a dry run: nothing was written.
    pub dry_run: bool,
    /// What is wrong or odd in the input.
    pub warnings: Vec<Diagnostic>,
}

/// An image that was written to a file, or would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedFile {
    /// The number of the matching request, from 0; null if all images are requested.
    pub requested: Option<usize>,
    /// The image.
    #[serde(flatten)]
    pub image: UnpackedImage,
    /// The file.
    pub output: FileName,
    /// Whether the name was generated.
    #[serde(skip)]
    pub is_named_here: bool,
    /// The images that match the request too but were not written.
    pub others: Vec<UnpackedImage>,
}

/// An archive that was written, or would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedArchive {
    /// The number of the request that the members match, from 0.
    pub requested: usize,
    /// The file.
    pub output: FileName,
    /// The length in bytes.
    pub size: Integer,
    /// Whether the archive has no symbol table although a member may define symbols.
    pub needs_symbol_table: bool,
    /// The members, in order.
    pub members: Vec<UnpackedMember>,
}

/// An image that is a member of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedMember {
    /// The name of the member in the archive.
    pub name: FileName,
    /// The image.
    #[serde(flatten)]
    pub image: UnpackedImage,
}

/// An image of the input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnpackedImage {
    /// The archive member that it is in; present only in an archive. Offsets then count in the member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The number of the container in the input, from 0.
    pub bundle: usize,
    /// The number of the image in the container, from 0.
    pub entry: u64,
    /// The offset of the container, or of the compressed bundle that holds it, in the input, in bytes.
    pub start: Integer,
    /// The bundle entry ID made from the attributes; null if these cannot be read.
    pub id: Option<String>,
    /// The offset of the content in bytes, in the input, or in the decompressed bytes of a compressed container.
    pub offset: Integer,
    /// The length of the content in bytes.
    pub size: Integer,
    /// The attributes.
    pub attributes: EntryAttributes,
}
