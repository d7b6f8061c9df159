//! `record`: records the answers of installed tools in `cli/tests/recorded/`, or compares them.
//!
//! Recording runs all tests of the programs that ask tools, and lists these tests in `tests.jsonl`. Comparing runs the listed tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::files;

const RECORDED: &str = "cli/tests/recorded";
const VARIABLE: &str = "OFFLOAD_BUNDLE_RECORD";
/// In [`RECORDED`].
const TESTS: &str = "tests.jsonl";
const ASKING: [(&str, &[&str]); 2] =
    [("offload-bundle-cli", &["commands", "drop_in", "releases"]), ("offload-bundle", &["facts"])];
const SHOWN: usize = 20;

type Lines = BTreeMap<String, BTreeMap<String, String>>;

pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let check = match words {
        [] => false,
        ["--check"] => true,
        _ => return Err("usage: cargo xtask record [--check]".to_owned()),
    };
    let root = files::root();
    let notes = root.join("target/record");
    remove_all(&notes)?;
    fs::create_dir_all(&notes).map_err(|error| format!("{}: {error}", notes.display()))?;
    let committed = root.join(RECORDED);
    let known = read(&committed)?;
    let runs = match check {
        true => listed(&known)?,
        false => ASKING
            .iter()
            .flat_map(|(package, programs)| programs.iter().map(|program| ((*package, *program), Vec::new())))
            .collect(),
    };
    for ((package, program), tests) in runs {
        let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["test", "--locked", "--package", package, "--test", program, "--", "--exact"])
            .args(tests)
            .current_dir(&root)
            .env(VARIABLE, &notes)
            .env("OFFLOAD_BUNDLE_REQUIRE_LLVM", "1")
            .status()
            .map_err(|error| format!("cargo: {error}"))?;
        if !status.success() {
            return Err(format!(
                "the tests `{program}` of {package} fail with the installed tools"
            ));
        }
    }
    let (mut new, unsteady) = collect_notes(&notes)?;
    for line in &unsteady {
        eprintln!("not the same twice: {line}");
    }
    if check {
        return compare(&known, &new);
    }
    remove_all(&committed)?;
    for (name, lines) in &mut new {
        // Ignores speeds, which vary.
        for (key, line) in lines.iter_mut() {
            let before = known.get(name).and_then(|lines| lines.get(key));
            if let Some(before) = before.filter(|before| alike(before, line)) {
                line.clone_from(before);
            }
        }
        let text: String = lines.values().map(|line| format!("{line}\n")).collect();
        files::write_if_different(&committed.join(name), &text)?;
    }
    let count: usize = new.values().map(BTreeMap::len).sum();
    eprintln!("wrote {count} lines in {} files of {RECORDED}", new.len());
    Ok(())
}

fn listed(known: &Lines) -> Result<BTreeMap<(&str, &str), Vec<&str>>, String> {
    let mut runs: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for name in known.get(TESTS).into_iter().flat_map(BTreeMap::keys) {
        let (package, rest) = name.split_once("::").unwrap_or_default();
        let (program, test) = rest.split_once("::").unwrap_or_default();
        if test.is_empty() {
            return Err(format!(
                "{RECORDED}/{TESTS}: expected package::program::test, found {name}"
            ));
        }
        runs.entry((package, program)).or_default().push(test);
    }
    match runs.is_empty() {
        true => Err(format!("{RECORDED}/{TESTS} lists no test: run `cargo xtask record`")),
        false => Ok(runs),
    }
}

fn remove_all(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if folder.exists() => Err(format!("{}: {error}", folder.display())),
        _ => Ok(()),
    }
}

/// By file, with contradictory ones.
fn collect_notes(folder: &Path) -> Result<(Lines, Vec<String>), String> {
    let (mut all, mut unsteady) = (Lines::new(), Vec::new());
    for (name, lines) in read(folder)? {
        // The extension follows the process number.
        let name = name.strip_suffix(".jsonl").and_then(|name| name.rsplit_once('.'));
        let Some((name, _)) = name else { continue };
        let of_tool = all.entry(format!("{name}.jsonl")).or_default();
        for (key, line) in lines {
            if let Some(before) = of_tool.insert(key, line.clone())
                && !alike(&before, &line)
            {
                unsteady.push(format!("{name}: {before}"));
            }
        }
    }
    Ok((all, unsteady))
}

fn read(folder: &Path) -> Result<Lines, String> {
    let mut all = Lines::new();
    for name in files::below(folder)?
        .into_iter()
        .filter(|name| name.ends_with(".jsonl"))
    {
        let text = files::read(&folder.join(&name))?;
        let lines: BTreeMap<String, String> = text
            .lines()
            .map(|line| Ok((key(line).ok_or(format!("{name}: no key: {line:.80}"))?, line.to_owned())))
            .collect::<Result<_, String>>()?;
        all.insert(name, lines);
    }
    Ok(all)
}

/// The question, or the content.
fn key(line: &str) -> Option<String> {
    let line: Value = serde_json::from_str(line).ok()?;
    let key = line.get("key").or_else(|| line.get("digest"))?;
    key.as_str().map(str::to_owned)
}

/// Apart from numbers and order on standard error: some tools print times.
fn alike(old: &str, new: &str) -> bool {
    let parsed = |line: &str| serde_json::from_str::<Value>(line).ok();
    let (Some(mut old), Some(mut new)) = (parsed(old), parsed(new)) else {
        return false;
    };
    for line in [&mut old, &mut new] {
        if let Some(Value::String(said)) = line.get_mut("stderr") {
            let varies = |c: char| c.is_ascii_digit() || c.is_whitespace() || c == '.';
            // Tables of times omit columns of zeros.
            let told = said.lines().filter(|line| !line.contains("---"));
            let mut lines: Vec<String> = told.map(|line| line.replace(varies, "").replace("(%)", "")).collect();
            lines.sort();
            *said = lines.join("\n");
        }
    }
    old == new
}

/// On another machine the tool may end differently.
fn is_crash(line: &str) -> bool {
    serde_json::from_str(line).is_ok_and(|line: Value| line.get("signal").is_some())
}

fn compare(committed: &Lines, new: &Lines) -> Result<(), String> {
    let none = BTreeMap::new();
    let names: BTreeSet<&String> = committed.keys().chain(new.keys()).collect();
    let mut differences = Vec::new();
    for name in names {
        let (old, new) = (committed.get(name).unwrap_or(&none), new.get(name).unwrap_or(&none));
        let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        differences.extend(keys.into_iter().filter_map(|key| match (old.get(key), new.get(key)) {
            (Some(old), Some(new)) if alike(old, new) || is_crash(old) || is_crash(new) => None,
            (Some(old), Some(new)) => Some(format!("{name}: answers otherwise\n  - {old:.400}\n  + {new:.400}")),
            (Some(old), None) => Some(format!("{name}: no longer asked: {old:.200}")),
            (None, new) => new.map(|new| format!("{name}: not recorded: {new:.200}")),
        }));
    }
    if differences.is_empty() {
        return Ok(());
    }
    let shown = differences
        .iter()
        .take(SHOWN)
        .map(|difference| format!("{difference}\n"));
    Err(format!(
        "{}{} differences from {RECORDED}: run `cargo xtask record`",
        shown.collect::<String>(),
        differences.len()
    ))
}
