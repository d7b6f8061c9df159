//! Faults derived from the numbers, enums, names and options in the schemas, each with the case that detects it.
//! `derived.txt` is the table; `BLESS=1` writes it and keeps its reasons.

mod extracting;
mod limits;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use offload_bundle_conformance::case::{Case, Question};
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::judge::judge;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::{Map, Value};

use crate::fault::{with_contents, with_input};
use crate::violators::fields;

/// The faulty answer, or `None` if the fault does not show.
type Faulty = Box<dyn Fn(&Question<Vec<u8>>) -> Option<Answer>>;
type Derived = (String, Faulty);

/// Numbers by their names in the schemas and in `fields`.
const NUMBERS: &[(&str, &str, &str)] = &[
    ("binary_bundle", "num_entries", "number_of_entries"),
    ("binary_bundle", "ofs_code_object", "offset"),
    ("binary_bundle", "len_code_object", "size"),
    ("binary_bundle", "len_id", "id_length"),
    ("ccob", "version", "version"),
    ("ccob", "method", "method"),
    ("ccob", "len_file", "file_size"),
    ("ccob", "len_decompressed", "decompressed_size"),
    ("ccob", "hash", "hash"),
    ("offload_binary", "version", "version"),
    ("offload_binary", "len_file", "size_of_the_binary"),
    ("offload_binary", "ofs_entries", "offset_of_the_entries"),
    ("offload_binary", "len_entry", "size_of_the_entry"),
    ("offload_binary", "num_entries", "number_of_entries"),
    ("offload_binary", "len_uncompressed", "uncompressed_size"),
    ("offload_binary", "image_kind", "image_kind"),
    ("offload_binary", "offload_kind", "offload_kind"),
    ("offload_binary", "flags", "flags"),
    ("offload_binary", "ofs_strings", "offset_of_the_strings"),
    ("offload_binary", "num_strings", "number_of_strings"),
    ("offload_binary", "ofs_image", "offset_of_the_image"),
    ("offload_binary", "len_image", "size_of_the_image"),
    ("offload_binary", "ofs_key", "offset_of_the_key"),
    ("offload_binary", "ofs_value", "offset_of_the_value"),
    ("offload_binary", "len_value", "size_of_the_value"),
];

fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas").join(name);
    serde_yaml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Collects the numbers of a schema and their widths in bytes.
fn widths(value: &Value, found: &mut BTreeMap<String, usize>) {
    let Value::Object(fields) = value else { return };
    for field in fields.get("seq").and_then(Value::as_array).into_iter().flatten() {
        let width = match field["type"].as_str() {
            Some("u2") => 2,
            Some("u4") => 4,
            Some("u8") => 8,
            _ => continue,
        };
        let known = found.entry(field["id"].as_str().unwrap().into()).or_default();
        *known = width.max(*known);
    }
    for kind in fields.get("types").and_then(Value::as_object).into_iter().flatten() {
        widths(kind.1, found);
    }
}

fn changed(format: &str, number: &str, file: &mut [u8], change: impl Fn(&mut [u8])) {
    for (name, place) in fields(format, file) {
        if let Some(field) = file.get_mut(place).filter(|_| name == number) {
            change(field);
        }
    }
}

fn arithmetic(field: &mut [u8], change: impl Fn(u64) -> u64) {
    let found = field.iter().rev().fold(0, |found, byte| found << 8 | u64::from(*byte));
    let len = field.len();
    field.copy_from_slice(&change(found).to_le_bytes()[..len]);
}

type Change = fn(&mut [u8]);

const CHANGES: [(&str, Change); 8] = [
    ("one byte", |field| field[1..].fill(0)),
    ("half its bytes", |field| {
        let half = field.len() / 2;
        field[half..].fill(0);
    }),
    ("other byte order", <[u8]>::reverse),
    ("one too much", |field| arithmetic(field, |found| found.wrapping_add(1))),
    ("one too few", |field| arithmetic(field, |found| found.wrapping_sub(1))),
    ("doubled", |field| arithmetic(field, |found| found.wrapping_mul(2))),
    ("ignored", |field| field.fill(0)),
    ("sign", |field| {
        let last = field.len() - 1;
        field[last] ^= 0x80;
    }),
];

fn is_written(question: &Question<Vec<u8>>) -> bool {
    matches!(
        question,
        Question::Bundle { .. } | Question::Compress { .. } | Question::Pack { .. }
    )
}

