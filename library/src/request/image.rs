//! An image to be packed: its content and its attributes.

use offload_bundle_core::attributes::{Attributes, TextAttribute};

use crate::input::InputFile;

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
