//! Faults derived from the numbers, enums, names and options in the schemas, each with the case that detects it.
//! `derived.txt` is the table; `BLESS=1` writes it and keeps its reasons.

mod archives;
mod bundles;
mod extracting;
mod frames;
mod ids;
mod images;
mod limits;
mod texts;
mod values;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use offload_bundle_conformance::case::{Case, Level, Question};
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::judge::judge;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::{Map, Value};

use crate::fault::{with_contents, with_input};
use crate::violators::fields;

type OfQuestion = dyn Fn(&Question<Vec<u8>>) -> Option<Answer>;
type OfAnswer = dyn Fn(&Question<Vec<u8>>, Answer) -> Answer;

/// A fault: the faulty answer, or `None` if the fault does not show.
enum Faulty {
    /// From the question.
    Question(Box<OfQuestion>),
    /// From the question and our answer.
    Answer(Box<OfAnswer>),
}

impl Faulty {
    fn of(faulty: impl Fn(&Question<Vec<u8>>) -> Option<Answer> + 'static) -> Self {
        Self::Question(Box::new(faulty))
    }
}

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

fn schema(name: &str) -> &'static Value {
    static SCHEMAS: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let schemas = files.filter(|path| path.extension().is_some_and(|ending| ending != "md"));
        let read = |path: PathBuf| {
            let value = serde_yaml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            (path.file_name().unwrap().to_str().unwrap().to_owned(), value)
        };
        schemas.map(read).collect()
    });
    &SCHEMAS[name]
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
                Faulty::of(move |question| {
                    let other = with_input(question, |file| changed(format, number, file, change));
                    (!is_written(question) && other != *question).then(|| Ours.answer(&other))
                }),
            ));
            all.push((
                format!("{format}/{field}, written: {what}"),
                Faulty::of(move |question| {
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

/// A fault that answers another question.
fn asks(
    name: impl Into<String>,
    change: impl Fn(&Question<Vec<u8>>) -> Option<Question<Vec<u8>>> + 'static,
) -> Derived {
    let faulty = move |question: &_| {
        change(question)
            .filter(|other| other != question)
            .map(|other| Ours.answer(&other))
    };
    (name.into(), Faulty::of(faulty))
}

/// A fault that changes answers.
fn answers(name: impl Into<String>, change: impl Fn(&Question<Vec<u8>>, Answer) -> Answer + 'static) -> Derived {
    (name.into(), Faulty::Answer(Box::new(change)))
}

/// A fault that refuses some questions.
fn refuses(name: impl Into<String>, is: impl Fn(&Question<Vec<u8>>) -> bool + 'static) -> Derived {
    (name.into(), Faulty::of(move |question| is(question).then(refusal)))
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
            Faulty::of(move |question| {
                let other =
                    (question.op() == own).then(|| asked_with(question, |fields| drop(fields.remove(&own_key))))?;
                Some(Ours.answer(&other?))
            }),
        ));
        if is_switch {
            all.push((
                format!("option: {op} has {key} always"),
                Faulty::of(move |question| {
                    let set = |fields: &mut Map<String, Value>| drop(fields.insert(key.clone(), true.into()));
                    let other = (question.op() == op).then(|| asked_with(question, set))?;
                    Some(Ours.answer(&other?))
                }),
            ));
        }
    }
}

fn faults() -> Vec<Derived> {
    let mut all = Vec::new();
    numbers(&mut all);
    limits::limits(&mut all);
    options(&mut all);
    values::values(&mut all);
    extracting::extracting(&mut all);
    ids::ids(&mut all);
    texts::texts(&mut all);
    bundles::bundles(&mut all);
    frames::streams(&mut all);
    archives::archives(&mut all);
    images::images(&mut all);
    all
}

/// A case, its question with all bytes, and our answer if a fault needed it.
type Asked<'c> = (&'c Case, Question<Vec<u8>>, OnceCell<Answer>);

fn notices((case, question, ours): &Asked<'_>, fault: &Faulty) -> bool {
    let answer = match fault {
        Faulty::Question(faulty) => faulty(question),
        Faulty::Answer(change) => {
            let answer = ours.get_or_init(|| Ours.answer(question));
            Some(change(question, answer.clone())).filter(|other| other != answer)
        }
    };
    let is_wrong = |answer| !judge(case, question, &answer, &embedded::fixture).unwrap().is_sound();
    answer.is_some_and(is_wrong)
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

/// The most binding case that notices the fault, preferably the case in the table.
fn noticing<'c>(fault: &Faulty, cases: &'c [Asked<'_>], before: Option<&String>) -> Option<&'c Case> {
    let mut cases: Vec<&Asked<'_>> = cases.iter().collect();
    cases.sort_by_key(|(case, ..)| (case.level, before != Some(&told(case))));
    cases.into_iter().find(|case| notices(case, fault)).map(|case| case.0)
}

fn told(case: &Case) -> String {
    format!("{} {}", case.level.word(), case.id)
}

fn bless(faults: &[Derived], cases: &[Asked<'_>]) {
    let known = known();
    let text = |(name, fault): &Derived| {
        let before = known.get(name);
        let reason = before
            .filter(|line| line.starts_with("open"))
            .map_or("open # ", String::as_str);
        let found = noticing(fault, cases, before).map_or(reason.to_owned(), told);
        format!("{name} => {found}\n")
    };
    let lines: String = faults.iter().map(text).collect();
    let about = "# Faults that follow from the schemas, and for each a case that notices it; or why none does.\n";
    std::fs::write(table(), format!("{about}{}{lines}", totals(&lines))).unwrap();
}

/// The second line of the table.
fn totals(table: &str) -> String {
    let count = |word: &str| {
        table
            .lines()
            .filter(|line| line.contains(&format!(" => {word} ")))
            .count()
    };
    let noticed = Level::ALL.map(|level| format!("{} by {} cases", count(level.word()), level.word()));
    let all = table.lines().filter(|line| line.contains(" => ")).count();
    format!(
        "# {all} faults, noticed {}; {} are open.\n",
        noticed.join(", "),
        count("open")
    )
}

#[test]
fn every_fault_that_schemas_imply_is_noticed() {
    let (faults, collection) = (faults(), embedded::cases().unwrap());
    let resolved = |case: &Case| case.ask.try_map(|bytes| bytes.resolve(&embedded::fixture)).unwrap();
    let cases: Vec<Asked<'_>> = collection
        .cases()
        .map(|case| (case, resolved(case), OnceCell::new()))
        .collect();
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
            Some(line) => match cases.iter().find(|case| told(case.0) == line) {
                Some(case) if notices(case, fault) => {}
                _ => wrong.push(format!("{name}: {line} does not notice it")),
            },
        }
    }
    wrong.extend(known.keys().map(|name| format!("{name}: no schema implies it")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let text = std::fs::read_to_string(table()).unwrap();
    assert!(text.contains(&totals(&text)), "{}", totals(&text));
}

#[test]
fn every_number_of_the_schemas_is_in_the_table() {
    for format in ["binary_bundle", "ccob", "offload_binary", "compressed_offload_binary"] {
        let mut found = BTreeMap::new();
        widths(schema(&format!("{format}.ksy")), &mut found);
        let listed = format.trim_start_matches("compressed_");
        for field in found.keys() {
            let known = NUMBERS.iter().any(|(known, name, _)| *known == listed && name == field);
            assert!(known, "{format}/{field}");
        }
    }
}
