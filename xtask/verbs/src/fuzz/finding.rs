//! What a fuzz target has found: made small, and shown with the command that shows it again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::engine::Engine;
use super::targets::Target;

/// How long is tried to make an input smaller, in seconds.
const MINIMISING: u64 = 20;
/// How many bytes of an input are shown.
const SHOWN: usize = 256;

/// The input in `file` made small, what it breaks, and how to see that again.
pub fn explain(engine: &Engine, target: &Target, file: &Path) -> Result<String, String> {
    let smaller = minimise(engine, target, file)?;
    let bytes = fs::read(&smaller).map_err(|error| format!("{}: {error}", smaller.display()))?;
    let said = engine.program(target).arg(&smaller).stdin(Stdio::null()).output();
    let said = said.map_err(|error| format!("{}: {error}", target.name))?;
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    let why = said
        .lines()
        .skip_while(|line| !line.contains("panicked at") && !line.contains("ERROR: libFuzzer"));
    let why: Vec<&str> = why.take(4).collect();
    let more = if bytes.len() > SHOWN { "…" } else { "" };
    let start: Vec<u8> = bytes.iter().take(SHOWN).copied().collect();
    let at = smaller.strip_prefix(&engine.root).unwrap_or(&smaller);
    Ok(format!(
        "\n{}: {} bytes in {}: \"{}\"{more}\n{}\nagain: (cd fuzz && cargo +nightly fuzz run {} {})\n",
        target.name,
        bytes.len(),
        at.display(),
        start.escape_ascii(),
        why.join("\n"),
        target.name,
        smaller.display(),
    ))
}

/// The smallest input found that breaks something too; the same one if there is none.
fn minimise(engine: &Engine, target: &Target, file: &Path) -> Result<PathBuf, String> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let smaller = file.with_file_name(format!("minimised-{name}"));
    let mut command = engine.program(target);
    command.args(["-minimize_crash=1", &format!("-max_total_time={MINIMISING}")]);
    command
        .arg(format!("-exact_artifact_path={}", smaller.display()))
        .arg(file);
    command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}", target.name))?;
    Ok(if smaller.exists() { smaller } else { file.to_path_buf() })
}
