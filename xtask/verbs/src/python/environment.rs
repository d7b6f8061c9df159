//! Python environments below `target/`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Creates the environment at `place` with `interpreter`, unless it exists; returns its Python.
pub fn environment(interpreter: &Path, place: &Path, packages: &[&str]) -> Result<PathBuf, String> {
    let python = place.join("bin/python");
    if !python.exists() {
        run(Command::new(interpreter).args(["-m", "venv"]).arg(place))?;
    }
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    run(install.args(packages))?;
    Ok(python)
}

pub fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{program}: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{program}: {status}")),
    }
}
