//! Locates differences in bytes: the first offset, its field, and both sides in hexadecimal.

use std::collections::{HashMap, HashSet};

use crate::case::{Bytes, Case, Question, digest, for_each_byte_string};
use crate::field::field_at;
use crate::testee::Answer;
use crate::written::decompress;

const LINE: usize = 16;

/// The expected and the answered bytes at a path of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// Path in the value, such as `outputs[0].content`.
    pub path: String,
    /// Expected bytes.
    pub expected: Option<Vec<u8>>,
    /// Answered bytes.
    pub found: Option<Vec<u8>>,
}

impl Compared {
    /// File names for both sides. `alone`: no other bytes exist.
    pub fn file_names(&self, alone: bool) -> [String; 2] {
        ["expected", "found"].map(|side| file_name(side, &self.path, alone))
    }
}

/// File name for a side, `expected` or `found`, of the bytes at `path`. `alone`: no other bytes exist.
pub fn file_name(side: &str, path: &str, alone: bool) -> String {
    let path = path.strip_suffix(".content").unwrap_or(path);
    let path = path.replace('[', "-").replace(']', "").replace('.', "-");
    match alone {
        true => format!("{side}.bin"),
        false => format!("{side}-{path}.bin"),
    }
}

/// Pairs the expected byte strings of `case` with the byte strings in `answer`, in order.
pub fn compare(
    case: &Case,
    question: &Question<Vec<u8>>,
    answer: &Answer,
    fixture: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Vec<Compared> {
    let mut expected = Vec::new();
    if let Some(value) = case.expect.accepted_value() {
        for_each_byte_string(value, &mut |path, value| {
            let bytes = Bytes::of_value(path, value).and_then(|bytes| bytes.resolve(fixture));
            expected.extend(bytes.ok().map(|bytes| (path.to_owned(), bytes)));
        });
    }
    let found = byte_strings(
        question,
        answer,
        expected.iter().any(|(path, _)| path == "decompressed"),
    );
    let mut all: Vec<Compared> = expected
        .into_iter()
        .map(|(path, bytes)| Compared { path, expected: Some(bytes), found: None })
        .collect();
    let places = all.iter().enumerate().map(|(at, one)| (one.path.clone(), at));
    let places: HashMap<String, usize> = places.collect();
    for (path, bytes) in found {
        match places.get(&path).and_then(|at| all.get_mut(*at)) {
            Some(known) => known.found = Some(bytes),
            None => all.push(Compared { path, expected: None, found: Some(bytes) }),
        }
    }
    all
}

/// `unpacked`: compressed files are decompressed first.
fn byte_strings(question: &Question<Vec<u8>>, answer: &Answer, unpacked: bool) -> Vec<(String, Vec<u8>)> {
    let (Answer::Value { value, contents } | Answer::Part { value, contents }) = answer else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut contents = contents.iter();
    for_each_byte_string(value, &mut |path, value| {
        if value.is_null() {
            return;
        }
        found.extend(
            contents
                .next()
                .filter(|bytes| digest(bytes) == *value)
                .map(|bytes| (path.to_owned(), bytes.clone())),
        );
    });
    if let (true, Question::Compress { input, version, method, .. }) = (unpacked, question) {
        let read = found
            .first()
            .map(|(_, file)| decompress(file, *version, method, input.len()));
        found.extend(read.and_then(Result::ok).map(|bytes| ("decompressed".into(), bytes)));
    }
    found
}

/// Describes the first difference in several lines. Returns `None` if all expected bytes were found.
pub fn difference(compared: &[Compared]) -> Option<String> {
    let all: HashSet<&Vec<u8>> = compared.iter().filter_map(|one| one.found.as_ref()).collect();
    let there = |bytes: &Vec<u8>| all.contains(bytes);
    let (path, expected, found) = compared.iter().find_map(|one| match one {
        Compared { path, expected: Some(expected), found: Some(found) } if !there(expected) => {
            Some((path, expected, found))
        }
        _ => None,
    })?;
    let at = expected.iter().zip(found).position(|(one, other)| one != other);
    let at = at.unwrap_or(expected.len().min(found.len()));
    let mut text = match (expected.get(at), found.get(at)) {
        (Some(_), None) => format!(
            "{path} ends at offset {at:#x}, {} bytes are missing",
            expected.len().saturating_sub(at)
        ),
        (None, _) => format!(
            "{path} goes on at offset {at:#x}, {} bytes too many",
            found.len().saturating_sub(at)
        ),
        _ => format!("{path} differs from offset {at:#x} on"),
    };
    if let Some(field) = u64::try_from(at).ok().and_then(|at| field_at(expected, at)) {
        text += &format!(", in the field {} ({}", field.path, field.format);
        text += &format!("; {} bytes at {:#x}", field.size, field.offset);
        match field.meaning.as_str() {
            "" => text += ")",
            meaning => text += &format!("; {meaning})"),
        }
    }
    for (side, bytes) in [("expected", expected), ("found", found)] {
        text += &format!("\n  {side:8}  {}", line(bytes, at));
    }
    Some(text)
}

/// In hexadecimal and as characters.
fn line(bytes: &[u8], at: usize) -> String {
    let from = at.saturating_sub(at.checked_rem(LINE).unwrap_or_default());
    let bytes: Vec<u8> = bytes.iter().skip(from).take(LINE).copied().collect();
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let shown = |byte: &u8| match byte {
        b' '..=b'~' => char::from(*byte),
        _ => '.',
    };
    let characters: String = bytes.iter().map(shown).collect();
    match bytes.is_empty() {
        true => format!("{from:06x}  nothing"),
        false => format!("{from:06x}  {:47}  {characters}", digits.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::case::{Expectation, Level};

    fn told(expected: Value, contents: &[&[u8]], value: &dyn Fn(Vec<Value>) -> Value) -> Vec<Compared> {
        let case = Case {
            id: "a/b/c".into(),
            why: String::new(),
            level: Level::Required,
            requires: Vec::new(),
            source: None,
            neighbour: None,
            edge: None,
            ask: Question::ParseId { text: "x".into() },
            expect: Expectation::Accept(expected),
        };
        let contents: Vec<Vec<u8>> = contents.iter().map(|one| one.to_vec()).collect();
        let value = value(contents.iter().map(|one| digest(one)).collect());
        let question = Question::ParseId { text: "x".into() };
        compare(&case, &question, &Answer::Value { value, contents }, &|_| None)
    }

    #[test]
    fn differing_field_shows_both_sides() {
        let entry = json!({ "id": "host-x86_64-unknown-linux-gnu-", "content": [{ "text": "code" }] });
        let expected = json!([{ "binary_bundle": { "entries": [entry] } }]);
        let bytes: Bytes = serde_json::from_value(expected.clone()).unwrap();
        let mut wrong = bytes.resolve(&|_| None).unwrap();
        wrong[24] = 2;
        let all = told(
            json!({ "bytes": expected }),
            &[&wrong],
            &|all| json!({ "bytes": all[0] }),
        );
        let text = difference(&all).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(
            lines[0].starts_with("bytes differs from offset 0x18 on, in the field "),
            "{text}"
        );
        assert!(lines[0].contains("; 8 bytes at 0x18"), "{text}");
        assert_eq!(
            lines[1..],
            [
                "  expected  000010  42 55 4e 44 4c 45 5f 5f 01 00 00 00 00 00 00 00  BUNDLE__........",
                "  found     000010  42 55 4e 44 4c 45 5f 5f 02 00 00 00 00 00 00 00  BUNDLE__........",
            ]
        );
        assert_eq!(all[0].file_names(true), ["expected.bin", "found.bin"]);
    }

    #[test]
    fn missing_and_extra_items_are_reported() {
        let outputs = |all: Vec<Value>| {
            let all: Vec<Value> = all.into_iter().map(|content| json!({ "content": content })).collect();
            json!({ "outputs": all })
        };
        let expected =
            || json!({ "outputs": [{ "content": [{ "text": "one" }] }, { "content": [{ "text": "two" }] }] });
        let text = |contents: &[&[u8]]| difference(&told(expected(), contents, &outputs));
        assert_eq!(text(&[b"two", b"one"]), None);
        let short = text(&[b"one", b"t"]).unwrap();
        assert!(
            short.starts_with("outputs[1].content ends at offset 0x1, 2 bytes are missing\n"),
            "{short}"
        );
        let long = text(&[b"one more", b"two"]).unwrap();
        assert!(
            long.starts_with("outputs[0].content goes on at offset 0x3, 5 bytes too many\n"),
            "{long}"
        );
        assert!(text(&[b"one", b""]).unwrap().ends_with("found     000000  nothing"));
        let all = told(expected(), &[b"one"], &outputs);
        assert_eq!(
            all[1].file_names(false),
            ["expected-outputs-1.bin", "found-outputs-1.bin"]
        );
        assert_eq!((all.len(), &all[1].found), (2, &None));
    }
}
