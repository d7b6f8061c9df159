//! `cargo xtask kaitai`: compiles the schemas with the official Kaitai Struct compiler, and compares its readers with ours on fixtures,
//! made-up, drawn and damaged files.

pub mod both;
mod damage;
mod foreign;
mod hosts;
pub mod same;
pub mod tools;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{files, fixtures};
use tools::{Compiled, Tools};

const USAGE: &str = "usage: cargo xtask kaitai [WORD] [--count N] [--seed N] | --foreign DIR [--all]";

/// Draws texts without letters past the end of the file, on which the readers once disagreed.
const SEED: u64 = 2026;

struct Wanted<'w> {
    word: &'w str,
    count: u32,
    seed: u64,
}

impl<'w> Wanted<'w> {
    fn parse(words: &[&'w str]) -> Result<Self, String> {
        let mut wanted = Self { word: "", count: 48, seed: SEED };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse().ok()).ok_or(USAGE.to_owned());
            match *word {
                "--count" => wanted.count = u32::try_from(number()?).map_err(|_| USAGE.to_owned())?,
                "--seed" => wanted.seed = number()?,
                word if wanted.word.is_empty() && !word.starts_with('-') => wanted.word = word,
                _ => return Err(USAGE.to_owned()),
            }
        }
        Ok(wanted)
    }
}

/// Read-only ones, which are compared as foreign schemas are, and the others.
fn schemas(root: &Path) -> Result<(Vec<String>, Vec<String>), String> {
    let folder = root.join("schemas");
    let (mut only_read, mut others) = (Vec::new(), Vec::new());
    for name in files::below(&folder)?.into_iter().filter(|name| name.ends_with(".ksy")) {
        let text = fs::read_to_string(folder.join(&name)).map_err(|error| format!("{name}: {error}"))?;
        match text.lines().any(|line| line.starts_with("-reader-only:")) {
            true => only_read.push(name),
            false => others.push(name),
        }
    }
    Ok((only_read, others))
}

/// With their Python.
fn print_readers(tools: &Tools, root: &Path) -> Result<(), String> {
    for name in schemas(root)?.1 {
        tools.compile(&root.join("schemas").join(name))?;
    }
    println!("{}\n{}", tools.folder().display(), tools.python().display());
    Ok(())
}

pub fn run(words: &[&str]) -> Result<(), String> {
    if let ["--foreign", folder, rest @ ..] = words
        && matches!(rest, [] | ["--all"])
    {
        let tools = Tools::unless_missing(&files::root())?;
        return foreign::run(Path::new(folder), tools.as_ref(), !rest.is_empty());
    }
    let readers_only = words == ["--readers"];
    let wanted = if readers_only {
        Wanted::parse(&[])?
    } else {
        Wanted::parse(words)?
    };
    let root = files::root();
    let Some(tools) = Tools::unless_missing(&root)? else {
        return Ok(());
    };
    if readers_only {
        return print_readers(&tools, &root);
    }
    let ours = tools::build_ours(&root)?;
    let mut findings = Vec::new();
    let is_wanted = |name: &String| name.contains(wanted.word);
    let (only_read, others) = schemas(&root)?;
    for name in others.into_iter().filter(is_wanted) {
        let compiled = tools.compile(&root.join("schemas").join(&name))?;
        if !is_written(&ours, &compiled)? {
            eprintln!("{name}: compiled; what follows the first record is read by words that Kaitai does not know");
            continue;
        }
        let mut inputs = inputs(&root, &ours, &compiled)?;
        let known = inputs.len();
        inputs.extend(draw(&root, &ours, &compiled, &wanted)?);
        let theirs = tools.read(&compiled, &inputs)?;
        let mut reader = Command::new(&ours);
        reader.args(["read", &compiled.module]);
        let read = tools::answers(reader, &tools::lines(&inputs))?;
        let mut accepted = 0;
        for ((path, theirs), ours) in inputs.iter().zip(&theirs).zip(&read) {
            accepted += usize::from(theirs.is_some());
            if !agree(ours, theirs.as_ref()) {
                let theirs = theirs.as_ref().map_or("refused".to_owned(), Value::to_string);
                findings.push(format!("{}\n  ours:   {ours}\n  kaitai: {theirs}", path.display()));
            }
        }
        let (all, fresh, seed) = (inputs.len(), inputs.len() - known, wanted.seed);
        eprintln!("{name}: {all} files read by both, {accepted} accepted; {fresh} new from seed {seed}");
    }
    let only_read: Vec<String> = only_read.into_iter().filter(is_wanted).collect();
    let hosts = hosts::run(&root, &ours, &tools, &only_read);
    match findings.as_slice() {
        [] => hosts,
        some => Err(format!(
            "{}\nours and Kaitai's reader differ on {} files",
            some.join("\n"),
            some.len()
        )),
    }
}

