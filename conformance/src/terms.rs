//! Normalizes expected and found values. If several files are correct, the expectation describes the contents of the
//! file, and the suite reads them from the file.

use object::{Object as _, ObjectSection as _};
use serde_json::{Map, Value, json};

use crate::case::{Question, digest};
use crate::written::{
    archive, comment, decompress, decompress_as_it_says, entries, images, plain_id, plain_triple, texts,
};

/// Makes correct answers equal.
pub(crate) fn in_the_same_terms(
    expected: &Value,
    question: &Question<Vec<u8>>,
    value: &Value,
    contents: &[Vec<u8>],
) -> (Value, Value) {
    let found = in_terms_of(expected, question, value, contents);
    let same = |change: &dyn Fn(&Value) -> Value| (change(expected), change(&found));
    match question {
        Question::Bundle { .. } if expected.get("entries").is_some() => {
            let (expected, found) = same(&in_one_spelling);
            let other = host_first(&expected);
            (if found == other { other } else { expected }, found)
        }
        Question::ParseId { .. } => same(&in_one_spelling),
        _ if speaks_of(expected, "parent") => (
            without_names(expected, &|member| text(member, "parent")),
            without_names(&found, &|member| {
                let parents = expected_parents(expected);
                let name = text(member, "name")?;
                parents
                    .into_iter()
                    .find(|parent| name.starts_with(parent.as_str()))
                    .or(Some(name))
            }),
        ),
        _ if !speaks_of(expected, "name") => same(&|value| without_names(value, &|_| None)),
        _ => (canonical(expected), found),
    }
}

fn text(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(String::from)
}

fn expected_parents(expected: &Value) -> Vec<String> {
    match expected {
        Value::Array(items) => items.iter().flat_map(expected_parents).collect(),
        Value::Object(fields) => {
            let own = text(expected, "parent");
            own.into_iter()
                .chain(fields.values().flat_map(expected_parents))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn in_one_spelling(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(in_one_spelling).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| match (key.as_str(), value) {
                ("id" | "canonical", Value::String(id)) => (key.clone(), plain_id(id).into()),
                ("triple", Value::String(triple)) => (key.clone(), plain_triple(triple).into()),
                _ => (key.clone(), in_one_spelling(value)),
            });
            Value::Object(fields.collect::<Map<_, _>>())
        }
        value => value.clone(),
    }
}

/// The document requires it; tools keep the order of their input.
fn host_first(value: &Value) -> Value {
    let entries = value.get("entries").and_then(Value::as_array);
    let is_host = |entry: &&Value| text(entry, "id").is_some_and(|id| id.starts_with("host-"));
    let (hosts, others): (Vec<&Value>, Vec<&Value>) = entries.into_iter().flatten().partition(is_host);
    let entries = [hosts, others].concat();
    json!({ "entries": entries })
}

/// If the expectation describes contents.
fn in_terms_of(expected: &Value, question: &Question<Vec<u8>>, value: &Value, contents: &[Vec<u8>]) -> Value {
    let asked = |key: &str| expected.get(key).is_some();
    if let (Question::SplitArchive { whole: true, .. }, Some(Value::Array(archives))) =
        (question, expected.get("archives"))
    {
        return json!({ "archives": whole(archives, contents) });
    }
    if let (Some(Value::Array(outputs)), Some(Value::Array(found))) = (expected.get("outputs"), value.get("outputs")) {
        let files = found.iter().zip(contents).enumerate();
        let outputs = files.map(|(number, (found, file))| match outputs.get(number) {
            Some(output) if output.get("sections").is_some() => sections(file),
            _ => canonical(found),
        });
        return json!({ "outputs": outputs.collect::<Vec<_>>() });
    }
    let Some(file) = contents
        .first()
        .filter(|_| value.get("bytes").is_some() && !asked("bytes"))
    else {
        return canonical(value);
    };
    if asked("sections") {
        return sections(file);
    }
    let wrong = |why| json!({ "error": why });
    match question {
        Question::Compress { input, version, method, .. } if asked("decompressed") => {
            let read = decompress(file, *version, method, input.len());
            read.map_or_else(wrong, |bytes| json!({ "decompressed": digest(&bytes) }))
        }
        Question::Bundle { file_type, alignment, compress, .. } if asked("entries") => {
            let unpacked = match compress {
                true => decompress_as_it_says(file),
                false => Ok(file.clone()),
            };
            let read = unpacked.and_then(|file| match comment(file_type) {
                Some(comment) => texts(&file, comment),
                None => entries(&file, alignment.map_or(1, u64::from)),
            });
            read.map_or_else(wrong, |read| canonical(&read))
        }
        Question::Pack { version, .. } if asked("images") => {
            images(file, *version).map_or_else(wrong, |read| canonical(&read))
        }
        _ => canonical(value),
    }
}

/// Limited to the parts in the expectation.
fn whole(expected: &[Value], files: &[Vec<u8>]) -> Vec<Value> {
    let read = files.iter().enumerate().map(|(number, file)| match archive(file) {
        Ok(Value::Object(mut fields)) => {
            fields.retain(|key, _| expected.get(number).is_none_or(|expected| expected.get(key).is_some()));
            Value::Object(fields)
        }
        Ok(other) => other,
        Err(why) => json!({ "error": why }),
    });
    read.collect()
}

