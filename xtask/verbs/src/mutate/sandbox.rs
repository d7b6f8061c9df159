//! A copy of the repository for changed schemas. It has its own build folder, and both are kept between runs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use offload_bundle_codegen::{File, Source};

use crate::codegen::BY_HAND;
use crate::files;

/// Per process: processor seconds, KiB of address space.
const LIMITS: &str = "ulimit -t 240 && ulimit -v 12000000 && exec \"$0\" \"$@\"";
const GENERATED: &str = "generated/";

#[derive(Debug)]
pub struct Sandbox {
    pub root: PathBuf,
    /// The package of the quick tests, outside of the workspace, to compile little.
    pub alone: PathBuf,
    build: PathBuf,
}

impl Sandbox {
    /// Creates or updates the copy from tracked and unignored files.
    pub fn make() -> Result<Self, String> {
        let from = files::root();
        let [root, alone, build] = ["copy", "alone", "build"].map(|name| from.join("target/mutated").join(name));
        let sandbox = Self { root, alone, build };
        let listed = ["ls-files", "--cached", "--others", "--exclude-standard"];
        let listed = output(Command::new("git").args(listed).current_dir(&from))?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let kept = |path: &&str| path.strip_prefix(GENERATED).is_none_or(|path| BY_HAND.contains(&path));
        let wanted: BTreeSet<&str> = listed.lines().filter(kept).collect();
        for path in &wanted {
            // Listed but deleted.
            let (Ok(new), to) = (fs::read(from.join(path)), sandbox.root.join(path)) else {
                continue;
            };
            // An unchanged file keeps its time, a changed one is newer than the last build.
            if fs::read(&to).map_or(true, |old| old != new) {
                files::write(&to, &new)?;
                let permissions = fs::metadata(from.join(path))
                    .map_err(|error| format!("{path}: {error}"))?
                    .permissions();
                fs::set_permissions(&to, permissions).map_err(|error| format!("{path}: {error}"))?;
            }
        }
        sandbox.remove(|path| !wanted.contains(path) && !path.starts_with(GENERATED))?;
        sandbox.write_alone()?;
        Ok(sandbox)
    }

    /// Writes schemas and generated files, unformatted.
    pub fn fill(&self, sources: &[Source], generated: &[File]) -> Result<(), String> {
        for source in sources {
            files::write_if_different(&self.root.join(&source.name), &source.text)?;
        }
        let mut wanted: BTreeSet<&str> = BY_HAND.iter().copied().collect();
        for File { path, text } in generated {
            files::write_if_different(&self.root.join(GENERATED).join(path), text)?;
            wanted.insert(path);
        }
        self.remove(|path| path.strip_prefix(GENERATED).is_some_and(|path| !wanted.contains(path)))
    }

    fn remove(&self, goes: impl Fn(&str) -> bool) -> Result<(), String> {
        for path in files::below(&self.root)?.iter().filter(|path| goes(path)) {
            fs::remove_file(self.root.join(path)).map_err(|error| format!("{path}: {error}"))?;
        }
        Ok(())
    }

    fn write_alone(&self) -> Result<(), String> {
        let in_copy = |path| self.root.join(path);
        let manifest = format!(
            "[package]\nname = \"alone\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[lib]\npath = \"lib.rs\"\n\n\
             [dev-dependencies]\noffload-bundle-core = {{ path = {:?} }}\noffload-bundle-formats = {{ path = {:?} }}\n\n\
             [[test]]\nname = \"layouts\"\npath = {:?}\n",
            in_copy("core"),
            in_copy("generated/formats"),
            in_copy("library/tests/layouts/main.rs"),
        );
        files::write_if_different(&self.alone.join("Cargo.toml"), &manifest)?;
        files::write_if_different(&self.alone.join("lib.rs"), "")?;
        let lock = self.alone.join("Cargo.lock");
        match lock.exists() {
            true => Ok(()),
            false => files::write_if_different(&lock, &files::read(&in_copy("Cargo.lock"))?).map(drop),
        }
    }

    pub fn cargo(&self, folder: &Path, words: &[String]) -> Command {
        let mut cargo = Command::new("sh");
        cargo
            .args(["-c", LIMITS])
            .arg(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(words)
            .current_dir(folder)
            .stdin(Stdio::null())
            .envs([("CARGO_TERM_QUIET", "true"), ("CARGO_PROFILE_DEV_DEBUG", "0")])
            .env("CARGO_TARGET_DIR", &self.build);
        files::forget_cargo(&mut cargo);
        cargo
    }
}

pub fn output(command: &mut Command) -> Result<Output, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    command.output().map_err(|error| format!("{program}: {error}"))
}
