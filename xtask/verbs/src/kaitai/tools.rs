//! Programs for the comparison: node with the compiler, Python with the runtime, and our reader.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::python::environment::environment;

/// Fits the compiler in `conformance/kaitai/package.json`.
const RUNTIME: &str = "kaitaistruct==0.11";

/// Empty and `0` count as unset.
const REQUIRED: &str = "OFFLOAD_BUNDLE_REQUIRE_NODE";

struct Missing(String);

#[derive(Debug)]
pub struct Tools {
    scripts: PathBuf,
    out: PathBuf,
    python: PathBuf,
}

#[derive(Debug)]
pub struct Compiled {
    pub module: String,
    pub class: String,
    pub magic: Vec<u8>,
    /// The fields with fixed bytes, each after its class.
    pub fixed: Vec<String>,
    /// The field with the file's length; empty if none.
    pub length: String,
}

/// Module and class of a foreign schema, or the reason for its refusal.
pub type Foreign = Result<(String, String), String>;

impl Tools {
    pub fn unless_missing(root: &Path) -> Result<Option<Self>, String> {
        skip_or_fail(Self::find(root), std::env::var_os(REQUIRED).as_deref())
    }

    /// Creates the Python environment below `target/`.
    fn find(root: &Path) -> Result<Self, Missing> {
        let scripts = root.join("conformance/kaitai");
        let out = root.join("target/kaitai");
        if run(Path::new("node"), &["--version"]).is_err() {
            return Err(Missing("node is not installed".to_owned()));
        }
        if !scripts.join("node_modules/kaitai-struct-compiler").exists() {
            return Err(Missing(
                "the Kaitai compiler is not installed: run `npm ci` in conformance/kaitai".to_owned(),
            ));
        }
        let python = python(&out)?;
        Ok(Self { scripts, out, python })
    }

    pub fn python(&self) -> &Path {
        &self.python
    }

    pub fn folder(&self) -> &Path {
        &self.out
    }

    /// Compiles schemas with imports from below `root`.
    pub fn compile_foreign(&self, schemas: &[PathBuf], root: &Path) -> Result<Vec<Foreign>, String> {
        let script = self.scripts.join("compile_foreign.js");
        let before = [script.as_path(), &self.out, root].into_iter();
        let words = before
            .chain(schemas.iter().map(PathBuf::as_path))
            .map(|path| path.to_string_lossy());
        let words: Vec<_> = words.collect();
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let output = run(Path::new("node"), &words)?;
        let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        let compiled = lines.lines().map(|line| {
            let value: Value = serde_json::from_str(line).map_err(|error| format!("compile_foreign.js: {error}"))?;
            let refused = || Err(text(&value, "refused").unwrap_or_default().trim().to_owned());
            let names = text(&value, "module").zip(text(&value, "class"));
            Ok(names.map_or_else(refused, Ok))
        });
        let compiled: Vec<_> = compiled.collect::<Result<_, String>>()?;
        match compiled.len() == schemas.len() {
            true => Ok(compiled),
            false => Err(format!(
                "compile_foreign.js: {}",
                String::from_utf8_lossy(&output.stderr)
            )),
        }
    }

    /// Reads files with compiled foreign readers. A line contains module, class and file, separated by tabs.
    pub fn read_foreign(&self, lines: &[String]) -> Result<Vec<Value>, String> {
        let mut reader = Command::new(&self.python);
        reader.arg(self.scripts.join("read_foreign.py")).arg(&self.out);
        answers(reader, lines)
    }

    pub fn compile(&self, schema: &Path) -> Result<Compiled, String> {
        let script = self.scripts.join("compile.js");
        let words = [script.to_string_lossy(), schema.to_string_lossy(), self.out.to_string_lossy()];
        let output = run(Path::new("node"), &[&words[0], &words[1], &words[2]])?;
        if !output.status.success() {
            return Err(format!(
                "the Kaitai compiler refuses {}",
                String::from_utf8_lossy(&output.stderr)
            ));
        }
        let value: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("compile.js: {error}"))?;
        let text = |key: &str| {
            value
                .get(key)
                .and_then(Value::as_str)
                .map(str::to_owned)
                .ok_or(format!("compile.js: no {key}"))
        };
        Ok(Compiled {
            module: text("module")?,
            class: text("class")?,
            length: text("length")?,
            magic: value
                .get("magic")
                .and_then(|magic| serde_json::from_value(magic.clone()).ok())
                .ok_or("compile.js: no magic")?,
            fixed: value
                .get("fixed")
                .and_then(Value::as_array)
                .map(|fields| fields.iter().filter_map(Value::as_str).map(str::to_owned).collect())
                .ok_or("compile.js: no fixed")?,
        })
    }

    /// Reads files; `None` for a refused file.
    pub fn read(&self, compiled: &Compiled, inputs: &[PathBuf]) -> Result<Vec<Option<Value>>, String> {
        let fixed = compiled.fixed.join(",");
        let mut reader = Command::new(&self.python);
        reader.arg(self.scripts.join("read.py")).arg(&self.out);
        reader.args([&compiled.module, &compiled.class, &fixed, &compiled.length]);
        let answers = answers(reader, &lines(inputs))?;
        Ok(answers
            .into_iter()
            .map(|mut answer| answer.get_mut("value").map(Value::take))
            .collect())
    }
}

