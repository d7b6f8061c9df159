//! An implementation that is right, and in all that is free other than ours.

use std::collections::BTreeSet;

use offload_bundle::request::{CompressionMethod, CompressionRequest, CompressionVersion};
use offload_bundle_conformance::case::{Case, Expectation, Question, digest};
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use offload_bundle_formats::registry::REGISTRY;
use serde_json::{Value, json};

/// Answers one case as ours does, otherwise; `ways` gathers in which ways.
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
        let (way, answer) = match (&self.case.expect, question, answer) {
            (Expectation::Either { .. }, _, Answer::Value { .. }) => ("refuses", Answer::Rejected("nein".into())),
            (_, _, Answer::Rejected(_)) => ("words", Answer::Rejected("нет\n".into())),
            (_, Question::Compatible { .. }, Answer::Value { value, .. }) if value["compatible"] == json!(false) => {
                ("no by refusal", Answer::Rejected(String::new()))
            }
            (_, Question::Compress { input, version, method }, Answer::Value { contents, .. }) => {
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

fn compressed(bundle: &[u8], version: u32, method: &str) -> Vec<u8> {
    let mut request = CompressionRequest::default();
    request.method = CompressionMethod::all(&REGISTRY).find(|known| known.method.name == method);
    request.level = Some(1);
    request.version = Some(CompressionVersion(version.into()));
    offload_bundle::compress(bundle, &request).unwrap()
}

/// Lists under `key` from the end.
fn reversed(value: &Value, key: &str) -> Value {
    let mut value = value.clone();
    if let Some(list) = value.get_mut(key).and_then(Value::as_array_mut) {
        list.reverse();
    }
    value
}

/// Members in another order, with other names.
fn renamed(value: &Value) -> Value {
    let mut value = value.clone();
    for archive in value["archives"].as_array_mut().into_iter().flatten() {
        for member in archive["members"].as_array_mut().into_iter().flatten() {
            member["name"] = "x.o".into();
        }
        *archive = reversed(archive, "members");
    }
    value
}

/// Keys of objects from the end.
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
