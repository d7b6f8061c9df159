//! `cargo xtask kaitai --foreign DIR`: a folder of schemas that others have written. Which of them are accepted, why others are not, and
//! whether sample files beside them are read as the reader of the official compiler reads them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use offload_bundle_codegen::foreign::{self, Foreign};
use offload_bundle_codegen::{Problem, Source};
use serde_json::Value;

use super::damage;
use super::tools::{Tools, answers};
use crate::files;

/// The longest sample of which damaged copies are read too, in bytes.
const DAMAGED: usize = 160;
/// The most damaged copies of one.
const COPIES: usize = 160;
/// The longest sample that is read: Python takes long for others.
const LONGEST: u64 = 1 << 20;

/// A schema, and what became of it.
struct Tried {
    name: String,
    read: Result<Foreign, Vec<Problem>>,
    samples: Vec<PathBuf>,
}

/// Runs all schemas below `folder`. Without `tools`, nothing is compared.
pub fn run(folder: &Path, tools: Option<&Tools>) -> Result<(), String> {
    let mut findings = Vec::new();
    let (mut accepted, mut undocumented) = (0_usize, 0_usize);
    let (mut equal, mut compared) = (0_usize, 0_usize);
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let names = files::below(folder)?;
    let schemas: Vec<&String> = names.iter().filter(|name| name.ends_with(".ksy")).collect();
    for name in &schemas {
        let tried = tried(folder, name, &names)?;
        match &tried.read {
            Err(problems) => {
                if let Some(first) = problems.first() {
                    let Problem { file, span, expected, found, .. } = first;
                    println!(
                        "{}: refused: {file}:{}: expected {expected}, found {found}",
                        tried.name, span.line
                    );
                    reasons.entry(reason(first)).or_default().push(tried.name);
                }
            }
            Ok(foreign) => {
                accepted += 1;
                undocumented += foreign.undocumented;
                let note = match (tools, tried.samples.len()) {
                    (_, 0) => "no samples".to_owned(),
                    (None, count) => format!("{count} samples, not compared"),
                    (Some(tools), _) => {
                        compared += 1;
                        let (note, differ) = differing(folder, tools, &tried, foreign)?;
                        equal += usize::from(differ.is_empty());
                        findings.extend(differ);
                        note
                    }
                };
                println!("{}: accepted; {note}", tried.name);
            }
        }
    }
    let mut reasons: Vec<(String, Vec<String>)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    for (reason, names) in &reasons {
        println!("{:4} refused for: {reason}", names.len());
    }
    let all = schemas.len();
    println!(
        "{accepted} of {all} accepted, {equal} of {compared} that have samples read equal; {undocumented} things say nothing of themselves"
    );
    match findings.as_slice() {
        [] => Ok(()),
        some => Err(format!(
            "{}\nours and Kaitai's reader differ on {} files",
            some.join("\n"),
            some.len()
        )),
    }
}

/// What is wrong, without names that differ from schema to schema.
fn reason(problem: &Problem) -> String {
    let key = problem
        .span
        .path
        .rsplit('/')
        .find(|step| step.parse::<u32>().is_err())
        .unwrap_or_default();
    let found = match problem.found.split_once(" at character") {
        Some((_, _)) => "",
        None => &problem.found,
    };
    format!(
        "`{key}`: expected {}{}{found}",
        problem.expected,
        if found.is_empty() { "" } else { ", found " }
    )
}

fn tried(folder: &Path, name: &str, names: &[String]) -> Result<Tried, String> {
    let sources = sources(folder, name)?;
    let stem = name.trim_end_matches(".ksy");
    let samples = names.iter().filter(|other| {
        let rest = other.strip_prefix(stem);
        rest.is_some_and(|rest| rest.starts_with(['.', '/'])) && !other.ends_with(".ksy") && !other.ends_with(".json")
    });
    let samples = samples.map(|sample| folder.join(sample));
    let short = samples.filter(|path| fs::metadata(path).is_ok_and(|metadata| metadata.len() <= LONGEST));
    Ok(Tried { name: name.to_owned(), read: foreign::read(&sources), samples: short.collect() })
}

/// The schema, then all that it imports.
fn sources(folder: &Path, name: &str) -> Result<Vec<Source>, String> {
    let mut names = vec![name.to_owned()];
    let mut sources = Vec::new();
    while let Some(name) = names.get(sources.len()).cloned() {
        let path = folder.join(&name);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            // A type of an import that is not there is not found.
            Err(_) if !sources.is_empty() => String::from("meta:\n  id: absent\n"),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        let source = Source { name: name.clone(), text };
        for import in foreign::imports(&source) {
            let import = match import.strip_prefix('/') {
                Some(from_root) => format!("{from_root}.ksy"),
                None => {
                    let around = Path::new(&name).parent().unwrap_or(Path::new(""));
                    normal(&around.join(format!("{import}.ksy")))
                }
            };
            if !names.contains(&import) {
                names.push(import);
            }
        }
        sources.push(source);
    }
    Ok(sources)
}

