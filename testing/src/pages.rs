//! Runs the commands of a page of documentation and compares the outputs that it shows.
//!
//! - `console` blocks: each line after `$ ` is a command, followed by its output.
//! - `sh` blocks: commands without output.
//! - Code spans that begin with `offload-bundle ` in text and in tables: commands too. A word in capitals (`help COMMAND`) is a placeholder.
//! - A block after "Save this as `NAME`" is a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::root;

/// These are not run.
const SHOWN: [&str; 9] = ["c", "cpp", "js", "json", "python", "rust", "text", "toml", "yaml"];
const MARK: &str = "====\n";
/// Folders of the repository that the commands of pages name.
const FOLDERS: [&str; 3] = ["conformance", "generated", "library"];

/// The needs of a command, which decide the test that runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// A shell, with the programs that all systems have, and `cc`.
    Shell,
    /// The tool, under any of its names.
    Tool,
    /// LLVM's tools.
    Llvm,
    /// The program of the conformance suite.
    Suite,
    /// A checkout of the repository, and cargo.
    Checkout,
    /// The network, or an editor: no test runs it.
    Nothing,
    /// Python with the module.
    Python,
}

impl Needs {
    /// Returns the needs of `command`.
    pub fn of(command: &str) -> Self {
        match command.split(' ').next().unwrap_or_default() {
            "git" | "docker" | "rustup" | "$EDITOR" => Self::Nothing,
            "cargo"
                if ["cargo install", "cargo +nightly"]
                    .iter()
                    .any(|start| command.starts_with(start)) =>
            {
                Self::Nothing
            }
            "cargo" => Self::Checkout,
            "python" | "python3" | "pip" => Self::Python,
            "offload-bundle-conformance" => Self::Suite,
            _ if command.contains("llvm-") && command.contains("-22 ")
                || command.contains("clang-offload-bundler-22 ") =>
            {
                Self::Llvm
            }
            _ if ["offload-bundle ", "tools/", "tools-19/"]
                .iter()
                .any(|name| command.contains(name)) =>
            {
                Self::Tool
            }
            _ => Self::Shell,
        }
    }
}

/// A page of documentation.
pub struct Page {
    /// Its path below the root of the repository.
    pub path: String,
    /// Its text.
    pub text: String,
}

