//! Copies of the repository with changed and added schemas.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A scratch copy of the repository.
///
/// It reuses the repository's compiled dependencies. Cargo identifies workspace packages by relative path and compiler wrapper, so each
/// copy has its own wrapper, or cargo would confuse the builds of two copies.
pub struct Scratch {
    pub root: PathBuf,
    target: PathBuf,
    build: PathBuf,
    wrapper: PathBuf,
}

pub fn repository() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("the package is in a folder of xtask").to_path_buf()
}

impl Scratch {
    /// Copies tracked and unignored files to the folder `name`. Unchanged files keep their times, so that the second run compiles little.
    pub fn copy(name: &str) -> Self {
        let repository = repository();
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| repository.join("target"), PathBuf::from);
        let proof = target.join("proof");
        let wrapper = proof.join(name).with_extension("wrapper");
        let scratch = Self { root: proof.join(name), target: proof.join("target").join(name), build: target, wrapper };
        fs::create_dir_all(&proof).expect("folders can be made");
        if !scratch.wrapper.exists() {
            // The wrapper runs its arguments.
            let path = std::env::var_os("PATH").unwrap_or_default();
            let env = std::env::split_paths(&path).map(|folder| folder.join("env"));
            let env = env.into_iter().find(|env| env.exists()).expect("the program env");
            std::os::unix::fs::symlink(env, &scratch.wrapper).expect("a link can be made");
        }
        let listed = Command::new("git")
            .args(["ls-files", "--cached", "--others", "--exclude-standard"])
            .current_dir(&repository)
            .output()
            .expect("git lists the repository's files");
        assert!(
            listed.status.success(),
            "git ls-files: {}",
            String::from_utf8_lossy(&listed.stderr)
        );
        let listed = String::from_utf8(listed.stdout).expect("paths are UTF-8");
        // Reverts an earlier run.
        let known: BTreeSet<PathBuf> = listed.lines().map(|path| scratch.root.join(path)).collect();
        remove_all_but(&known, &scratch.root);
        for path in listed
            .lines()
            .filter(|path| !path.starts_with("conformance/fixtures/matrix/"))
        {
            let (from, to) = (repository.join(path), scratch.root.join(path));
            let Ok(new) = fs::read(&from) else { continue };
            if fs::read(&to).is_ok_and(|old| old == new) {
                continue;
            }
            fs::create_dir_all(to.parent().expect("a file has a folder")).expect("folders can be made");
            fs::write(&to, new).expect("files can be written");
        }
        scratch
    }

    /// Replaces `from`, which the file `path` must contain, by `to`.
    pub fn change(&self, path: &str, from: &str, to: &str) {
        let file = self.root.join(path);
        let old = fs::read_to_string(&file).expect("the schema is there");
        assert!(
            old.contains(from),
            "{path} no longer holds {from:?}: change the proof with the schema"
        );
        fs::write(&file, old.replace(from, to)).expect("the schema can be written");
    }

    /// Runs cargo in the copy and returns its output.
    pub fn cargo(&self, words: &[&str]) -> String {
        self.run(Command::new(env!("CARGO")).args(words))
    }

    /// Runs a verb of `cargo xtask` on the copy. The generator is unchanged.
    pub fn verb(&self, words: &[&str]) -> String {
        self.run(Command::new(env!("CARGO_BIN_EXE_xtask-verbs")).args(words))
    }

    fn run(&self, command: &mut Command) -> String {
        let (succeeds, told) = self.output(command);
        assert!(succeeds, "{command:?}:\n{told}");
        told
    }

    fn output(&self, command: &mut Command) -> (bool, String) {
        self.prepare(command);
        let output = command.output().expect("the command runs");
        let told = [&output.stdout, &output.stderr].map(|told| String::from_utf8_lossy(told).into_owned());
        (output.status.success(), told.concat())
    }

    /// Sets folder and environment for a command that works in the copy, which has its programs in `target` as a checkout has.
    pub fn prepare(&self, command: &mut Command) {
        let link = self.root.join("target");
        fs::create_dir_all(&self.target).expect("folders can be made");
        if !link.exists() {
            std::os::unix::fs::symlink(&self.target, &link).expect("a link can be made");
        }
        command
            .current_dir(&self.root)
            .env("OFFLOAD_BUNDLE_ROOT", &self.root)
            .env("CARGO_TARGET_DIR", &self.target);
        // Clippy is a wrapper itself.
        if !command.get_args().any(|word| word == "clippy") {
            command
                .env("CARGO_BUILD_BUILD_DIR", &self.build)
                .env("RUSTC_WORKSPACE_WRAPPER", &self.wrapper);
        }
        // The inner cargo must not see this package's variables.
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
                command.env_remove(name);
            }
        }
    }

    /// Runs the tool that was built in the copy, in the folder `folder`.
    pub fn tool(&self, folder: &Path, words: &[&str]) -> Output {
        Command::new(self.target.join("debug/offload-bundle"))
            .args(words)
            .current_dir(folder)
            .output()
            .expect("the tool runs")
    }
}

/// Except builds. Links are not followed.
fn remove_all_but(known: &BTreeSet<PathBuf>, folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if entry.file_name() != "target" {
                remove_all_but(known, &path);
            }
        } else if !known.contains(&path) {
            fs::remove_file(&path).expect("an old file of the scratch copy can be removed");
        }
    }
}

#[test]
fn link_target_is_not_removed() {
    let outside = tempfile::tempdir().expect("a folder");
    let copy = tempfile::tempdir().expect("a folder");
    fs::write(outside.path().join("kept"), "").expect("a file");
    fs::write(copy.path().join("added"), "").expect("a file");
    std::os::unix::fs::symlink(outside.path(), copy.path().join("link")).expect("a link");
    remove_all_but(&BTreeSet::new(), copy.path());
    assert!(outside.path().join("kept").exists());
    assert_eq!(fs::read_dir(copy.path()).expect("the folder").count(), 0);
}
