//! Files of lines, each a JSON object: the committed ones, and those that this process notes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

use serde::{Deserialize, Serialize};

/// Names the folder that answers are noted in; tools are asked themselves then. `off`: no answer is known.
const VARIABLE: &str = "OFFLOAD_BUNDLE_RECORD";
/// The value of [`VARIABLE`] for which recorded answers do not count.
const OFF: &str = "off";

fn variable() -> Option<&'static Path> {
    static VALUE: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        let value = std::env::var_os(VARIABLE);
        value.filter(|value| !value.is_empty()).map(PathBuf::from)
    });
    VALUE.as_deref()
}

/// The folder that answers are noted in, if they are.
pub(super) fn notes() -> Option<&'static Path> {
    variable().filter(|folder| *folder != Path::new(OFF))
}

/// Whether recorded answers count.
pub(super) fn count() -> bool {
    variable().is_none()
}

/// The committed file of this name; that of a program in the folder goes by the last part of its path.
fn committed_path(name: &str) -> PathBuf {
    let folder = crate::root().join("cli/tests/recorded");
    folder.join(format!("{}.jsonl", last_part(name)))
}

fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// The lines of a committed file, if there is one.
pub(super) fn read<L: for<'l> Deserialize<'l>>(name: &str) -> Vec<L> {
    let file = committed_path(name);
    let text = fs::read_to_string(&file).unwrap_or_default();
    let parsed = text.lines().map(serde_json::from_str).collect::<Result<_, _>>();
    parsed.unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Notes a line. Each process has files of its own; `cargo xtask record` makes one of them all.
pub(super) fn append(name: &str, line: &impl Serialize) {
    static FILES: Mutex<BTreeMap<String, File>> = Mutex::new(BTreeMap::new());
    let Some(folder) = notes() else { return };
    let mut files = FILES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let file = files.entry(name.to_owned()).or_insert_with(|| {
        let path = folder.join(format!("{}.{}.jsonl", last_part(name), std::process::id()));
        File::create(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    });
    // Lines of texts and numbers have a form in JSON.
    let mut text = serde_json::to_string(line).unwrap_or_default();
    text.push('\n');
    file.write_all(text.as_bytes())
        .unwrap_or_else(|error| panic!("{name}: {error}"));
}
