//! What to take out of packed images.

use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;

use super::rules::UnpackRules;
use super::scan::ScanRequest;
use crate::input::InputFile;

/// What to unpack.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct UnpackRequest {
    /// The input.
    pub input: InputFile,
    /// How to look into it.
    pub scan: ScanRequest,
    /// Which images; every one without it.
    pub wanted: Vec<WantedImage>,
    /// The folder for the images that no file is given for; it is made if it is not there.
    pub folder: PathBuf,
    /// The images of each request go to one archive.
    pub archive: bool,
    /// Triples and processors are compared as texts. Without it, what runs on at least one device that is asked for is taken.
    pub exact: bool,
    /// Nothing may fit a request.
    pub allow_missing: bool,
    /// Go on where the input is not sound.
    pub lenient: bool,
    /// Files whose names were made up may replace others.
    pub force: bool,
    /// Write nothing.
    pub dry_run: bool,
    /// How another tool does it, where this stands in for one.
    pub(crate) rules: UnpackRules,
}

impl UnpackRequest {
    /// The same, as another tool does it.
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

/// Images that are wanted: those of which all of this is said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WantedImage {
    /// Where the image goes; to a file of the folder without it.
    pub output: Option<PathBuf>,
    /// Numbers, each one of several.
    pub numbers: Vec<WantedNumber>,
    /// Texts, by their keys.
    pub texts: Vec<(String, String)>,
}

/// A number that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WantedNumber {
    /// The name of its field.
    pub name: &'static str,
    /// How people ask for it, such as `kind=hip`.
    pub word: String,
    /// The numbers that it may be: releases give one word different ones.
    pub numbers: Vec<u64>,
}

impl WantedImage {
    /// Every image, each to a file of the folder.
    pub fn any() -> Self {
        Self::default()
    }

    /// Only those with this text under `key`.
    #[must_use]
    pub fn text(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.texts.push((key.into(), value.into()));
        self
    }

    /// Only those with one of `numbers`, for which people ask by `word`, in the field `name`.
    #[must_use]
    pub fn number(mut self, name: &'static str, word: impl Into<String>, numbers: Vec<u64>) -> Self {
        self.numbers.push(WantedNumber { name, word: word.into(), numbers });
        self
    }

    /// The image goes to this file.
    #[must_use]
    pub fn to(mut self, output: impl Into<PathBuf>) -> Self {
        self.output = Some(output.into());
        self
    }
}

/// What is asked for, as people write it.
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
