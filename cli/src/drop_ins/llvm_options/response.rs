//! `@file` in a command line: the words of the file stand in its place, quoted as a GNU shell user expects.

use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle::reason::reason;
use offload_bundle_core::options::OptionTexts;

use super::texts::fill;

/// `words` with the words of each `@file` in its place, also of those that stand in such files. A file that does not exist
/// leaves its word as it is.
///
/// # Errors
///
/// The message for a file that names itself or cannot be read.
pub(super) fn expand(words: &[String], texts: &OptionTexts) -> Result<Vec<String>, String> {
    let mut expansion = Expansion { texts, words: Vec::new(), open: Vec::new() };
    expansion.add(words)?;
    Ok(expansion.words)
}

struct Expansion<'t> {
    texts: &'t OptionTexts,
    words: Vec<String>,
    /// The files whose words are being added now, outermost first.
    open: Vec<PathBuf>,
}

impl Expansion<'_> {
    fn add(&mut self, words: &[String]) -> Result<(), String> {
        for word in words {
            match word.strip_prefix('@') {
                Some(name) => self.add_file(word, name)?,
                None => self.words.push(word.clone()),
            }
        }
        Ok(())
    }

    fn add_file(&mut self, word: &str, name: &str) -> Result<(), String> {
        let path = absolute(name);
        if !path.exists() {
            self.words.push(word.to_owned());
            return Ok(());
        }
        let shown = path.display().to_string();
        if self.open.contains(&path) {
            return Err(fill(self.texts.recursive, &[("file", &shown)]));
        }
        let bytes = fs::read(&path).map_err(|error| {
            let why = reason(&error);
            fill(self.texts.unreadable, &[("file", &shown), ("error", &why)])
        })?;
        self.open.push(path);
        let result = self.add(&words_of(&decode(&bytes)));
        self.open.pop();
        result
    }
}

/// `name` as a path from the root, so that two names of one file are one.
fn absolute(name: &str) -> PathBuf {
    if name.is_empty() {
        return std::env::current_dir().unwrap_or_default();
    }
    std::path::absolute(name).unwrap_or_else(|_| Path::new(name).to_path_buf())
}

/// Text of a file of words: UTF-16 with its mark, UTF-8 with or without.
fn decode(bytes: &[u8]) -> String {
    let wide = |rest: &[u8], join: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = rest.as_chunks::<2>().0.iter().map(|pair| join(*pair)).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// The words of `text`. Blanks part them. A backslash keeps the next character as it is, also between double quotes; between
/// single quotes it does so too. Quotes that are never closed reach to the end.
pub(super) fn words_of(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (quote, c) {
            (_, '\\') => word.get_or_insert_default().extend(rest.next()),
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ' | '\t' | '\r' | '\n' | '\0') => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    // A word cannot hold a NUL byte where the system passes words on, and ends there.
    for word in &mut words {
        if let Some(end) = word.find('\0') {
            word.truncate(end);
        }
    }
    words
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
            ("'' \"\"", vec!["", ""]),
            ("\"never closed", vec!["never closed"]),
            ("b\\\nc", vec!["b\nc"]),
            ("a # b", vec!["a", "#", "b"]),
            ("b\u{c}c\u{b}d", vec!["b\u{c}c\u{b}d"]),
            ("", vec![]),
        ] {
            assert_eq!(words_of(text), expected, "{text:?}");
        }
    }

    #[test]
    fn marks_of_unicode_files_are_no_words() {
        assert_eq!(decode(b"\xef\xbb\xbf-a"), "-a");
        assert_eq!(decode(b"\xff\xfe-\0a\0"), "-a");
        assert_eq!(decode(b"\xfe\xff\0-\0a"), "-a");
    }
}