/// The path without `..` and `.`.
fn normal(path: &Path) -> String {
    let mut steps: Vec<String> = Vec::new();
    for step in path.components() {
        match step {
            std::path::Component::ParentDir => drop(steps.pop()),
            std::path::Component::Normal(step) => steps.push(step.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    steps.join("/")
}

/// Reads the samples, and damaged copies of short ones, with both readers. What came of it, and what differs.
fn differing(folder: &Path, tools: &Tools, tried: &Tried, foreign: &Foreign) -> Result<(String, Vec<String>), String> {
    let schema = folder.join(&tried.name);
    let compiled = match tools.compile_foreign(&schema, folder) {
        Ok(compiled) => compiled,
        Err(message) => return Ok((format!("not compared: {message}"), Vec::new())),
    };
    let mut inputs = tried.samples.clone();
    let copies = tools.folder().join("foreign").join(&compiled.module);
    fs::create_dir_all(&copies).map_err(|error| format!("{}: {error}", copies.display()))?;
    for (index, sample) in tried.samples.iter().enumerate() {
        let bytes = fs::read(sample).map_err(|error| format!("{}: {error}", sample.display()))?;
        if bytes.len() > DAMAGED {
            continue;
        }
        let all = damage::all(&bytes).count();
        for (name, damaged) in damage::all(&bytes).step_by(all.div_ceil(COPIES).max(1)) {
            let path = copies.join(format!("{index}-{name}"));
            fs::write(&path, damaged).map_err(|error| format!("{}: {error}", path.display()))?;
            inputs.push(path);
        }
    }
    let mut reader = Command::new(tools.python());
    reader.arg(tools.scripts().join("read_foreign.py")).arg(tools.folder());
    reader.args([&compiled.module, &compiled.class]);
    let theirs = answers(reader, &inputs)?;
    let (mut differ, mut sound) = (Vec::new(), 0_usize);
    for (path, theirs) in inputs.iter().zip(&theirs) {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let ours = foreign.value(&bytes);
        let value = theirs.get("value");
        sound += usize::from(value.is_some());
        let agree = match (&ours, value) {
            (Ok(ours), Some(value)) => same(ours, value),
            // A small file may cause less work here than there.
            (Err(error), Some(_)) => error.problem.code() == "over-budget",
            (Ok(ours), None) => super::holds_an_error(ours) || is_division(theirs),
            (Err(_), None) => true,
        };
        if !agree {
            let ours = ours.map_or_else(|error| format!("refused: {error}"), |value| value.to_string());
            differ.push(format!(
                "{}: {}\n  ours:   {ours}\n  kaitai: {theirs}",
                tried.name,
                path.display()
            ));
        }
    }
    Ok((
        format!(
            "{} files read by both, {sound} accepted, {} differ",
            inputs.len(),
            differ.len()
        ),
        differ,
    ))
}

/// Whether Python divides by 0, which elsewhere is infinite.
fn is_division(theirs: &Value) -> bool {
    let refused = theirs.get("refused").and_then(Value::as_str);
    refused.is_some_and(|message| message.starts_with("ZeroDivisionError"))
}

/// Whether there is nothing in a value: Kaitai's reader finds that behind the end of a stream, too.
fn is_empty(theirs: &Value) -> bool {
    match theirs {
        Value::Object(members) => members.values().all(is_empty),
        Value::Array(items) => items.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

/// Whether two values are the same. Floating-point numbers are, however they are written; and nothing is, that is behind the end.
fn same(ours: &Value, theirs: &Value) -> bool {
    if ours.get("error").is_some_and(|code| code == "out-of-bounds") && is_empty(theirs) {
        return true;
    }
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => match (ours.get("float"), theirs.get("float")) {
            (Some(Value::String(ours)), Some(Value::String(theirs))) => {
                let [ours, theirs] = [ours, theirs].map(|number| number.parse::<f64>());
                ours.as_ref().is_ok_and(|number| number.is_nan()) && theirs.as_ref().is_ok_and(|number| number.is_nan())
                    || ours == theirs
            }
            _ => {
                ours.len() == theirs.len()
                    && ours
                        .iter()
                        .all(|(key, value)| theirs.get(key).is_some_and(|other| same(value, other)))
            }
        },
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs))
        }
        _ => ours == theirs,
    }
}
