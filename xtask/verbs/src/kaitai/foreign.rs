//! `cargo xtask kaitai --foreign DIR`: a folder of schemas that others have written. Which of them are accepted, why others are not, and
//! whether sample files beside them are read as the reader of the official compiler reads them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use offload_bundle_codegen::foreign::{self, Foreign};
use offload_bundle_codegen::{Problem, Source};

use super::damage;
use super::same::agree;
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
    let names = files::below(folder)?;
    let schemas = names.iter().filter(|name| name.ends_with(".ksy"));
    let all: Vec<Tried> = schemas
        .map(|name| tried(folder, name, &names))
        .collect::<Result<_, _>>()?;
    let compared = match tools {
        Some(tools) => compared(folder, tools, &all)?,
        None => BTreeMap::new(),
    };
    let (mut accepted, mut undocumented, mut equal) = (0_usize, 0_usize, 0_usize);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut findings = Vec::new();
    for tried in &all {
        match (&tried.read, compared.get(&tried.name)) {
            (Err(problems), _) => {
                if let Some(first) = problems.first() {
                    let Problem { file, span, expected, found, .. } = first;
                    println!(
                        "{}: refused: {file}:{}: expected {expected}, found {found}",
                        tried.name, span.line
                    );
                    *reasons.entry(reason(first)).or_default() += 1;
                }
            }
            (Ok(foreign), compared) => {
                accepted += 1;
                undocumented += foreign.undocumented;
                let note = compared.map_or("not compared", |compared| compared.note.as_str());
                println!("{}: accepted; {note}", tried.name);
                let differ = compared.map_or(&[][..], |compared| compared.differ.as_slice());
                equal += usize::from(compared.is_some_and(|compared| compared.differ.is_empty()));
                findings.extend_from_slice(differ);
            }
        }
    }
    let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (reason, count) in &reasons {
        println!("{count:4} refused for: {reason}");
    }
    println!(
        "{accepted} of {} accepted, {equal} of {} that have samples read equal; {undocumented} records and fields have no `doc`",
        all.len(),
        compared.len()
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

/// What came of the samples of a schema.
struct Compared {
    note: String,
    differ: Vec<String>,
}

/// Reads all samples, and damaged copies of short ones, with both readers.
fn compared(folder: &Path, tools: &Tools, all: &[Tried]) -> Result<BTreeMap<String, Compared>, String> {
    let with_samples = all.iter().filter_map(|tried| Some((tried, tried.read.as_ref().ok()?)));
    let with_samples: Vec<_> = with_samples.filter(|(tried, _)| !tried.samples.is_empty()).collect();
    let paths: Vec<PathBuf> = with_samples.iter().map(|(tried, _)| folder.join(&tried.name)).collect();
    let readers = tools.compile_foreign(&paths, folder)?;
    let mut jobs = Vec::new();
    let mut compared = BTreeMap::new();
    for ((tried, foreign), reader) in with_samples.iter().zip(readers) {
        let reader = match reader {
            Ok(reader) => reader,
            Err(message) => {
                let note = format!("not compared, since the Kaitai compiler refuses it: {message}");
                compared.insert(tried.name.clone(), Compared { note, differ: Vec::new() });
                continue;
            }
        };
        let copies = tools.folder().join("foreign").join(tried.name.replace('/', "_"));
        for path in with_copies(&tried.samples, &copies)? {
            jobs.push((*tried, *foreign, reader.clone(), path));
        }
    }
    let lines = jobs
        .iter()
        .map(|(_, _, (module, class), path)| format!("{module}\t{class}\t{}", path.display()));
    let lines: Vec<String> = lines.collect();
    let mut reader = Command::new(tools.python());
    reader.arg(tools.scripts().join("read_foreign.py")).arg(tools.folder());
    let theirs = answers(reader, &lines)?;
    let mut counts: BTreeMap<&str, (usize, usize, Vec<String>)> = BTreeMap::new();
    for ((tried, foreign, _, path), theirs) in jobs.iter().zip(&theirs) {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let ours = foreign.value(&bytes).map_err(|error| error.problem.code());
        let (count, sound, differ) = counts.entry(&tried.name).or_default();
        *count += 1;
        *sound += usize::from(theirs.get("value").is_some());
        if !agree(&ours, theirs) {
            let ours = ours.map_or_else(|code| format!("refused: {code}"), |value| value.to_string());
            differ.push(format!(
                "{}: {}\n  ours:   {ours}\n  kaitai: {theirs}",
                tried.name,
                path.display()
            ));
        }
    }
    for (name, (count, sound, differ)) in counts {
        let note = format!("{count} files read by both, {sound} accepted, {} differ", differ.len());
        compared.insert(name.to_owned(), Compared { note, differ });
    }
    Ok(compared)
}

/// The samples, and damaged copies of short ones in the folder `copies`.
fn with_copies(samples: &[PathBuf], copies: &Path) -> Result<Vec<PathBuf>, String> {
    let mut all = samples.to_vec();
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(copies).map_err(|error| failed(copies, error))?;
    for (index, sample) in samples.iter().enumerate() {
        let bytes = fs::read(sample).map_err(|error| failed(sample, error))?;
        if bytes.len() > DAMAGED {
            continue;
        }
        let count = damage::all(&bytes).count();
        for (name, damaged) in damage::all(&bytes).step_by(count.div_ceil(COPIES).max(1)) {
            let path = copies.join(format!("{index}-{name}"));
            fs::write(&path, damaged).map_err(|error| failed(&path, error))?;
            all.push(path);
        }
    }
    Ok(all)
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
    // Beside it, in a folder of its name, or in one of these in `samples/`.
    let (around, stem) = name
        .trim_end_matches(".ksy")
        .rsplit_once('/')
        .unwrap_or(("", name.trim_end_matches(".ksy")));
    let around = if around.is_empty() {
        String::new()
    } else {
        format!("{around}/")
    };
    let before = [format!("{around}{stem}."), format!("{around}{stem}/"), format!("{around}samples/{stem}/")];
    let samples = names.iter().filter(|other| {
        let beside = before.iter().any(|before| other.starts_with(before.as_str()));
        beside && !other.ends_with(".ksy") && !other.ends_with(".json")
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