enum Part<'t> {
    Text(&'t str),
    Block { language: &'t str, code: &'t str, file: Option<&'t str> },
}

impl Page {
    /// Reads the page at `path` below the root of the repository.
    pub fn read(path: &str) -> Self {
        let text = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        Self { path: path.to_owned(), text }
    }

    /// README.md, CONTRIBUTING.md and the pages below `docs/` that are written by hand.
    pub fn all() -> Vec<Self> {
        let mut paths = vec!["CONTRIBUTING.md".to_owned(), "README.md".to_owned()];
        for folder in ["docs", "docs/concepts", "docs/guides", "docs/internals", "docs/reference"] {
            let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            paths.extend(
                names
                    .filter(|name| name.ends_with(".md"))
                    .map(|name| format!("{folder}/{name}")),
            );
        }
        paths.sort();
        paths.iter().map(|path| Self::read(path)).collect()
    }

    fn parts(&self) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        let mut before = "";
        for (number, part) in self.text.split("```").enumerate() {
            if number % 2 == 0 {
                parts.push(Part::Text(part));
                before = part;
            } else {
                let (language, code) = part.split_once('\n').unwrap_or((part, ""));
                let saved = before.rsplit_once("Save this as `");
                let file = saved.and_then(|(_, name)| name.split_once('`'));
                let file = file.filter(|(_, rest)| !rest.contains("\n\n\n") && rest.matches("\n\n").count() <= 1);
                parts.push(Part::Block { language, code, file: file.map(|(name, _)| name) });
            }
        }
        parts
    }

    /// The blocks of code in `language` that the page does not save as a file.
    pub fn blocks(&self, language: &str) -> Vec<&str> {
        let parts = self.parts().into_iter();
        parts
            .filter_map(|part| match part {
                Part::Block { language: found, code, file: None } if found == language => Some(code),
                _ => None,
            })
            .collect()
    }

    /// The commands of `sh` and `console` blocks, and those in code spans, in their order.
    pub fn commands(&self) -> Vec<String> {
        let mut commands = Vec::new();
        for part in self.parts() {
            match part {
                Part::Text(text) => commands.extend(spans(text)),
                Part::Block { language: "sh", code, .. } => {
                    let whole = code.replace("\\\n", " ");
                    commands.extend(
                        whole
                            .lines()
                            .map(|line| line.split(" # ").next().unwrap_or_default().trim().to_owned()),
                    );
                }
                Part::Block { language: "console", code, .. } => {
                    commands.extend(
                        code.lines()
                            .filter_map(|line| line.strip_prefix("$ "))
                            .map(str::to_owned),
                    );
                }
                Part::Block { .. } => {}
            }
        }
        commands.retain(|command| !command.is_empty());
        commands
    }

    /// Prints [`MARK`] before and after each output on the page.
    fn script(&self, needs: &[Needs]) -> String {
        let runs = |command: &str| needs.contains(&Needs::of(command));
        let mut script = "set -e\n".to_owned();
        for part in self.parts() {
            match part {
                Part::Text(text) => {
                    for command in spans(text).filter(|command| command.starts_with("offload-bundle ") && runs(command))
                    {
                        let command = without_placeholders(&command);
                        script.push_str(&format!("{}{{ {command}\n}} > /dev/null\n", announced(&command)));
                    }
                }
                Part::Block { code, file: Some(name), .. } => {
                    script.push_str(&format!(
                        "mkdir -p \"$(dirname '{name}')\"\ncat > '{name}' <<'END OF FILE'\n{code}END OF FILE\n"
                    ));
                }
                Part::Block { language: "sh", code, .. } => {
                    for line in code.lines().filter(|line| runs(line)) {
                        script.extend([line, "\n"]);
                    }
                }
                Part::Block { language: "console", code, .. } => {
                    for command in code
                        .lines()
                        .filter_map(|line| line.strip_prefix("$ "))
                        .filter(|line| runs(line))
                    {
                        script.push_str(&format!(
                            "{}echo {MARK}{{ {command}\n}} 2>&1\necho {MARK}",
                            announced(command)
                        ));
                    }
                }
                Part::Block { language, code, .. } => {
                    assert!(
                        SHOWN.contains(&language),
                        "{}: a block in {language:?} is not tested: use sh, console, or {SHOWN:?}",
                        self.path
                    );
                    let hides = code.lines().find(|line| language == "text" && line.starts_with("$ "));
                    assert!(hides.is_none(), "{}: {hides:?} is not run: use console", self.path);
                }
            }
        }
        script
    }

    /// A shell in `folder`, with the folders of `programs` before `PATH`.
    #[expect(clippy::disallowed_methods, reason = "commands of pages are lines of a shell")]
    pub fn shell(folder: &Path, programs: &[&Path]) -> Command {
        let mut paths: Vec<PathBuf> = programs.iter().map(|path| path.to_path_buf()).collect();
        paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        let paths = std::env::join_paths(paths).unwrap_or_else(|error| panic!("PATH: {error}"));
        let mut shell = Command::new("sh");
        shell.current_dir(folder).env("PATH", paths).env("HOME", folder);
        shell
    }

    /// Whether the commands change files of a checkout, so that they run in a copy of the repository.
    pub fn changes_checkout(&self) -> bool {
        ["write-a-schema.md", "first-change.md"]
            .iter()
            .any(|name| self.path.ends_with(name))
    }

    /// Whether the page shows an output for the first of `needs`.
    pub fn has_console(&self, needs: &[Needs]) -> bool {
        let mut consoles = self.parts().into_iter().filter_map(|part| match part {
            Part::Block { language: "console", code, .. } => Some(code),
            _ => None,
        });
        let is_run = |line: &str| {
            line.strip_prefix("$ ")
                .is_some_and(|command| needs.first() == Some(&Needs::of(command)))
        };
        consoles.any(|code| code.lines().any(is_run))
    }

    /// Runs the commands with these needs in `shell`, in order.
    ///
    /// Panics if a command fails, or if the page shows another output. With `BLESS=1`, writes the output into the page.
    pub fn run(&self, needs: &[Needs], mut shell: Command) {
        let output = shell.args(["-c", &self.script(needs)]).output();
        let output = output.unwrap_or_else(|error| panic!("sh: {error}"));
        assert!(output.status.success(), "{}: {}", self.path, told(&output));
        let text = self.with_outputs(needs, &String::from_utf8_lossy(&output.stdout));
        if text != self.text && std::env::var_os("BLESS").is_some() {
            fs::write(root().join(&self.path), &text).unwrap_or_else(|error| panic!("{}: {error}", self.path));
        } else if let Some((new, old)) = text.lines().zip(self.text.lines()).find(|(new, old)| new != old) {
            panic!(
                "{} shows other outputs: BLESS=1 writes them\nshown: {old}\nprinted: {new}",
                self.path
            );
        } else {
            assert!(
                text == self.text,
                "{} shows other outputs at its end: BLESS=1 writes them",
                self.path
            );
        }
    }

    /// Links the folders that pages name into `folder`.
    #[cfg(unix)]
    pub fn link_folders(folder: &Path) {
        for name in FOLDERS {
            std::os::unix::fs::symlink(root().join(name), folder.join(name))
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }

    fn with_outputs(&self, needs: &[Needs], printed: &str) -> String {
        let mut printed = printed.split(MARK).skip(1).step_by(2);
        let mut page = String::new();
        for (index, part) in self.text.split("```").enumerate() {
            if index > 0 {
                page.push_str("```");
            }
            let Some(block) = part.strip_prefix("console\n").filter(|_| index % 2 == 1) else {
                page.push_str(part);
                continue;
            };
            page.push_str("console\n");
            let mut runs = false;
            for line in block.lines() {
                if let Some(command) = line.strip_prefix("$ ") {
                    runs = needs.contains(&Needs::of(command));
                    page.extend([line, "\n", if runs { printed.next().unwrap_or_default() } else { "" }]);
                } else if !runs {
                    page.extend([line, "\n"]);
                }
            }
        }
        page
    }
}

/// They start with a program of ours, each as one line.
fn spans(text: &str) -> impl Iterator<Item = String> {
    let programs = ["offload-bundle ", "offload-bundle-conformance ", "cargo "];
    let spans = text.split('`').skip(1).step_by(2).map(|span| span.replace('\n', " "));
    spans.filter(move |span| programs.iter().any(|name| span.starts_with(name)))
}

/// With a placeholder, the help of its subcommand.
fn without_placeholders(command: &str) -> String {
    let is_placeholder =
        |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase() || "_…".contains(c));
    let command = command.replace("\\|", "|");
    match command.split(' ').any(is_placeholder) {
        true => {
            let words = command
                .split(' ')
                .skip(1)
                .find(|word| !is_placeholder(word) && *word != "help");
            format!("offload-bundle help {}", words.unwrap_or_default())
        }
        false => command,
    }
}

