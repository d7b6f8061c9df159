//! An image to be packed: its content, and what is said of it.

use offload_bundle_core::attributes::{Attributes, TextAttribute};

use crate::input::InputFile;

/// An image to be packed.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ImageSource {
    /// Its content. Several are an image each, of which the same is said.
    pub files: Vec<InputFile>,
    /// What is said of it. Texts are stored as they are, in this order; those under one key are joined by commas. A number that is
    /// neither here nor among [`ImageSource::words`] is the one that the content tells by its first bytes, or the suffix of the file's name,
    /// and else 0.
    pub attributes: Attributes,
    /// Words for numbers, by the names of their fields: which number it is depends on the release.
    pub words: Vec<(&'static str, String)>,
}

impl ImageSource {
    /// The image in `file`, of which nothing is said.
    pub fn new(file: impl Into<InputFile>) -> Self {
        Self { files: vec![file.into()], attributes: Attributes::default(), words: Vec::new() }
    }

    /// The same, with a text under `key`.
    #[must_use]
    pub fn text(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        let attribute = TextAttribute { key: key.into(), value: value.into(), offset: 0 };
        self.attributes.texts.push(attribute);
        self
    }

    /// The same, with `number` in the field `name`.
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

    /// The same, with the number that the release gives `word` in the field `name`.
    #[must_use]
    pub fn word(mut self, name: &'static str, word: impl Into<String>) -> Self {
        self.words.push((name, word.into()));
        self
    }
}
