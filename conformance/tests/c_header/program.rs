//! Compiles and runs the C program for each available machine.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use offload_bundle_testing::{skip, tools};

use crate::question::Question;

/// A compiler, its arguments and its emulator.
struct Machine {
    name: &'static str,
    compiler: &'static str,
    words: &'static [&'static str],
    emulator: Option<&'static str>,
}

/// The first is the host.
const MACHINES: &[Machine] = &[
    Machine { name: "this machine, as C99", compiler: "cc", words: &["-std=c99"], emulator: None },
    Machine { name: "32 bits", compiler: "cc", words: &["-std=c99", "-m32"], emulator: None },
    Machine {
        name: "the other byte order",
        compiler: "s390x-linux-gnu-gcc",
        words: &["-std=c99", "-static"],
        emulator: Some("qemu-s390x"),
    },
];
/// Memory and arithmetic checks, if the compiler supports them.
const CHECKED: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"];
/// An emulator gets every fifth question.
const EMULATED: usize = 5;
const WARNINGS: &[&str] = &["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-O1"];

/// A running program.
pub struct Program {
    pub name: &'static str,
    /// Asks every nth question, because emulators are slow.
    pub every: usize,
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
    _folder: tempfile::TempDir,
}

/// Starts a program for each installed compiler.
pub fn programs() -> Vec<Program> {
    if !tools::needed("cc") {
        return Vec::new();
    }
    MACHINES.iter().filter_map(Program::start).collect()
}

impl Program {
    fn start(machine: &Machine) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let program = compiled(machine, folder.path())?;
        let mut command = Command::new(
            machine
                .emulator
                .map_or_else(|| program.as_os_str(), |emulator| emulator.as_ref()),
        );
        command.args(machine.emulator.map(|_| &program));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (questions, answers) = (
            child.stdin.take().unwrap(),
            BufReader::new(child.stdout.take().unwrap()),
        );
        let every = if machine.emulator.is_some() { EMULATED } else { 1 };
        Some(Self { name: machine.name, every, child, questions, answers, _folder: folder })
    }

    pub fn ask(&mut self, question: &Question) -> String {
        self.questions.write_all(&framed(question)).unwrap();
        self.questions.flush().unwrap();
        let mut answer = String::new();
        loop {
            let before = answer.len();
            let read = self.answers.read_line(&mut answer).unwrap();
            assert!(
                read > 0,
                "{}: the program ends at {question}, after {answer}",
                self.name
            );
            if answer.get(before..) == Some(".\n") {
                answer.truncate(before);
                return answer;
            }
        }
    }
}

/// The question in the program's input format.
fn framed(question: &Question) -> Vec<u8> {
    let (first, second) = question.pieces();
    let mut framed = vec![question.letter()];
    for piece in std::iter::once(first).chain((question.letter() == b'v').then_some(second)) {
        framed.extend(u32::try_from(piece.len()).unwrap().to_le_bytes());
        framed.extend_from_slice(piece);
    }
    framed
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Compiles the program in `folder`; `None` without a compiler or emulator.
fn compiled(machine: &Machine, folder: &Path) -> Option<PathBuf> {
    let is_here = machine.emulator.is_none_or(tools::optional) && tools::optional(machine.compiler);
    if !is_here {
        return None;
    }
    let empty = folder.join("empty.c");
    std::fs::write(&empty, "#include <stdio.h>\nint main(void) { return 0; }\n").unwrap();
    let checked = if machine.emulator.is_none() { CHECKED } else { &[] };
    let program = folder.join("shown");
    let compiles = |words: &[&str], source: &Path| {
        let mut command = Command::new(machine.compiler);
        let command = command
            .args(machine.words)
            .args(words)
            .arg(source)
            .arg("-o")
            .arg(&program);
        command.output().unwrap()
    };
    if !compiles(&[], &empty).status.success() {
        skip(format_args!(
            "{} {:?} compiles nothing here",
            machine.compiler, machine.words
        ));
        return None;
    }
    let with_checks = compiles(checked, &empty).status.success();
    if !with_checks {
        skip(format_args!(
            "{} {:?} lacks sanitizers",
            machine.compiler, machine.words
        ));
    }
    let include = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../generated/c");
    let mut words = [WARNINGS, &[include]].concat();
    words.extend(checked.iter().filter(|_| with_checks));
    let source = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/c_header/shown.c"));
    let output = compiles(&words, source);
    assert!(
        output.status.success(),
        "{}: {}",
        machine.name,
        String::from_utf8_lossy(&output.stderr)
    );
    Some(program)
}
