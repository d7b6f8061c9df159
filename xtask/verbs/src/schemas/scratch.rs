//! A temporary crate with generated code, the workspace's lints, and warnings as errors.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use offload_bundle_codegen::Source;

use crate::files;

#[derive(Debug)]
pub struct Scratch {
    root: PathBuf,
    pub files: PathBuf,
}

/// Parts of the workspace's manifest, by prefix, with replacements.
const SHARED: &[(&str, &str)] = &[
    ("[workspace.lints.rust]", "[lints.rust]\nwarnings = \"deny\""),
    ("[workspace.lints.clippy]", "[lints.clippy]"),
];

pub fn keep(folder: &Path, sources: &[Source]) -> Result<(), String> {
    let at = folder.join("schemas");
    if at.exists() {
        fs::remove_dir_all(&at).map_err(|error| format!("{}: {error}", at.display()))?;
    }
    for source in sources {
        files::write_if_different(&folder.join(&source.name), &source.text)?;
    }
    Ok(())
}

impl Scratch {
    pub fn make(folder: &Path, generated: BTreeMap<String, String>) -> Result<Self, String> {
        let scratch = Self { root: folder.join("crate"), files: folder.join("files") };
        for old in [&scratch.root.join("src"), &scratch.files] {
            if old.exists() {
                fs::remove_dir_all(old).map_err(|error| format!("{}: {error}", old.display()))?;
            }
        }
        for (path, text) in generated {
            if let Some(path) = path.strip_prefix("formats/") {
                files::write_if_different(&scratch.root.join(path), &text)?;
            }
        }
        files::write_if_different(&scratch.root.join("Cargo.toml"), &manifest()?)?;
        files::write_if_different(&scratch.root.join("tests/files.rs"), &samples(&scratch.files))?;
        let lock = files::read(&files::root().join("Cargo.lock"))?;
        files::write_if_different(&scratch.root.join("Cargo.lock"), &lock)?;
        let clippy = files::read(&files::root().join("clippy.toml"))?;
        files::write_if_different(&scratch.root.join("clippy.toml"), &clippy)?;
        Ok(scratch)
    }

    pub fn test(&self, lint: bool) -> Result<(), String> {
        let features = ["--all-features", "--offline", "--quiet"];
        if lint {
            self.cargo(&[&["clippy", "--all-targets"], &features[..]].concat())?;
        }
        // Users can disable the formats' features.
        self.cargo(&["check", "--offline", "--quiet"])?;
        self.cargo(&[&["test"], &features[..]].concat())
    }

    fn cargo(&self, words: &[&str]) -> Result<(), String> {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(words).current_dir(&self.root);
        command.env("CARGO_TARGET_DIR", self.root.with_file_name("target"));
        files::forget_cargo(&mut command);
        let output = command.output().map_err(|error| format!("cargo: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        let text = [output.stdout, output.stderr].concat();
        Err(format!(
            "cargo {} in {}:\n{}",
            words.join(" "),
            self.root.display(),
            String::from_utf8_lossy(&text)
        ))
    }
}

/// With features of the formats' crate and lints of the workspace.
fn manifest() -> Result<String, String> {
    let root = files::root();
    let workspace = files::read(&root.join("Cargo.toml"))?;
    let mut text = format!(
        "[package]\nname = \"made-up-formats\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n[workspace]\n\n\
         [features]\nproptest = [\"offload-bundle-core/proptest\"]\n\n\
         [dependencies]\noffload-bundle-core = {{ path = {:?} }}\n\n[profile.dev]\ndebug = false\n",
        root.join("core"),
    );
    for (begins, becomes) in SHARED {
        let lines = workspace.lines().skip_while(|line| line != begins).skip(1);
        let lines: Vec<&str> = lines.take_while(|line| !line.starts_with('[')).collect();
        text.push_str(&format!("\n{becomes}\n{}\n", lines.join("\n").trim_end()));
    }
    Ok(text)
}

/// Writes samples of every format, and a line per field with path and value.
fn samples(folder: &Path) -> String {
    include_str!("files.rs.txt").replace("FOLDER", &format!("{folder:?}"))
}
