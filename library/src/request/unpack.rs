//! The request of `unpack`.

use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;

use super::rules::UnpackRules;
use super::scan::ScanRequest;
use crate::input::InputFile;

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
