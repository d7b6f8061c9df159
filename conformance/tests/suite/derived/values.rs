//! Faults in the values of enums and in names.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::Value;

use super::{Derived, Faulty, refusal, schema};

/// Faults in enum values and names: each is unknown, or read as the previous value.
pub(super) fn values(all: &mut Vec<Derived>) {
    let binary = schema("offload_binary.ksy");
    for key in ["image_kind", "offload_kind"] {
        for (number, _) in binary["enums"][key].as_object().unwrap() {
            let number: u64 = number.parse().unwrap();
            all.push((
                format!("offload_binary/{key}: leaves out {number}"),
                Faulty::of(move |question| {
                    let Answer::Value { mut value, contents } = Ours.answer(question) else {
                        return None;
                    };
                    let images = value.get_mut("images")?.as_array_mut()?;
                    let known = |image: &Value| image[key] != number;
                    let mut kept = images.iter().map(known).collect::<Vec<_>>().into_iter();
                    let count = images.len();
                    images.retain(known);
                    let contents = contents.into_iter().filter(|_| kept.next() == Some(true)).collect();
                    (images.len() < count).then_some(Answer::Value { value, contents })
                }),
            ));
        }
    }
    let processors = alternatives();
    assert!(processors.len() > 15, "{processors:?}");
    for (other, name) in processors {
        all.push((
            format!("target_id: takes {other} for a processor other than {name}"),
            Faulty::of(move |question| match question {
                Question::ParseId { text } if text.ends_with(&format!("-{other}")) => {
                    Some(Ours.answer(&Question::ParseId { text: text.replace(&other, "gfx900") }))
                }
                _ => None,
            }),
        ));
    }
    for kind in schema("target_id.yaml")["kinds"].as_array().unwrap() {
        let Some(kind) = kind["id"].as_str().map(String::from) else {
            continue;
        };
        let id = format!("{kind}-");
        all.push((
            format!("target_id: does not know the kind {kind}"),
            Faulty::of(move |question| match question {
                Question::ParseId { text } if text.starts_with(&id) => Some(refusal()),
                _ => None,
            }),
        ));
    }
    // `split_archive` asks for archives.
    let types = file_types().iter().filter(|one| one["archive"].is_null());
    for file_type in types.map(|one| one["id"].as_str().unwrap()) {
        for op in ["list", "unbundle", "bundle"] {
            all.push((
                format!("file type: {op} does not know {file_type}"),
                Faulty::of(move |question| {
                    let is = question.op() == op && in_small(question) == Some(file_type);
                    is.then(refusal)
                }),
            ));
        }
    }
}

pub(super) fn file_types() -> &'static [Value] {
    schema("placement.yaml")["file-types"].as_array().unwrap()
}

/// Alternative names of processors and their primary names.
pub(super) fn alternatives() -> Vec<(String, String)> {
    let groups = schema("target_id.yaml")["processors"].as_array().unwrap().iter();
    let processors = groups.flat_map(|group| group["list"].as_array().into_iter().flatten());
    let names = |processor: &Value| {
        let others = processor["also"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str);
        let name = processor["name"].as_str().unwrap_or_default();
        others
            .map(|other| (other.to_owned(), name.to_owned()))
            .collect::<Vec<_>>()
    };
    processors.flat_map(names).collect()
}

/// The text with `amdgcn` for an architecture with a subarchitecture.
pub(super) fn without_subarchitecture(text: &str) -> String {
    let groups = schema("target_id.yaml")["subarchitectures"].as_array().unwrap().iter();
    let names = groups.flat_map(|group| group["list"].as_array().unwrap());
    let names: Vec<&str> = names.map(|one| one["name"].as_str().unwrap()).collect();
    let plain = |field| if names.contains(&field) { "amdgcn" } else { field };
    text.split('-').map(plain).collect::<Vec<_>>().join("-")
}

fn in_small(question: &Question<Vec<u8>>) -> Option<&str> {
    match question {
        Question::List { file_type, .. }
        | Question::Unbundle { file_type, .. }
        | Question::Bundle { file_type, .. } => Some(file_type),
        _ => None,
    }
}
