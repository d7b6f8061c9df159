//! `cargo xtask kaitai`: the schemas compiled by the official Kaitai Struct compiler, and the reader it makes compared with ours
//! on every fixture, good and damaged.

mod damage;
mod tools;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{files, fixtures};
use tools::{Compiled, Missing, Tools};

/// Set where the comparison must not be skipped.
const REQUIRED: &str = "OFFLOAD_BUNDLE_REQUIRE_NODE";

/// Runs the verb.
pub fn run(words: &[&str]) -> Result<(), String> {
    if !words.is_empty() {
        return Err("usage: cargo xtask kaitai".to_owned());
    }
    let root = files::root();
    let tools = match Tools::find(&root) {
        Ok(tools) => tools,
        Err(Missing(what)) if std::env::var_os(REQUIRED).is_some() => {
            return Err(format!("{what} ({REQUIRED} is set)"));
        }
        Err(Missing(what)) => {
            eprintln!("skipped: {what}");
            return Ok(());
        }
    };
    let ours = tools::build_ours(&root)?;
    let mut findings = Vec::new();
    for name in files::below(&root.join("schemas"))?
        .into_iter()
        .filter(|name| name.ends_with(".ksy"))
    {
        let compiled = tools.compile(&root.join("schemas").join(&name))?;
        let inputs = inputs(&root, &compiled)?;
        let theirs = tools.read(&compiled, &inputs)?;
        let mut accepted = 0;
        for (path, theirs) in inputs.iter().zip(&theirs) {
            let ours = read_by_ours(&ours, path)?;
            accepted += usize::from(ours.is_some());
            if ours != *theirs {
                let show = |value: &Option<Value>| value.as_ref().map_or("refused".to_owned(), Value::to_string);
                findings.push(format!(
                    "{}\n  ours:   {}\n  kaitai: {}",
                    path.display(),
                    show(&ours),
                    show(theirs)
                ));
            }
        }
        eprintln!(
            "{name}: {} files read by both, {accepted} accepted, {} differ",
            inputs.len(),
            findings.len()
        );
    }
    match findings.as_slice() {
        [] => Ok(()),
        some => Err(format!(
            "{}\nours and Kaitai's reader differ on {} files",
            some.join("\n"),
            some.len()
        )),
    }
}

/// The fixtures of one format, and damaged copies of the smallest of them.
fn inputs(root: &Path, compiled: &Compiled) -> Result<Vec<PathBuf>, String> {
    let mut all: Vec<PathBuf> = fixtures::beginning_with(compiled.magic.as_bytes())?;
    let smallest = all
        .iter()
        .min_by_key(|path| fs::metadata(path).map_or(u64::MAX, |metadata| metadata.len()))
        .cloned();
    let smallest = smallest.ok_or(format!("no fixture begins with {:?}", compiled.magic))?;
    let bytes = fs::read(&smallest).map_err(|error| error.to_string())?;
    let folder = root.join("target/kaitai/damaged").join(&compiled.module);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (name, damaged) in damage::all(&bytes) {
        let path = folder.join(name);
        fs::write(&path, damaged).map_err(|error| format!("{}: {error}", path.display()))?;
        all.push(path);
    }
    Ok(all)
}

/// What our reader makes of a file: the canonical value of the first container, or `None` where it refuses any part of it.
fn read_by_ours(ours: &Path, path: &Path) -> Result<Option<Value>, String> {
    let output = tools::run(ours, &["inspect", "--json", &path.to_string_lossy()])?;
    if !output.status.success() {
        return Ok(None);
    }
    let value: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{}: {error}", path.display()))?;
    let canonical = first(&value, "canonical").ok_or(format!("{}: no canonical value in: {value}", path.display()))?;
    Ok(Some(canonical.clone()).filter(|value| first(value, "error").is_none()))
}

/// The first member called `key`, wherever it stands.
fn first<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(members) => members
            .get(key)
            .or_else(|| members.values().find_map(|member| first(member, key))),
        Value::Array(items) => items.iter().find_map(|item| first(item, key)),
        _ => None,
    }
}