/// On standard error, so that a failure follows its command.
fn announced(command: &str) -> String {
    format!("cat >&2 <<'END OF COMMAND'\n$ {command}\nEND OF COMMAND\n")
}

fn told(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}\n{}\n{}", output.status, text(&output.stdout), text(&output.stderr))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Page {
        Page { path: "page.md".to_owned(), text: text.to_owned() }
    }

    fn run(text: &str) {
        let folder = crate::scratch();
        page(text).run(&[Needs::Shell, Needs::Tool], Page::shell(folder.path(), &[]));
    }

    #[test]
    fn shown_outputs_are_compared() {
        run("```sh\necho a > f\n```\n```console\n$ cat f\na\n$ cargo build\nnot run\n$ echo b\nb\n```\n");
    }

    #[test]
    #[should_panic(expected = "shows other outputs")]
    fn other_outputs_fail() {
        run("```console\n$ echo a\nb\n```\n");
    }

    #[test]
    #[should_panic(expected = "$ offload-bundle no-such-command")]
    fn failing_command_in_a_table_fails() {
        run("| task | `offload-bundle no-such-command x` |\n");
    }

    #[test]
    #[should_panic(expected = "is not run")]
    fn command_in_a_text_block_fails() {
        run("```text\n$ echo a\n```\n");
    }

    #[test]
    fn saved_blocks_are_files() {
        run("Save this as `d/f`:\n\n```c\nint a;\n```\n\n```console\n$ cat d/f\nint a;\n```\n");
    }

    #[test]
    fn placeholders_ask_for_help() {
        assert_eq!(
            without_placeholders("offload-bundle help COMMAND"),
            "offload-bundle help "
        );
        assert_eq!(
            without_placeholders("offload-bundle list FILE"),
            "offload-bundle help list"
        );
        assert_eq!(
            without_placeholders("offload-bundle list a.so"),
            "offload-bundle list a.so"
        );
    }
}
