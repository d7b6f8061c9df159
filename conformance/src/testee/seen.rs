//! Reads answers from the output and files of a tool.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::adapter::Call;
use super::answer::{Answer, Breakdown};
use super::confined::Scratch;
use super::ended::Ended;
use super::placed::OUTPUT;
use crate::case::digest;

fn without_answer(ended: &Ended) -> Option<Answer> {
    match (&ended.breakdown, ended.code) {
        (Some(breakdown), _) => Some(Answer::Broken(breakdown.clone())),
        (None, Some(0)) => None,
        (None, _) => Some(Answer::Rejected(ended.stderr.clone())),
    }
}

pub(super) fn read_list(scratch: &Scratch, call: &Call, ended: &Ended) -> Answer {
    if let Some(answer) = without_answer(ended) {
        return answer;
    }
    let mut ids: Vec<String> = match &call.files {
        Some(begin) => {
            let files = scratch.beginning_with(begin);
            let id = |name: &String| Some(name.strip_prefix(begin)?.split_once('.')?.1.to_string());
            files.iter().filter_map(id).collect()
        }
        None => String::from_utf8_lossy(&ended.stdout)
            .lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty())
            .map(String::from)
            .collect(),
    };
    if ids.is_empty() && ended.stderr.is_empty() && !call.empty_is_an_answer {
        return Answer::Broken(Breakdown::Silent);
    }
    ids.sort_unstable();
    ids.dedup();
    Answer::value(json!({ "ids": ids }))
}

pub(super) fn read_outputs(
    scratch: &Scratch,
    ended: &Ended,
    outputs: &[String],
    value: impl FnOnce(&[Vec<u8>]) -> Value,
) -> Answer {
    if let Some(answer) = without_answer(ended) {
        return answer;
    }
    let contents: Option<Vec<Vec<u8>>> = outputs.iter().map(|output| scratch.get(output)).collect();
    match contents {
        Some(contents) => Answer::Value { value: value(&contents), contents },
        None => Answer::Broken(Breakdown::Silent),
    }
}

pub(super) fn read_extracted(scratch: &Scratch, call: &Call, ended: &Ended, one_output: bool) -> Answer {
    if let Some(answer) = without_answer(ended) {
        return answer;
    }
    let contents: Vec<Vec<u8>> = match (&call.files, one_output) {
        (_, true) => scratch.get(OUTPUT).into_iter().collect(),
        (Some(begin), false) => match in_files(scratch, call, begin) {
            Answer::Part { contents, .. } => contents,
            answer => return answer,
        },
        (None, false) => return Answer::Skipped("the tool description lacks a way to read images".into()),
    };
    Answer::Value { value: outputs(&contents), contents }
}

pub(super) fn outputs(contents: &[Vec<u8>]) -> Value {
    let shown: Vec<Value> = contents
        .iter()
        .map(|content| json!({ "content": digest(content) }))
        .collect();
    json!({ "outputs": shown })
}

pub(super) fn images(scratch: &Scratch, call: &Call, ended: &Ended) -> Answer {
    if let Some(answer) = without_answer(ended) {
        return answer;
    }
    match (&call.files, &call.printed) {
        (Some(begin), _) => in_files(scratch, call, begin),
        (None, Some(first)) => {
            let text = String::from_utf8_lossy(&ended.stdout);
            Answer::Part { value: json!({ "images": read_printed(call, first, &text) }), contents: Vec::new() }
        }
        (None, None) => Answer::Skipped("the tool description lacks a way to read images".into()),
    }
}

fn in_files(scratch: &Scratch, call: &Call, begin: &str) -> Answer {
    let mut found = BTreeMap::new();
    for name in scratch.beginning_with(begin) {
        let Some((number, suffix)) = number_and_suffix(&name) else {
            return Answer::Broken(Breakdown::Protocol(format!("the name {name:?} lacks a number")));
        };
        let Some(content) = scratch.get(&name) else {
            return Answer::Broken(Breakdown::Protocol(format!("{name:?} cannot be read")));
        };
        let image_kind = call.suffixes.as_ref().and_then(|known| known.get(suffix));
        let image = json!({ "content": digest(&content), "image_kind": image_kind });
        found.insert(number, (image, content));
    }
    let (images, contents): (Vec<Value>, Vec<Vec<u8>>) = found.into_values().unzip();
    Answer::Part { value: json!({ "images": images }), contents }
}

/// A trailing dot is not a suffix.
fn number_and_suffix(name: &str) -> Option<(u64, &str)> {
    let (stem, last) = name.rsplit_once('.')?;
    if let Ok(number) = last.parse() {
        return Some((number, ""));
    }
    let (_, number) = stem.rsplit_once('.')?;
    let suffix = if last.is_empty() { "" } else { name.get(stem.len()..)? };
    Some((number.parse().ok()?, suffix))
}

fn read_printed(call: &Call, first: &str, text: &str) -> Vec<Value> {
    let number =
        |words: &Option<BTreeMap<String, u16>>, word: &str| words.as_ref().and_then(|words| words.get(word).copied());
    let mut images: Vec<Map<String, Value>> = Vec::new();
    for line in text.lines() {
        if line.starts_with(first) {
            images.push(Map::from_iter([("strings".to_string(), json!({}))]));
        }
        let Some(image) = images.last_mut() else { continue };
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let value = value.trim();
        match key {
            "kind" => drop(image.insert("image_kind".into(), number(&call.image_kinds, value).into())),
            "producer" => drop(image.insert("offload_kind".into(), number(&call.offload_kinds, value).into())),
            "arch" | "triple" => {
                if let Some(Value::Object(strings)) = image.get_mut("strings") {
                    strings.insert(key.into(), value.into());
                }
            }
            _ => {}
        }
    }
    images.into_iter().map(Value::Object).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_precedes_suffix() {
        for (name, expected) in [
            ("in-t-a.3.o", Some((3, ".o"))),
            ("in-t-.2.", Some((2, ""))),
            ("in-t.2", Some((2, ""))),
            ("in-t1.2-a.10.bc", Some((10, ".bc"))),
            ("in-t", None),
            ("in.o", None),
        ] {
            assert_eq!(number_and_suffix(name), expected, "{name}");
        }
    }

    #[test]
    fn printed_words_become_known_numbers() {
        let call: Call = serde_yaml::from_str("{words: [], image-kinds: {elf: 1}, offload-kinds: {hip: 4}}").unwrap();
        let text = "x: file format y\n\nIMAGE [0]:\nkind    elf\narch   a\ntriple t\nproducer none\n\nIMAGE [1]:\narch            \n";
        let expected = [
            json!({ "image_kind": 1, "offload_kind": null, "strings": { "arch": "a", "triple": "t" } }),
            json!({ "strings": { "arch": "" } }),
        ];
        assert_eq!(read_printed(&call, "IMAGE", text), expected);
    }
}
