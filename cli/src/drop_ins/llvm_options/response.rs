//! `@file` is replaced by the words of the file, with GNU quoting.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};

use clap_lex::OsStrExt;
use offload_bundle::input::reason;

use super::messages;

/// Also nested files; a missing one leaves its word. Fails if a file includes itself or cannot be read.
pub(super) fn expand(words: &[OsString]) -> Result<Vec<OsString>, String> {
    let mut expansion = Expansion::default();
    expansion.add(words)?;
    Ok(expansion.words)
}

#[derive(Default)]
struct Expansion {
    words: Vec<OsString>,
    /// Outermost first, to detect cycles.
    open: Vec<PathBuf>,
}

impl Expansion {
    fn add(&mut self, words: &[OsString]) -> Result<(), String> {
        for word in words {
            match word.strip_prefix("@") {
                Some(name) => self.add_file(word, name)?,
                None => self.words.push(word.clone()),
            }
        }
        Ok(())
    }

    fn add_file(&mut self, word: &OsStr, name: &OsStr) -> Result<(), String> {
        let path = absolute(name);
        if !path.exists() {
            self.words.push(word.to_owned());
            return Ok(());
        }
        if self.open.contains(&path) {
            return Err(messages::recursive(&path));
        }
        let bytes = fs::read(&path).map_err(|error| messages::unreadable(&path, &reason(&error)))?;
        self.open.push(path);
        let result = self.add(&words_of(&decode(bytes)));
        self.open.pop();
        result
    }
}

/// Two names of a file are equal.
fn absolute(name: &OsStr) -> PathBuf {
    if name.is_empty() {
        return std::env::current_dir().unwrap_or_default();
    }
    std::path::absolute(name).unwrap_or_else(|_| Path::new(name).to_path_buf())
}

/// Without byte order mark, UTF-16 as UTF-8.
fn decode(bytes: Vec<u8>) -> Vec<u8> {
    let wide = |rest: &[u8], join: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = rest.as_chunks::<2>().0.iter().map(|pair| join(*pair)).collect();
        String::from_utf16_lossy(&units).into_bytes()
    };
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => rest.to_vec(),
        _ => bytes,
    }
}

/// As the releases do: backslashes escape in quotes too; unclosed quotes end with the file; empty words are dropped.
fn words_of(text: &[u8]) -> Vec<OsString> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    let mut word = Vec::new();
    let mut quote: Option<u8> = None;
    let mut rest = text.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        let kept = rest.next_if(|_| byte == b'\\');
        match (quote, byte) {
            (_, b'\\') => word.push(kept.unwrap_or(byte)),
            (Some(open), _) if byte == open => quote = None,
            (None, b'\'' | b'"') => quote = Some(byte),
            (None, b' ' | b'\t' | b'\r' | b'\n') => words.push(mem::take(&mut word)),
            (_, _) => word.push(byte),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words.into_iter().map(os_string).collect()
}

/// Up to its first NUL byte, as the system passes it on.
fn os_string(mut word: Vec<u8>) -> OsString {
    if let Some(end) = word.iter().position(|byte| *byte == 0) {
        word.truncate(end);
    }
    #[cfg(unix)]
    return std::os::unix::ffi::OsStringExt::from_vec(word);
    #[cfg(not(unix))]
    return String::from_utf8_lossy(&word).into_owned().into();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting_as_a_gnu_shell_user_expects() {
        for (text, expected) in [
            ("-a b\tc\r\nd", vec!["-a", "b", "c", "d"]),
            ("\"a b\" 'c d'", vec!["a b", "c d"]),
            ("-t='b'c\"d e\"", vec!["-t=bcd e"]),
            (r#"a\ b \" 'a\'b' "c\"d\x""#, vec!["a b", "\"", "a'b", "c\"dx"]),
            ("'' \"\"", vec![]),
            ("a ''b \"\" c''", vec!["a", "b", "c"]),
            ("a '", vec!["a"]),
            ("a\n\"", vec!["a"]),
            ("a'\\", vec!["a\\"]),
            ("\\", vec!["\\"]),
            ("a \\", vec!["a", "\\"]),
            ("a\\ ", vec!["a "]),
            ("a\0b c", vec!["a", "c"]),
            ("a \0b c", vec!["a", "", "c"]),
            ("\"never closed", vec!["never closed"]),
            ("b\\\nc", vec!["b\nc"]),
            ("a # b", vec!["a", "#", "b"]),
            ("b\u{c}c\u{b}d", vec!["b\u{c}c\u{b}d"]),
            ("", vec![]),
        ] {
            assert_eq!(words_of(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn marks_of_unicode_files_are_no_words() {
        for bytes in [b"\xef\xbb\xbf-a".as_slice(), b"\xff\xfe-\0a\0", b"\xfe\xff\0-\0a"] {
            assert_eq!(decode(bytes.to_vec()), b"-a");
        }
    }
}