fn numbers(all: &mut Vec<Derived>) {
    for (format, field, number) in NUMBERS {
        for (what, change) in CHANGES {
            all.push((
                format!("{format}/{field}, read: {what}"),
                Box::new(move |question| {
                    let other = with_input(question, |file| changed(format, number, file, change));
                    (!is_written(question) && other != *question).then(|| Ours.answer(&other))
                }),
            ));
            all.push((
                format!("{format}/{field}, written: {what}"),
                Box::new(move |question| {
                    let answer = is_written(question).then(|| Ours.answer(question))?;
                    let other = with_contents(answer.clone(), |files| {
                        files.iter_mut().for_each(|file| changed(format, number, file, change));
                    });
                    (other != answer).then_some(other)
                }),
            ));
        }
    }
}

fn refusal() -> Answer {
    Answer::Rejected("not known".into())
}

fn input(question: &Question<Vec<u8>>) -> Option<&Vec<u8>> {
    match question {
        Question::Read { input, .. }
        | Question::List { input, .. }
        | Question::Unbundle { input, .. }
        | Question::Decompress { input }
        | Question::SplitArchive { input, .. }
        | Question::Images { input }
        | Question::Extract { input, .. } => Some(input),
        _ => None,
    }
}

fn in_json(question: &Question<Vec<u8>>) -> Map<String, Value> {
    let digits = |bytes: &Vec<u8>| Ok::<String, String>(bytes.iter().map(|byte| format!("{byte:02x}")).collect());
    serde_json::to_value(question.try_map(digits).unwrap())
        .unwrap()
        .as_object()
        .unwrap()
        .clone()
}

fn asked_with(question: &Question<Vec<u8>>, change: impl Fn(&mut Map<String, Value>)) -> Option<Question<Vec<u8>>> {
    if matches!(question, Question::Bundle { entries, .. } if entries.iter().any(|entry| entry.content.len() > 1 << 20))
    {
        return None;
    }
    let fields = in_json(question);
    let mut other = fields.clone();
    change(&mut other);
    let other: Question<String> = (other != fields).then(|| serde_json::from_value(other.into()).unwrap())?;
    Some(
        other
            .try_map(|digits| offload_bundle_conformance::case::hex(digits))
            .unwrap(),
    )
}