/// Without structural sections, which may be anywhere.
fn sections(file: &[u8]) -> Value {
    const TABLES: [&str; 4] = ["", ".symtab", ".strtab", ".shstrtab"];
    let read = || -> object::Result<Vec<Value>> {
        let mut found = Vec::new();
        for section in object::File::parse(file)?.sections() {
            let name = section.name()?;
            if !TABLES.contains(&name) {
                found.push(json!({ "content": digest(section.data()?), "name": name }));
            }
        }
        Ok(found)
    };
    match read() {
        Ok(sections) => json!({ "sections": sections }),
        Err(error) => json!({ "error": error.to_string() }),
    }
}

/// At any depth.
fn speaks_of(value: &Value, key: &str) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| speaks_of(item, key)),
        Value::Object(fields) => fields
            .iter()
            .any(|(known, value)| known == key || speaks_of(value, key)),
        _ => false,
    }
}

/// Members are sorted by content; `kept` returns the part of a name that stays.
fn without_names(value: &Value, kept: &dyn Fn(&Value) -> Option<String>) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| without_names(item, kept)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| match (key.as_str(), value) {
                ("members", Value::Array(members)) => {
                    let member = |member: &Value| {
                        json!({ "content": member.get("content").cloned().unwrap_or_default(), "parent": kept(member) })
                    };
                    let mut contents: Vec<Value> = members.iter().map(member).collect();
                    contents.sort_unstable_by_key(ToString::to_string);
                    (key.clone(), Value::Array(contents))
                }
                _ => (key.clone(), without_names(value, kept)),
            });
            Value::Object(fields.collect::<Map<_, _>>())
        }
        value => value.clone(),
    }
}

fn canonical(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(canonical).collect(),
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_unstable_by_key(|(key, _)| *key);
            let fields = fields
                .into_iter()
                .map(|(key, value)| match (key.as_str(), canonical(value)) {
                    ("ids", Value::Array(mut ids)) => {
                        ids.sort_by_key(ToString::to_string);
                        (key.clone(), Value::Array(ids))
                    }
                    (_, value) => (key.clone(), value),
                });
            Value::Object(fields.collect::<Map<_, _>>())
        }
        value => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_right(expected: &Value, question: &Question<Vec<u8>>, value: &Value, contents: &[Vec<u8>]) -> bool {
        let (expected, found) = in_the_same_terms(expected, question, value, contents);
        expected == found
    }

    #[test]
    fn entry_spellings_and_host_place_are_free() {
        let question = Question::Bundle {
            file_type: "s".into(),
            entries: Vec::new(),
            alignment: None,
            compress: false,
            level: None,
        };
        let written = |ids: [&str; 2]| {
            let entry = |id: &str| {
                format!(
                    "# __CLANG_OFFLOAD_BUNDLE____START__ {id}\n{}\n# __CLANG_OFFLOAD_BUNDLE____END__ {id}\n",
                    &id[..3]
                )
            };
            ids.map(entry).concat().into_bytes()
        };
        let (host, device) = ("host-x86_64-unknown-linux-gnu-", "hip-amdgcn-amd-amdhsa--gfx906");
        let entry = |id: &str| json!({ "content": digest(&id.as_bytes()[..3]), "id": id });
        let expected = json!({ "entries": [entry(device), entry(host)] });
        let right = |ids| {
            let file = written(ids);
            is_right(&expected, &question, &json!({ "bytes": digest(&file) }), &[file])
        };
        assert!(right([host, device]) && right([device, host]) && right([device, "host-x86_64-unknown-linux-gnu"]));
        let in_order = json!({ "entries": [entry(host), entry(device)] });
        let file = written([device, host]);
        assert!(!is_right(
            &in_order,
            &question,
            &json!({ "bytes": digest(&file) }),
            &[file]
        ));
        assert!(right(["hip-amdgcn-amd-amdhsa-unknown-gfx906", host]));
        assert!(!right(["hip-amdgcn-amd-amdhsa-gfx906", host]) && !right(["hip-amdgcn-amd-amdhsa--gfx908", host]));
    }

    #[test]
    fn members_are_named_after_parents() {
        let question = Question::SplitArchive {
            input: Vec::new(),
            targets: Vec::new(),
            allow_missing: false,
            interchangeable_kinds: false,
            check_members: false,
            whole: false,
        };
        let found = |name: &str| json!({ "archives": [{ "members": [{ "content": digest(b"x"), "name": name }] }] });
        let expected = json!({ "archives": [{ "members": [{ "content": digest(b"x"), "parent": "foo" }] }] });
        let right = |name| is_right(&expected, &question, &found(name), &[]);
        assert!(right("foo-gfx906.bc") && right("foo.o-hip-amdgcn-amd-amdhsa--gfx906") && !right("oo-gfx906.bc"));
        let free = json!({ "archives": [{ "members": [{ "content": digest(b"x") }] }] });
        assert!(is_right(&free, &question, &found("any"), &[]));
    }
}
