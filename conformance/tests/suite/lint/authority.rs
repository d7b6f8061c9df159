//! Expected contents appear in the question, so they are not a recording of our own output.

use md5::{Digest, Md5};
use memchr::memmem;
use offload_bundle_conformance::case::{Bytes, Case, Collection, Expectation, Question};
use offload_bundle_conformance::embedded;
use serde_json::Value;

use super::Findings;

/// Expectations with bytes or IDs that the question lacks, which shows that they were recorded.
pub fn expectations(collection: &Collection) -> Findings {
    let mut wrong = Findings::new();
    for case in collection.cases() {
        let (Expectation::Accept(value) | Expectation::Either { accept: value, .. }) = &case.expect else {
            continue;
        };
        let mut say = |what: String| wrong.push(format!("{}: {what}", case.id));
        if value.to_string().contains("sha256") {
            say("it expects a digest, which nobody can check; write the bytes".into());
        }
        let given = given(case);
        for content in contents(value, matches!(case.ask, Question::Decompress { .. })) {
            if !stands_in(&content, &given) {
                say(format!("{} expected bytes are not in the question", content.len()));
            }
        }
        if let (Question::List { .. }, Some(Value::Array(ids))) = (&case.ask, value.get("ids")) {
            let fixture = serde_json::to_string(&case.ask).unwrap().contains("\"fixture\"");
            let ids = ids.iter().filter_map(Value::as_str);
            match fixture {
                true => {
                    let mut ids: Vec<String> = ids.map(String::from).collect();
                    ids.sort_unstable();
                    if !is_measured(case, &ids) {
                        say("no release in the fixture manifest lists these IDs".into());
                    }
                }
                false => {
                    for id in ids.filter(|id| !stands_in(id.as_bytes(), &given)) {
                        say(format!("the expected {id:?} is not in the question"));
                    }
                }
            }
        }
    }
    wrong
}

/// All bytes of the question, including the uncompressed inputs of its recipes.
fn given(case: &Case) -> Vec<Vec<u8>> {
    fn gather(value: &Value, found: &mut Vec<Vec<u8>>) {
        if let Ok(bytes) = serde_json::from_value::<Bytes>(value.clone()) {
            found.extend(bytes.resolve(&embedded::fixture).ok());
        }
        match value {
            Value::Array(items) => items.iter().for_each(|item| gather(item, found)),
            Value::Object(fields) => fields.values().for_each(|value| gather(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    gather(&serde_json::to_value(&case.ask).unwrap(), &mut found);
    found
}

/// Contents that an operation extracts. Whole files that a case assembles count only with `whole`.
fn contents(value: &Value, whole: bool) -> Vec<Vec<u8>> {
    fn gather(value: &Value, whole: bool, found: &mut Vec<Vec<u8>>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| gather(item, whole, found)),
            Value::Object(fields) => {
                for (key, value) in fields {
                    match key.as_str() {
                        "content" | "decompressed" => found.push(resolved(value)),
                        "bytes" if whole => found.push(resolved(value)),
                        _ => gather(value, whole, found),
                    }
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    gather(value, whole, &mut found);
    found
}

fn resolved(value: &Value) -> Vec<u8> {
    let bytes: Bytes = serde_json::from_value(value.clone()).unwrap();
    bytes.resolve(&embedded::fixture).unwrap()
}

/// Whether `given` contains the bytes or their digest.
fn stands_in(bytes: &[u8], given: &[Vec<u8>]) -> bool {
    let digest = Md5::digest(bytes);
    let within = |part: &[u8]| given.iter().any(|given| memmem::find(given, part).is_some());
    // An object marks the host with one zero byte, which a question about writing may lack.
    bytes == [0] || within(bytes) || digest.get(..8).is_some_and(within)
}

/// Whether the manifest records these IDs for the only fixture of the case.
fn is_measured(case: &Case, ids: &[String]) -> bool {
    let manifest: Value = serde_json::from_slice(&embedded::fixture("manifest.json").unwrap()).unwrap();
    let asked = serde_json::to_value(&case.ask).unwrap();
    let fixture = &asked["input"][0]["fixture"];
    let fixtures = manifest["fixtures"].as_array().unwrap();
    let readings = fixtures.iter().filter(|known| known["path"] == *fixture);
    let lists = readings
        .flat_map(|known| known["readings"].as_array().into_iter().flatten())
        .filter_map(|reading| reading["list"].as_array());
    let mut lists = lists.map(|list| list.iter().filter_map(Value::as_str).map(String::from));
    lists.any(|list| {
        let mut list: Vec<String> = list.collect();
        list.sort_unstable();
        list == ids
    })
}
