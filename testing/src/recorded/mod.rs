//! What real tools did, by tool, arguments and digests of the files they were given.
//!
//! A tool answers from `cli/tests/recorded/`, whether it is installed or not: a question that is not recorded fails. `cargo xtask record`
//! asks the installed tools instead and writes these files; with `--check` it says where they differ from what is committed.

#![expect(clippy::disallowed_methods, reason = "tools are asked here")]

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

/// Has clang leave out of what it makes the time, and the folder that it is called in.
const EVERY_DAY_THE_SAME: &str = "# +-mno-incremental-linker-compatible +-ffile-compilation-dir=.";

/// Some tools read memory that they have not written. What is there depends on which functions the C library takes for the processor: these
/// are for processors without AVX-512, which every machine can take.
const EVERYWHERE_THE_SAME: &str = "glibc.cpu.hwcaps=-AVX512F,-AVX512VL";
/// How a tool that is called where it is installed is called in an answer that is read where it is not.
const IN_PLACE: &str = "/usr/bin";

/// Whether the tools themselves are asked, and their answers noted.
pub fn is_recording() -> bool {
    lines::notes().is_some()
}

/// Whether tools answer at all: not where `OFFLOAD_BUNDLE_RECORD` is `off`.
pub fn is_on() -> bool {
    lines::count() || is_recording()
}

thread_local! {
    /// Whether the test that runs in this thread asks tools themselves.
    static ASKS_LIVING: Cell<bool> = const { Cell::new(false) };
}

/// From now on the running test asks tools themselves: nothing that they answer is recorded. Only while others are; returns whether they are.
/// Panics if the test is not in the list of those that ask, by which `cargo xtask record --check` finds them.
pub(crate) fn ask_living() -> bool {
    if is_recording() {
        asking::note();
        ASKS_LIVING.set(true);
    } else {
        assert!(
            asking::is_listed(),
            "this test asks real tools, and is not listed as one that does: run `cargo xtask record`"
        );
    }
    is_recording()
}

/// A real tool, and how it is called.
#[derive(Debug, Clone)]
pub struct Tool<'t> {
    name: &'t str,
    called: Option<&'t Path>,
    in_place: bool,
    environment: &'t [(&'t str, &'t str)],
}

/// What an answer depends on.
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
    /// The program `name`, as a shell finds it.
    pub fn new(name: &'t str) -> Self {
        Self { name, called: None, in_place: false, environment: &[] }
    }

    /// The same, called by this name.
    #[must_use]
    pub fn called_as(self, called: &'t Path) -> Self {
        Self { called: Some(called), ..self }
    }

    /// The same, called by the path of the file that it is, behind all links: so it uses the other tools of its own release.
    #[must_use]
    pub fn in_place(self) -> Self {
        Self { in_place: true, ..self }
    }

    /// The same, with these environment variables.
    #[must_use]
    pub fn with(self, environment: &'t [(&'t str, &'t str)]) -> Self {
        Self { environment, ..self }
    }

    /// Does in `folder` what the tool did when it was run there on `words`. Panics if that is not recorded. While answers are recorded, the
    /// tool runs itself; panics if what it does cannot be recorded, unless the test asks living tools.
    pub fn run(&self, folder: &Path, words: &[&str]) -> Output {
        let before = Snapshot::take(folder);
        let Self { name, called, in_place, environment } = *self;
        let question = Question { tool: name, called, in_place, environment, words, folder: &before };
        // The parts of a question are texts and numbers, which have a form in JSON.
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

    /// Where the program is said to be that repeats an answer.
    fn stand_in(&self) -> PathBuf {
        Path::new(IN_PLACE).join(self.name)
    }

    /// Runs the tool itself.
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
        // Some tools leave folders behind where temporary files are.
        let temporary = crate::scratch();
        let mut command = Command::new(&program);
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.contains("OFFLOAD_BUNDLE") || text.contains("COMPRESSED_BUNDLE") {
                command.env_remove(&name);
            }
        }
        // What a tool says of its own crash is of no use, and takes it most of a second.
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
