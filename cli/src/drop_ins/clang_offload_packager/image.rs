//! Parses `-image`: keys and values, separated by commas.

use std::ffi::{OsStr, OsString};

use clap_lex::OsStrExt;
use offload_bundle::Escaped;
use offload_bundle_core::attributes::{AttributeTable, NumberAttribute};

const FILE: &str = "file";
const KIND: &str = "kind";

/// By first use; values of a repeated key are joined by commas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Image {
    pub(super) given: OsString,
    pairs: Vec<(String, Option<OsString>)>,
}

impl Image {
    /// A part without `=` is a key without a value. Keys must be text.
    pub(super) fn parse(given: &OsStr) -> Result<Self, String> {
        let mut image = Self { given: given.to_owned(), pairs: Vec::new() };
        for part in given.split(",") {
            let (key, value) = match part.split_once("=") {
                Some((key, value)) => (key, Some(value.to_owned())),
                None => (part, None),
            };
            let key = image.text(key)?.to_owned();
            match image.pairs.iter_mut().find(|(known, _)| *known == key) {
                Some((_, known)) => {
                    let mut all = known.take().unwrap_or_default();
                    all.push(",");
                    all.push(value.unwrap_or_default());
                    *known = Some(all);
                }
                None => image.pairs.push((key, value)),
            }
        }
        Ok(image)
    }

    pub(super) fn error(&self, text: &str) -> String {
        format!("--image={}: {text}", Escaped::from(self.given.as_os_str()))
    }

    fn text<'v>(&self, value: &'v OsStr) -> Result<&'v str, String> {
        let text = value.to_str();
        text.ok_or_else(|| self.error(&format!("'{}' is no text in UTF-8", Escaped::from(value))))
    }

    fn find(&self, key: &str) -> Option<&Option<OsString>> {
        self.pairs
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.pairs.iter().map(|(key, _)| key.as_str())
    }

    /// The name must not be empty.
    pub(super) fn file(&self) -> Result<Option<&OsStr>, String> {
        match self.find(FILE) {
            None => Ok(None),
            Some(Some(file)) if !file.is_empty() => Ok(Some(file)),
            Some(_) => Err(self.error("'file' has no value")),
        }
    }

    /// With the numbers that `numbers_of` returns.
    pub(super) fn kind(
        &self,
        kind: &NumberAttribute<'static>,
        numbers_of: impl Fn(&str) -> Vec<u64>,
    ) -> Result<Option<(&str, Vec<u64>)>, String> {
        let Some(value) = self.find(KIND) else {
            return Ok(None);
        };
        let word = self.text(value.as_deref().unwrap_or_default())?;
        let numbers = numbers_of(word);
        if !numbers.is_empty() {
            return Ok(Some((word, numbers)));
        }
        let words = kind.words.iter().map(|known| known.word);
        let mut known: Vec<&str> = words.filter(|word| !numbers_of(word).is_empty()).collect();
        known.dedup();
        let text = format!("no offload kind '{word}'; known are {}", known.join(", "));
        Err(self.error(&text))
    }

    /// Empty without a value.
    pub(super) fn value(&self, key: &str) -> Result<&str, String> {
        self.text(self.find(key).and_then(Option::as_deref).unwrap_or_default())
    }

    /// By first use.
    pub(super) fn text_keys(&self) -> impl Iterator<Item = &str> {
        self.keys().filter(|key| is_text(key))
    }

    /// An empty part between two commas is not a key.
    pub(super) fn without_value(&self) -> Option<&str> {
        let mut missing = self.pairs.iter().filter(|(_, value)| value.is_none());
        missing
            .find(|(key, _)| is_text(key) && !key.is_empty())
            .map(|(key, _)| key.as_str())
    }
}

pub(super) fn is_text(key: &str) -> bool {
    key != FILE && key != KIND
}

pub(super) fn kinds(table: &AttributeTable<'static>) -> Result<&'static NumberAttribute<'static>, String> {
    table
        .number(table.id.kind)
        .ok_or_else(|| "no format is known that keeps offload kinds".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_once_and_values_are_joined() {
        let image = Image::parse("a=1,file=x=y,,a=2,b,a,".as_ref()).unwrap();
        assert_eq!(image.keys().collect::<Vec<_>>(), ["a", "file", "", "b"]);
        assert_eq!(image.text_keys().collect::<Vec<_>>(), ["a", "", "b"]);
        assert_eq!(["a", "", "b"].map(|key| image.value(key).unwrap()), ["1,2,", ",", ""]);
        assert_eq!(image.file(), Ok(Some("x=y".as_ref())));
        assert_eq!(image.without_value(), Some("b"));
        assert_eq!(Image::parse("".as_ref()).unwrap().without_value(), None);
    }

    #[test]
    fn empty_file_name_is_refused() {
        for given in ["file", "a=b,file="] {
            let error = Image::parse(given.as_ref()).unwrap().file().unwrap_err();
            assert_eq!(error, format!("--image={given}: 'file' has no value"));
        }
        assert_eq!(Image::parse("a=b".as_ref()).unwrap().file(), Ok(None));
    }
}
