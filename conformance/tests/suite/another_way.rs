//! A correct implementation that differs from ours wherever the documents leave a choice.

use std::collections::BTreeSet;

use offload_bundle::request::{CompressionMethod, CompressionRequest, CompressionVersion};
use offload_bundle_conformance::case::{Case, Expectation, Level, NewImage, Question, digest};
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use offload_bundle_formats::registry::REGISTRY;
use serde_json::{Value, json};

use crate::another_layout::{Layout, Lines, Order, binaries, bundle, spelled, text};

/// Gives our answer to a case in another form and records the difference in `ways`.
pub(crate) struct AnotherWay<'c> {
    pub(crate) case: &'c Case,
    pub(crate) ways: &'c mut BTreeSet<&'static str>,
}

impl Testee for AnotherWay<'_> {
    fn name(&self) -> &str {
        "another way"
    }

    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer {
        let answer = Ours.answer(question);
        if let Some((way, answer)) = self.laid_out(question, &answer) {
            self.ways.insert(way);
            return answer;
        }
        let (way, answer) = match (&self.case.expect, question, answer) {
            (Expectation::Either { .. }, _, Answer::Value { .. }) => ("refuses", Answer::Rejected("nein".into())),
            (_, _, Answer::Rejected(_)) => ("words", Answer::Rejected("нет\n".into())),
            (_, Question::Compatible { .. }, Answer::Value { value, .. }) if value["compatible"] == json!(false) => {
                ("no by refusal", Answer::Rejected(String::new()))
            }
            (_, Question::Compress { input, version, method, .. }, Answer::Value { contents, .. }) => {
                let other = compressed(input, *version, method);
                let way = if contents == [other.clone()] {
                    "the same"
                } else {
                    "level"
                };
                (
                    way,
                    Answer::Value { value: json!({ "bytes": digest(&other) }), contents: vec![other] },
                )
            }
            (_, Question::List { .. }, Answer::Value { value, contents }) => (
                "order of a list",
                Answer::Value { value: reversed(&value, "ids"), contents },
            ),
            (Expectation::Accept(expected), Question::SplitArchive { .. }, Answer::Value { value, contents })
                if !expected.to_string().contains("\"name\"") =>
            {
                ("members", Answer::Value { value: renamed(&value), contents })
            }
            (_, _, Answer::Value { value, contents }) => {
                ("keys", Answer::Value { value: other_keys(&value), contents })
            }
            (_, _, answer) => ("the same", answer),
        };
        self.ways.insert(way);
        answer
    }
}

const LAYOUT: Layout = Layout { reversed: true, unit: 8, once: false, behind: 0 };
const LINES: Lines = Lines { empty: 0, blanks: [" ", " "], end: "\n" };
const ORDER: Order = Order { parts: *b"iers", unit: 8, shared: false, padding: 0, behind: 8 };

pub(crate) fn comment(file_type: &str) -> Option<&'static str> {
    match file_type {
        "i" | "ii" | "cui" | "hipi" => Some("//"),
        "d" | "s" => Some("#"),
        "ll" => Some(";"),
        _ => None,
    }
}

impl AnotherWay<'_> {
    /// The answer in another layout or spelling that the documents allow. Cases that record the behaviour of tools keep
    /// ours.
    fn laid_out(&self, question: &Question<Vec<u8>>, answer: &Answer) -> Option<(&'static str, Answer)> {
        if self.case.level == Level::Observed {
            return None;
        }
        if is_without_triple(question, answer) {
            return Some(("triple is mandatory", Answer::Rejected("no triple".into())));
        }
        let Answer::Value { value, .. } = answer else {
            return None;
        };
        let Expectation::Accept(expected) = &self.case.expect else {
            return None;
        };
        let (way, file) = match question {
            Question::Bundle { file_type, entries, alignment, compress: true, .. } if file_type != "o" => {
                let (file_type, entries, alignment) = (file_type.clone(), entries.clone(), *alignment);
                let plain = Question::Bundle { file_type, entries, alignment, compress: false, level: None };
                let Answer::Value { contents, .. } = Ours.answer(&plain) else {
                    return None;
                };
                ("another method", compressed(contents.first()?, 2, "zlib"))
            }
            Question::Bundle { file_type, entries, alignment, .. } if file_type != "o" => {
                let ids = expected["entries"].as_array().unwrap();
                let ids = ids.iter().map(|entry| spelled(entry["id"].as_str().unwrap()));
                let contents = entries.iter().map(|entry| entry.content.clone());
                let entries: Vec<(String, Vec<u8>)> = ids.zip(contents).collect();
                match comment(file_type) {
                    Some(comment) => ("text", text(&entries, comment, LINES)),
                    None => ("bundle", bundle(&entries, *alignment, LAYOUT)),
                }
            }
            Question::Pack { images, version: 1 } => ("binary", binaries(images, ORDER)),
            Question::ParseId { .. } => {
                let mut value = value.clone();
                let canonical = value["canonical"].as_str().unwrap();
                value["canonical"] = spelled(canonical).into();
                return Some(("spelling", Answer::value(value)));
            }
            _ => return None,
        };
        Some((
            way,
            Answer::Value { value: json!({ "bytes": digest(&file) }), contents: vec![file] },
        ))
    }
}

/// Whether an image lacks the triple, which the document requires.
fn is_without_triple(question: &Question<Vec<u8>>, answer: &Answer) -> bool {
    match (question, answer) {
        (Question::Pack { images, .. }, _) => {
            let has_one = |image: &NewImage<Vec<u8>>| image.strings.iter().any(|(key, _)| key == "triple");
            !images.iter().all(has_one)
        }
        (Question::Images { .. }, Answer::Value { value, .. }) => {
            let mut images = value["images"].as_array().into_iter().flatten();
            images.any(|image| image["strings"].get("triple").is_none())
        }
        _ => false,
    }
}

fn compressed(bundle: &[u8], version: u32, method: &str) -> Vec<u8> {
    let mut request = CompressionRequest::default();
    request.method = CompressionMethod::all(&REGISTRY).find(|known| known.method.name == method);
    request.level = Some(1);
    request.version = Some(CompressionVersion(version.into()));
    offload_bundle::compress(bundle, &request).unwrap()
}

fn reversed(value: &Value, key: &str) -> Value {
    let mut value = value.clone();
    if let Some(list) = value.get_mut(key).and_then(Value::as_array_mut) {
        list.reverse();
    }
    value
}

fn renamed(value: &Value) -> Value {
    let mut value = value.clone();
    for archive in value["archives"].as_array_mut().into_iter().flatten() {
        for member in archive["members"].as_array_mut().into_iter().flatten() {
            let parent = member["name"].as_str().unwrap().split("-hip").next().unwrap();
            member["name"] = format!("{parent}.o-x").into();
        }
        *archive = reversed(archive, "members");
    }
    value
}

fn other_keys(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(other_keys).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().rev().map(|(key, value)| (key.clone(), other_keys(value)));
            Value::Object(fields.collect())
        }
        value => value.clone(),
    }
}