/// Faults that ignore an option, or always assume it.
fn options(all: &mut Vec<Derived>) {
    let schema: Value = serde_json::from_str(include_str!("../../../json-schema/question.json")).unwrap();
    let mut options = BTreeMap::new();
    for operation in schema["$defs"]["Ask"]["oneOf"].as_array().unwrap() {
        let required: Vec<&str> = operation["required"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let op = operation["properties"]["op"]["const"].as_str().unwrap().to_owned();
        for (key, shape) in operation["properties"].as_object().unwrap() {
            if !required.contains(&key.as_str()) {
                options.insert((op.clone(), key.clone()), shape["type"] == "boolean");
            }
        }
    }
    for ((op, key), is_switch) in options {
        let (own, own_key) = (op.clone(), key.clone());
        all.push((
            format!("option: {op} ignores {key}"),
            Box::new(move |question| {
                let other =
                    (question.op() == own).then(|| asked_with(question, |fields| drop(fields.remove(&own_key))))?;
                Some(Ours.answer(&other?))
            }),
        ));
        if is_switch {
            all.push((
                format!("option: {op} has {key} always"),
                Box::new(move |question| {
                    let set = |fields: &mut Map<String, Value>| drop(fields.insert(key.clone(), true.into()));
                    let other = (question.op() == op).then(|| asked_with(question, set))?;
                    Some(Ours.answer(&other?))
                }),
            ));
        }
    }
}

/// Faults in enum values and names: each is unknown, or read as the previous value.
fn values(all: &mut Vec<Derived>) {
    let binary = schema("offload_binary.ksy");
    for key in ["image_kind", "offload_kind"] {
        for (number, _) in binary["enums"][key].as_object().unwrap() {
            let number: u64 = number.parse().unwrap();
            all.push((
                format!("offload_binary/{key}: leaves out {number}"),
                Box::new(move |question| {
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
    let ids = schema("target_id.yaml");
    let mut processors: Vec<(String, String)> = Vec::new();
    for group in ids["processors"].as_array().unwrap() {
        for processor in group["list"].as_array().into_iter().flatten() {
            let name = processor["name"].as_str().unwrap_or_default();
            for other in processor["also"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
            {
                processors.push((other.into(), name.into()));
            }
        }
    }
    assert!(processors.len() > 15, "{processors:?}");
    for (other, name) in processors {
        all.push((
            format!("target_id: takes {other} for a processor other than {name}"),
            Box::new(move |question| match question {
                Question::ParseId { text } if text.ends_with(&format!("-{other}")) => {
                    Some(Ours.answer(&Question::ParseId { text: text.replace(&other, "gfx900") }))
                }
                _ => None,
            }),
        ));
    }
    for kind in ids["kinds"].as_array().unwrap() {
        let Some(kind) = kind["id"].as_str().map(String::from) else {
            continue;
        };
        let id = format!("{kind}-");
        all.push((
            format!("target_id: does not know the kind {kind}"),
            Box::new(move |question| match question {
                Question::ParseId { text } if text.starts_with(&id) => Some(refusal()),
                _ => None,
            }),
        ));
    }
    for file_type in ["i", "ii", "cui", "hipi", "d", "ll", "s", "bc", "gch", "ast", "o"] {
        for op in ["list", "unbundle", "bundle"] {
            all.push((
                format!("file type: {op} does not know {file_type}"),
                Box::new(move |question| {
                    let is = question.op() == op && in_small(question) == Some(file_type);
                    is.then(refusal)
                }),
            ));
        }
    }
}

fn in_small(question: &Question<Vec<u8>>) -> Option<&str> {
    match question {
        Question::List { file_type, .. }
        | Question::Unbundle { file_type, .. }
        | Question::Bundle { file_type, .. } => Some(file_type),
        _ => None,
    }
}

fn faults() -> Vec<Derived> {
    let mut all = Vec::new();
    numbers(&mut all);
    limits::limits(&mut all);
    options(&mut all);
    values(&mut all);
    extracting::extracting(&mut all);
    all
}

/// A case, and its question with all bytes.
type Asked<'c> = (&'c Case, Question<Vec<u8>>);

fn notices((case, question): &Asked<'_>, fault: &Faulty) -> bool {
    let Some(answer) = fault(question) else { return false };
    !judge(case, question, &answer, &embedded::fixture).unwrap().is_sound()
}

fn table() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("derived.txt")
}

/// Lines of the table: a fault and the case that detects it, or `open #` and a reason.
fn known() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(table()).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let lines = lines.filter_map(|line| line.rsplit_once(" => "));
    lines.map(|(fault, case)| (fault.into(), case.into())).collect()
}

fn bless(faults: &[Derived], cases: &[Asked<'_>]) {
    let known = known();
    let mut by_level: Vec<&Asked<'_>> = cases.iter().collect();
    by_level.sort_by_key(|(case, _)| (case.level, !case.requires.is_empty()));
    let text = |(name, fault): &Derived| {
        let before = known.get(name).filter(|line| !line.starts_with("open"));
        let still = by_level
            .iter()
            .find(|case| before == Some(&case.0.id))
            .filter(|case| notices(case, fault));
        let found = still.or_else(|| by_level.iter().find(|case| notices(case, fault)));
        let reason = known.get(name).filter(|line| line.starts_with("open")).cloned();
        format!(
            "{name} => {}\n",
            found.map_or(reason.unwrap_or("open # ".into()), |case| case.0.id.clone())
        )
    };
    let mut all =
        "# Faults that follow from the schemas, and for each a case that notices it; or why none does.\n".to_owned();
    faults.iter().for_each(|fault| all.write_str(&text(fault)).unwrap());
    std::fs::write(table(), all).unwrap();
}

#[test]
fn every_fault_that_schemas_imply_is_noticed() {
    let (faults, collection) = (faults(), embedded::cases().unwrap());
    let resolved = |case: &Case| case.ask.try_map(|bytes| bytes.resolve(&embedded::fixture)).unwrap();
    let cases: Vec<Asked<'_>> = collection.cases().map(|case| (case, resolved(case))).collect();
    if std::env::var_os("BLESS").is_some() {
        bless(&faults, &cases);
    }
    let mut known = known();
    let mut wrong = Vec::new();
    for (name, fault) in &faults {
        match known.remove(name) {
            None => wrong.push(format!("{name}: it is not in the table")),
            Some(line) if line.starts_with("open # ") && line.ends_with('.') => {}
            Some(line) if line.starts_with("open") => {
                wrong.push(format!("{name}: it is open, and no sentence says why"))
            }
            Some(id) => match cases.iter().find(|case| case.0.id == id) {
                Some(case) if notices(case, fault) => {}
                _ => wrong.push(format!("{name}: {id} does not notice it")),
            },
        }
    }
    wrong.extend(known.keys().map(|name| format!("{name}: no schema implies it")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_number_of_the_schemas_is_in_the_table() {
    for format in ["binary_bundle", "ccob", "offload_binary", "compressed_offload_binary"] {
        let mut found = BTreeMap::new();
        widths(&schema(&format!("{format}.ksy")), &mut found);
        let listed = format.trim_start_matches("compressed_");
        for field in found.keys() {
            let known = NUMBERS.iter().any(|(known, name, _)| *known == listed && name == field);
            assert!(known, "{format}/{field}");
        }
    }
}
