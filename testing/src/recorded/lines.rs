//! Files with a JSON object per line.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

use serde::{Deserialize, Serialize};

/// The folder for notes; tools then run. `off` disables tools.
const VARIABLE: &str = "OFFLOAD_BUNDLE_RECORD";
const OFF: &str = "off";

fn variable() -> Option<&'static Path> {
    static VALUE: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        let value = std::env::var_os(VARIABLE);
        value.filter(|value| !value.is_empty()).map(PathBuf::from)
    });
    VALUE.as_deref()
}

pub(super) fn notes() -> Option<&'static Path> {
    variable().filter(|folder| *folder != Path::new(OFF))
}

/// Whether recorded answers are enabled.
pub(super) fn count() -> bool {
    variable().is_none()
}

/// For a program in the folder, the file name counts.
fn committed_path(name: &str) -> PathBuf {
    let folder = crate::root().join("cli/tests/recorded");
    folder.join(format!("{}.jsonl", last_part(name)))
}

fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Empty if it is missing.
pub(super) fn read<L: for<'l> Deserialize<'l>>(name: &str) -> Vec<L> {
    let file = committed_path(name);
    let text = fs::read_to_string(&file).unwrap_or_default();
    let parsed = text.lines().map(serde_json::from_str).collect::<Result<_, _>>();
    parsed.unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// `cargo xtask record` merges the files of all processes.
pub(super) fn append(name: &str, line: &impl Serialize) {
    static FILES: Mutex<BTreeMap<String, File>> = Mutex::new(BTreeMap::new());
    let Some(folder) = notes() else { return };
    let mut files = FILES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let file = files.entry(name.to_owned()).or_insert_with(|| {
        let path = folder.join(format!("{}.{}.jsonl", last_part(name), std::process::id()));
        File::create(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    });
    // Lines of texts and numbers always serialize.
    let mut text = serde_json::to_string(line).unwrap_or_default();
    text.push('\n');
    file.write_all(text.as_bytes())
        .unwrap_or_else(|error| panic!("{name}: {error}"));
}
