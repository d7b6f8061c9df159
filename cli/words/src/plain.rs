//! Plain values: text, numbers, files, and `ID=FILE` pairs.

use std::ffi::{OsStr, OsString};
use std::num::{IntErrorKind, ParseIntError};
use std::path::{Path, PathBuf};

use clap_lex::OsStrExt;
use offload_bundle::input::InputFile;
use offload_bundle::request::{EntryRequest, EntrySource, PathPattern};
use offload_bundle_core::registry::Registry;

use crate::{FromWord, KnownWord};

pub(crate) fn text(word: &OsStr) -> Result<&str, String> {
    word.to_str().ok_or_else(|| "not valid UTF-8".into())
}

/// The caller adds the range.
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

impl<T: FromWord> FromWord for Option<T> {
    const IS_LISTED: bool = T::IS_LISTED;

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

impl FromWord for PathPattern {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        Self::new(text(word)?)
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

impl FromWord for EntrySource {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let (id, file) = pair(word)?;
        Ok(Self::new(id, Path::new(file)))
    }
}

impl FromWord for EntryRequest {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let (id, output) = pair(word)?;
        Ok(Self::new(id, output))
    }
}

/// At the first `=`, which IDs do not contain. The file can be any bytes.
fn pair(word: &OsStr) -> Result<(&str, &OsStr), String> {
    let (id, file) = word.split_once("=").ok_or("expected `ID=FILE`")?;
    match (id.is_empty(), file.is_empty()) {
        (true, _) => Err("no ID before `=`".into()),
        (_, true) => Err("no file after `=`".into()),
        _ => Ok((text(id)?, file)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_equals_sign_ends_id() {
        assert_eq!(pair("a-b=c=d".as_ref()), Ok(("a-b", "c=d".as_ref())));
        for word in ["a", "a=", "=b", "=", ""] {
            assert!(pair(word.as_ref()).is_err(), "{word}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn file_can_be_bytes_but_id_cannot() {
        use std::os::unix::ffi::OsStrExt;
        let of = |word: &'static [u8]| pair(OsStr::from_bytes(word));
        assert_eq!(of(b"a=\xff=\n"), Ok(("a", OsStr::from_bytes(b"\xff=\n"))));
        assert_eq!(of(b"\xff=b"), Err("not valid UTF-8".into()));
    }
}
