//! Our implementation with a planted fault, and helpers that change questions and answers.

use md5::{Digest, Md5};
use offload_bundle::input::Input;
use offload_bundle::ops::{self, Context};
use offload_bundle::request::DecompressRequest;
use offload_bundle_conformance::case::{Question, digest};
use offload_bundle_conformance::testee::Answer;
use offload_bundle_formats::registry::REGISTRY;
use serde_json::Value;

pub(crate) struct Fault {
    /// Name of the violator in the table.
    pub(crate) violator: &'static str,
    pub(crate) question: fn(&Question<Vec<u8>>) -> Question<Vec<u8>>,
    pub(crate) answer: fn(&Question<Vec<u8>>, Answer) -> Answer,
}

pub(crate) fn same(question: &Question<Vec<u8>>) -> Question<Vec<u8>> {
    question.clone()
}

pub(crate) fn as_answered(_: &Question<Vec<u8>>, answer: Answer) -> Answer {
    answer
}

pub(crate) fn with_input(question: &Question<Vec<u8>>, change: impl Fn(&mut Vec<u8>)) -> Question<Vec<u8>> {
    let changed = question.try_map(|bytes| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        Ok::<_, std::convert::Infallible>(bytes)
    });
    changed.unwrap_or_else(|never| match never {})
}

pub(crate) fn with_contents(answer: Answer, change: impl Fn(&mut Vec<Vec<u8>>)) -> Answer {
    let Answer::Value { value, mut contents } = answer else {
        return answer;
    };
    change(&mut contents);
    let mut left = contents.iter();
    let value = redigested(&value, &mut left);
    Answer::Value { value, contents }
}

pub(crate) fn redigested(value: &Value, contents: &mut dyn Iterator<Item = &Vec<u8>>) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| redigested(item, contents)).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| match key.as_str() {
                "content" | "bytes" => (key.clone(), contents.next().map_or(Value::Null, |bytes| digest(bytes))),
                _ => (key.clone(), redigested(value, contents)),
            })
            .collect::<serde_json::Map<_, _>>()
            .into(),
        value => value.clone(),
    }
}

pub(crate) fn with_value(answer: Answer, key: &str, change: impl Fn(&mut Value)) -> Answer {
    let Answer::Value { mut value, contents } = answer else {
        return answer;
    };
    if let Some(part) = value.get_mut(key) {
        change(part);
    }
    Answer::Value { value, contents }
}

pub(crate) fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

pub(crate) fn set(bytes: &mut [u8], at: usize, value: u8) {
    if let Some(byte) = bytes.get_mut(at) {
        *byte = value;
    }
}

/// Hash of the decompressed content, computed without the hash in the header.
pub(crate) fn hash_of(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut request = DecompressRequest::default();
    request.input = Input::from_bytes("input", bytes.to_vec()).into();
    request.scan.no_verify = true;
    request.output = Some("-".into());
    let mut out = Vec::new();
    let mut context = Context { stdout: Some(&mut out), ..Context::default() };
    ops::decompress(&REGISTRY, &request, &mut context).ok()?;
    Md5::digest(&out).get(..8).map(<[u8]>::to_vec)
}