fn skip_or_fail<T>(found: Result<T, Missing>, required: Option<&OsStr>) -> Result<Option<T>, String> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Missing(what)) if required.is_some_and(|value| !value.is_empty() && value != "0") => {
            Err(format!("{what} ({REQUIRED} is set)"))
        }
        Err(Missing(what)) => {
            eprintln!("not compared with Kaitai's reader: {what}");
            Ok(None)
        }
    }
}

pub fn lines(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| path.display().to_string()).collect()
}

/// Runs `reader` on lines of input; it prints one line of JSON for each.
pub fn answers(mut reader: Command, inputs: &[String]) -> Result<Vec<Value>, String> {
    let program = reader.get_program().to_string_lossy().into_owned();
    let failed = |error: &dyn Display| format!("{program}: {error}");
    let mut names = tempfile::tempfile().map_err(|error| failed(&error))?;
    for line in inputs {
        writeln!(names, "{line}").map_err(|error| failed(&error))?;
    }
    names.rewind().map_err(|error| failed(&error))?;
    let output = reader
        .stdin(names)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| failed(&error))?;
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let read = lines.lines().map(serde_json::from_str);
    let read: Vec<Value> = read.collect::<Result<_, _>>().map_err(|error| failed(&error))?;
    if output.status.success() && read.len() == inputs.len() {
        return Ok(read);
    }
    let (status, found, wanted) = (output.status, read.len(), inputs.len());
    Err(format!("{program}: {status}: {found} answers for {wanted} files"))
}

/// From the `PATH`, or from below `target/`.
fn python(out: &Path) -> Result<PathBuf, Missing> {
    let installed = PathBuf::from("python3");
    let own = out.join("venv/bin/python");
    let has_runtime =
        |python: &Path| run(python, &["-c", "import kaitaistruct"]).is_ok_and(|output| output.status.success());
    if has_runtime(&installed) {
        return Ok(installed);
    }
    if !has_runtime(&own) {
        let made = environment(&installed, &out.join("venv"), &[RUNTIME]);
        if made.is_err() || !has_runtime(&own) {
            return Err(Missing(format!(
                "Python with {RUNTIME} is not installed, and `pip install` does not work here"
            )));
        }
    }
    Ok(own)
}

pub fn build_ours(root: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let package = ["--package", "xtask-programs", "--bin", "canonical"];
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--locked"])
        .args(package)
        .current_dir(root)
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    let folder = match std::env::var_os("CARGO_TARGET_DIR") {
        Some(target) => PathBuf::from(target).join("debug"),
        None => std::env::current_exe()
            .map_err(|error| error.to_string())?
            .with_file_name(""),
    };
    let program = folder.join("canonical");
    if built.success() && program.exists() {
        Ok(program)
    } else {
        Err(format!("{} could not be built", program.display()))
    }
}

pub fn run(program: &Path, words: &[&str]) -> Result<Output, String> {
    Command::new(program)
        .args(words)
        .output()
        .map_err(|error| format!("{}: {error}", program.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn required_tools_are_not_skipped() {
        let missing = || Err::<(), _>(Missing("node is not installed".to_owned()));
        for (required, expected) in [(None, true), (Some(""), true), (Some("0"), true), (Some("1"), false)] {
            assert_eq!(
                skip_or_fail(missing(), required.map(OsStr::new)).is_ok(),
                expected,
                "{required:?}"
            );
        }
        assert_eq!(skip_or_fail(Ok(1), Some(OsStr::new("1"))), Ok(Some(1)));
    }
}
