//! Values of requests from words.

use std::ffi::{OsStr, OsString};
use std::num::{IntErrorKind, ParseIntError};
use std::path::{Path, PathBuf};

use clap_lex::OsStrExt;
use offload_bundle_core::ids::IdComponent;
use offload_bundle_core::registry::{FileType, Registry};

use super::bundle::EntrySource;
use super::compression::{CompressionMethod, CompressionThreads, CompressionVersion};
use super::filter::{RequestedKind, RequestedTarget, RequestedTriple};
use super::finding_code::FindingCode;
use super::known_word::KnownWord;
use super::size::ByteSize;
use super::style::IdStyle;
use super::unbundle::WantedEntry;
use crate::input::InputFile;

/// A value of a request that people write as a word.
pub trait FromWord: Sized {
    /// The value that `word` stands for, with what `registry` knows.
    ///
    /// # Errors
    ///
    /// It stands for none. The text is for people, and names what there is: whoever shows it says where the word comes from.
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String>;

    /// The words that people may mean, where they are known. There may be others that stand for a value.
    fn known_words(_registry: &Registry) -> Vec<KnownWord> {
        Vec::new()
    }
}

/// What the words of a command line give for its arguments, each by its name. What is not given leaves its field as it is.
pub trait GivenArguments {
    /// Why a word stands for no value.
    type Error;

    /// Whether the flag is given.
    fn flag(&self, name: &str, field: &mut bool);

    /// The value of an argument that has one.
    ///
    /// # Errors
    ///
    /// The word stands for none.
    fn one<T: FromWord>(&self, name: &str, field: &mut T) -> Result<(), Self::Error>;

    /// The values of an argument that can have several.
    ///
    /// # Errors
    ///
    /// A word stands for none.
    fn all<T: FromWord>(&self, name: &str, field: &mut Vec<T>) -> Result<(), Self::Error>;
}

/// The word as text.
pub(super) fn text(word: &OsStr) -> Result<&str, String> {
    word.to_str().ok_or_else(|| "expected text in UTF-8".into())
}

/// Why a word is no number that is taken here. Which numbers are, whoever takes them says.
fn number(error: ParseIntError) -> String {
    match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "the number is too large".into(),
        _ => "expected a whole number".into(),
    }
}

impl FromWord for String {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        text(word).map(Self::from)
    }
}

/// A word is always one of something.
impl<T: FromWord> FromWord for Option<T> {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        T::from_word(registry, word).map(Some)
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        T::known_words(registry)
    }
}

impl FromWord for OsString {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        Ok(word.to_owned())
    }
}

impl FromWord for PathBuf {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        Ok(word.into())
    }
}

impl FromWord for InputFile {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        Ok(Path::new(word).into())
    }
}

impl FromWord for u64 {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        text(word)?.parse().map_err(number)
    }
}

impl FromWord for i32 {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        text(word)?.parse().map_err(number)
    }
}

impl FromWord for ByteSize {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        text(word)?.parse()
    }
}

impl FromWord for &'static FileType {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        registry.file_type(text(word)?).ok_or_else(|| {
            let names = registry.file_types.iter().map(|file_type| file_type.name);
            format!("no such file type; there is: {}", joined(names))
        })
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        let types = registry.file_types.iter();
        types.map(|known| KnownWord::meaning(known.name, known.title)).collect()
    }
}

impl FromWord for IdStyle {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let known = registry.ids.styles().iter().map(|style| style.name);
        Self::named(registry, text(word)?).ok_or_else(|| format!("no such style; there is: {}", joined(known)))
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        let styles = registry.ids.styles().iter();
        styles.map(|known| KnownWord::new(known.name)).collect()
    }
}

/// The usual method, where the word is empty.
impl FromWord for CompressionMethod {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        if word.is_empty() {
            return Self::usual(registry).ok_or_else(|| "there is no method of compression".into());
        }
        let name = text(word)?;
        let names = || method_names(registry);
        let mut known = Self::all(registry);
        let found = known.find(|known| known.method.name == name);
        found.ok_or_else(|| format!("no such method; there is: {}", joined(names())))
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        method_names(registry).into_iter().map(KnownWord::new).collect()
    }
}

impl FromWord for CompressionThreads {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let number = text(word)?.parse().ok().and_then(Self::new);
        number.ok_or_else(|| format!("expected a number from 1 to {}", Self::MOST))
    }
}

impl FromWord for CompressionVersion {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let versions = versions(registry);
        match text(word)?.parse() {
            Ok(version) if versions.contains(&version) => Ok(Self(version)),
            _ => Err(format!("no such version; there is: {}", joined(versions))),
        }
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        versions(registry).into_iter().map(KnownWord::new).collect()
    }
}

/// The names of all methods, each once: formats may share them.
fn method_names(registry: &Registry) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for CompressionMethod { method, .. } in CompressionMethod::all(registry) {
        if !names.contains(&method.name) {
            names.push(method.name);
        }
    }
    names
}

/// The versions of all formats of compressed files, the lowest first.
fn versions(registry: &Registry) -> Vec<u64> {
    let envelopes = registry.envelopes.iter();
    let mut versions: Vec<u64> = envelopes.flat_map(|envelope| envelope.versions()).copied().collect();
    versions.sort_unstable();
    versions.dedup();
    versions
}

impl FromWord for FindingCode {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        Self::parse(registry, text(word)?)
    }
}

impl FromWord for RequestedKind {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        Self::parse(registry, text(word)?).map_err(|error| error.to_string())
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        component_words(registry, IdComponent::Kind)
    }
}

impl FromWord for RequestedTriple {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        Self::parse(registry, text(word)?).map_err(|error| error.to_string())
    }
}

impl FromWord for RequestedTarget {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        Self::parse(registry, text(word)?).map_err(|error| error.to_string())
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        component_words(registry, IdComponent::Target)
    }
}

/// The words that are listed for a part of an ID.
fn component_words(registry: &Registry, component: IdComponent) -> Vec<KnownWord> {
    let words = registry.ids.component_words(component);
    words.into_iter().map(KnownWord::new).collect()
}

impl FromWord for EntrySource {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let (id, file) = pair(word)?;
        Ok(Self::new(id, Path::new(file)))
    }
}

impl FromWord for WantedEntry {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let (id, output) = pair(word)?;
        Ok(Self::new(id, output))
    }
}

/// An ID and a file, parted by the first `=`: an ID holds none. The ID is text, the file is whatever the system takes.
fn pair(word: &OsStr) -> Result<(&str, &OsStr), String> {
    let (id, file) = word.split_once("=").ok_or("expected an ID, `=` and a file")?;
    match (id.is_empty(), file.is_empty()) {
        (true, _) => Err("no ID before `=`".into()),
        (_, true) => Err("no file after `=`".into()),
        _ => Ok((text(id)?, file)),
    }
}

pub(super) fn joined(words: impl IntoIterator<Item = impl ToString>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_equals_sign_parts_an_id_from_its_file() {
        assert_eq!(pair("a-b=c=d".as_ref()), Ok(("a-b", "c=d".as_ref())));
        for word in ["a", "a=", "=b", "=", ""] {
            assert!(pair(word.as_ref()).is_err(), "{word}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_file_need_not_be_text_but_an_id_must_be() {
        use std::os::unix::ffi::OsStrExt;
        let of = |word: &'static [u8]| pair(OsStr::from_bytes(word));
        assert_eq!(of(b"a=\xff=\n"), Ok(("a", OsStr::from_bytes(b"\xff=\n"))));
        assert_eq!(of(b"\xff=b"), Err("expected text in UTF-8".into()));
    }
}