/// In bytes, for made-up files.
const DAMAGED: u64 = 256;

/// Fixtures, made-up files, and damaged copies of the smallest.
fn inputs(root: &Path, ours: &Path, compiled: &Compiled) -> Result<Vec<PathBuf>, String> {
    let folder = root.join("target/kaitai/files").join(&compiled.module);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    // An empty magic matches any file.
    let fixtures: Vec<PathBuf> = match compiled.magic.as_slice() {
        [] => Vec::new(),
        magic => fixtures::beginning_with(magic)?,
    };
    let len = |path: &&PathBuf| fs::metadata(path).map_or(u64::MAX, |metadata| metadata.len());
    let smallest = fixtures.iter().min_by_key(len).cloned();
    let made_up = make_up(ours, compiled, &folder)?;
    // Damaged copies of long files are many and add little.
    let short = made_up.iter().filter(|path| len(path) <= DAMAGED);
    let sound: Vec<PathBuf> = smallest.into_iter().chain(short.cloned()).collect();
    let mut all: Vec<PathBuf> = fixtures.into_iter().chain(made_up).collect();
    for (index, path) in sound.iter().enumerate() {
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
        for (name, damaged) in damage::all(&bytes) {
            let path = folder.join(format!("{index}-{name}"));
            fs::write(&path, damaged).map_err(|error| format!("{}: {error}", path.display()))?;
            all.push(path);
        }
    }
    Ok(all)
}

/// Other formats have keys of our own, which lead beyond Kaitai's view.
fn is_written(ours: &Path, compiled: &Compiled) -> Result<bool, String> {
    let answer = write_by(ours, &["is-written", &compiled.module])?;
    Ok(answer == [Path::new("true")])
}

fn make_up(ours: &Path, compiled: &Compiled, folder: &Path) -> Result<Vec<PathBuf>, String> {
    write_by(ours, &["make-up", &compiled.module, &folder.to_string_lossy()])
}

fn draw(root: &Path, ours: &Path, compiled: &Compiled, wanted: &Wanted<'_>) -> Result<Vec<PathBuf>, String> {
    let folder = root.join("target/kaitai/drawn").join(&compiled.module);
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    let (seed, count) = (wanted.seed.to_string(), wanted.count.to_string());
    write_by(
        ours,
        &["draw", &compiled.module, &folder.to_string_lossy(), &seed, &count],
    )
}

fn write_by(ours: &Path, words: &[&str]) -> Result<Vec<PathBuf>, String> {
    let output = tools::run(ours, words)?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("canonical {}: {message}", words.join(" ")));
    }
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(names.lines().map(PathBuf::from).collect())
}

/// If Kaitai refuses a file, ours must fail or mark a field as unreadable.
fn agree(ours: &Value, theirs: Option<&Value>) -> bool {
    match theirs {
        Some(theirs) => ours == theirs,
        None => ours.is_null() || holds_an_error(ours),
    }
}

fn holds_an_error(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.contains_key("error") || members.values().any(holds_an_error),
        Value::Array(items) => items.iter().any(holds_an_error),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn readers_must_agree() {
        let value = json!({ "n": "2", "entries": [{ "id": "a" }] });
        let damaged = json!({ "n": "2", "entries": [{ "id": { "error": "bad-text" } }] });
        assert!(agree(&value, Some(&value)));
        assert!(!agree(&damaged, Some(&value)));
        assert!(!agree(&Value::Null, Some(&value)));
        assert!(!agree(&value, None));
        assert!(agree(&damaged, None));
        assert!(agree(&Value::Null, None));
    }
}
