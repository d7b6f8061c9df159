//! Results of real tools by arguments and digests of their inputs.
//!
//! Answers come from `cli/tests/recorded/`, whether the tool is installed or not; an unrecorded question fails. `cargo xtask record` runs
//! the installed tools and writes these files; `--check` compares them.

#![expect(clippy::disallowed_methods, reason = "runs tools")]

mod answer;
mod answers;
mod asking;
mod contents;
mod folder;
mod lines;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde::Serialize;

use crate::manifest::sha256;
use answer::{Answer, Asked};
use folder::Snapshot;

/// clang flags that omit time and folder from outputs.
const EVERY_DAY_THE_SAME: &str = "# +-mno-incremental-linker-compatible +-ffile-compilation-dir=.";

/// Selects C library functions without AVX-512: some tools read uninitialised memory that depends on them.
const EVERYWHERE_THE_SAME: &str = "glibc.cpu.hwcaps=-AVX512F,-AVX512VL";
const IN_PLACE: &str = "/usr/bin";

/// Whether real tools run and their answers are noted.
pub fn is_recording() -> bool {
    lines::notes().is_some()
}

/// Whether tools can be asked: not if `OFFLOAD_BUNDLE_RECORD` is `off`.
pub fn is_on() -> bool {
    lines::count() || is_recording()
}

thread_local! {
    /// Whether the current thread's test runs real tools.
    static ASKS_LIVING: Cell<bool> = const { Cell::new(false) };
}

/// Without recording. False unless answers are being recorded. Panics if the test is not in the list.
pub(crate) fn ask_living() -> bool {
    if is_recording() {
        asking::note();
        ASKS_LIVING.set(true);
    } else {
        assert!(
            asking::is_listed(),
            "this test runs real tools, but is not in their list: run `cargo xtask record`"
        );
    }
    is_recording()
}

/// A real tool and its environment.
#[derive(Debug, Clone)]
pub struct Tool<'t> {
    name: &'t str,
    called: Option<&'t Path>,
    in_place: bool,
    environment: &'t [(&'t str, &'t str)],
}

#[derive(Serialize)]
struct Question<'q> {
    tool: &'q str,
    called: Option<&'q Path>,
    in_place: bool,
    environment: &'q [(&'q str, &'q str)],
    words: &'q [&'q str],
    folder: &'q Snapshot,
}

impl<'t> Tool<'t> {
    /// The program `name` on the `PATH`.
    pub fn new(name: &'t str) -> Self {
        Self { name, called: None, in_place: false, environment: &[] }
    }

    /// Calls the tool by this name.
    #[must_use]
    pub fn called_as(self, called: &'t Path) -> Self {
        Self { called: Some(called), ..self }
    }

    /// Calls the tool by its resolved path, so that it uses the other tools of its release.
    #[must_use]
    pub fn in_place(self) -> Self {
        Self { in_place: true, ..self }
    }

    /// Sets environment variables.
    #[must_use]
    pub fn with(self, environment: &'t [(&'t str, &'t str)]) -> Self {
        Self { environment, ..self }
    }

    /// Repeats the recorded run on `words` in `folder`, or runs the tool while recording. Panics if the run is not recorded or cannot be
    /// recorded, unless the test asks living tools.
    pub fn run(&self, folder: &Path, words: &[&str]) -> Output {
        let before = Snapshot::take(folder);
        let Self { name, called, in_place, environment } = *self;
        let question = Question { tool: name, called, in_place, environment, words, folder: &before };
        // Texts and numbers always serialize.
        let key = sha256(&serde_json::to_vec(&question).unwrap_or_default());
        let key = key.get(..32).unwrap_or(&key);
        if !is_recording() {
            let answer = answers::answer(name, key).filter(|_| lines::count());
            let answer = answer.unwrap_or_else(|| panic!("{name} {words:?}: not recorded: run `cargo xtask record`"));
            return answer.repeat(folder, &before, &self.stand_in());
        }
        asking::note();
        let (output, asked) = self.ask(folder, words);
        if !ASKS_LIVING.get() {
            let answer = Answer::take(&output, folder, &before, &asked);
            let answer =
                answer.unwrap_or_else(|why| panic!("{name} {words:?}: {why}: let the test ask `tools::living`"));
            answers::note(name, key, words, &answer);
        }
        output
    }

    fn stand_in(&self) -> PathBuf {
        Path::new(IN_PLACE).join(self.name)
    }

    fn ask(&self, folder: &Path, words: &[&str]) -> (Output, Asked) {
        let found = || {
            let folders = std::env::var_os("PATH").unwrap_or_default();
            let mut places = std::env::split_paths(&folders).map(|folder| folder.join(self.name));
            places.find_map(|place| place.canonicalize().ok())
        };
        let program = match self.in_place {
            true => found().unwrap_or_else(|| panic!("{} is not installed", self.name)),
            false => PathBuf::from(self.name),
        };
        // Some tools leave folders in the temporary folder.
        let temporary = crate::scratch();
        let mut command = Command::new(&program);
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.contains("OFFLOAD_BUNDLE") || text.contains("COMPRESSED_BUNDLE") {
                command.env_remove(&name);
            }
        }
        // Crash reports are useless here, and take most of a second.
        command
            .env("LLVM_DISABLE_SYMBOLIZATION", "1")
            .env("CCC_OVERRIDE_OPTIONS", EVERY_DAY_THE_SAME)
            .env("GLIBC_TUNABLES", EVERYWHERE_THE_SAME)
            .env("TMPDIR", temporary.path())
            .envs(self.environment.iter().copied())
            .args(words)
            .current_dir(folder)
            .stdin(Stdio::null());
        #[cfg(unix)]
        if let Some(called) = self.called {
            std::os::unix::process::CommandExt::arg0(&mut command, called);
        }
        let output = command
            .output()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        (output, Asked { program, temporary: temporary.path().into() })
    }
}
