//! `cargo xtask kaitai`: the schemas compiled by the official Kaitai Struct compiler, and the reader it makes compared with ours
//! on every fixture, good and damaged.

mod damage;
mod tools;

use std::path::{Path, PathBuf};
use std::{fmt, fs};

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
            let ours = Reading::of(&ours, path)?;
            accepted += usize::from(theirs.is_some());
            if !ours.agrees_with(theirs.as_ref()) {
                let theirs = theirs.as_ref().map_or("refused".to_owned(), Value::to_string);
                findings.push(format!("{}\n  ours:   {ours}\n  kaitai: {theirs}", path.display()));
            }
        }
        eprintln!("{name}: {} files read by both, {accepted} accepted", inputs.len());
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

/// What our reader makes of the first container of a file.
struct Reading {
    /// Whether nothing is wrong with the file.
    sound: bool,
    /// The canonical value, as far as it can be read.
    value: Option<Value>,
}

impl Reading {
    fn of(ours: &Path, path: &Path) -> Result<Self, String> {
        let output = tools::run(ours, &["inspect", "--json", &path.to_string_lossy()])?;
        if output.stdout.is_empty() {
            return Ok(Self {
                sound: false,
                value: None,
            });
        }
        let whole: Value =
            serde_json::from_slice(&output.stdout).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self {
            sound: output.status.success(),
            value: whole.pointer("/0/bundles/0/value").cloned(),
        })
    }

    /// Where Kaitai's reader accepts, ours gives the same value; it may complain of what a Kaitai schema does not say, such as
    /// the grammar of an ID. Where Kaitai's reader refuses, so does ours.
    fn agrees_with(&self, theirs: Option<&Value>) -> bool {
        match theirs {
            Some(_) => self.value.as_ref() == theirs,
            None => !self.sound || self.value.as_ref().is_none_or(holds_an_error),
        }
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.as_ref().map_or("nothing".to_owned(), Value::to_string);
        write!(f, "{}: {value}", if self.sound { "sound" } else { "refused" })
    }
}

/// Whether some field of a canonical value could not be read.
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
    fn both_must_refuse_or_give_the_same_value() {
        let value = json!({ "n": "2", "entries": [{ "id": "a" }] });
        let damaged = json!({ "n": "2", "entries": [{ "id": { "error": "bad-text" } }] });
        let reading = |sound, value: &Value| Reading {
            sound,
            value: Some(value.clone()),
        };
        assert!(reading(true, &value).agrees_with(Some(&value)));
        assert!(reading(false, &value).agrees_with(Some(&value)));
        assert!(!reading(true, &damaged).agrees_with(Some(&value)));
        assert!(!reading(true, &value).agrees_with(None));
        assert!(reading(true, &damaged).agrees_with(None));
        assert!(reading(false, &value).agrees_with(None));
        assert!(
            !Reading {
                sound: false,
                value: None
            }
            .agrees_with(Some(&value))
        );
    }
}
