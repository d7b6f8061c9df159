//! Our program as a user has it: the words of a command line in, output and exit code out.
//!
//! Most runs are calls of the function that the program is, in this process, with a current folder of their own. What is about processes
//! starts one.

#![expect(clippy::disallowed_methods, reason = "this file is about processes")]

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, ExitStatus, Output};

use offload_bundle_cli::{Surroundings, Terminal};

/// The program, as cargo built it with these tests.
pub fn offload_bundle() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_offload-bundle"))
}

/// The program, to be started in a process of its own.
pub fn command() -> Command {
    Command::new(offload_bundle())
}

/// The same, by a link to it.
pub fn command_by(link: &Path) -> Command {
    let place = |path: &Path| {
        path.canonicalize()
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    assert_eq!(place(link), place(offload_bundle()), "a link to another program");
    Command::new(link)
}

/// A shell that runs `script`.
pub fn shell(script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", script]);
    shell
}

/// Makes a pipe with a name.
pub fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.is_ok_and(|made| made.success()), "mkfifo {}", path.display());
}

/// Runs our program in `folder`, with nothing of this shell's settings for it.
pub fn run<W: AsRef<OsStr>>(folder: &Path, words: &[W]) -> Output {
    run_with(folder, &[], words)
}

/// The same, with these environment variables.
pub fn run_with<W: AsRef<OsStr>>(folder: &Path, environment: &[(&str, &str)], words: &[W]) -> Output {
    run_as(offload_bundle(), folder, environment, words)
}

/// The same, called by the name `called`.
pub fn run_as<W: AsRef<OsStr>>(called: &Path, folder: &Path, environment: &[(&str, &str)], words: &[W]) -> Output {
    let words: Vec<&OsStr> = words.iter().map(AsRef::as_ref).collect();
    // Standard input is that of the process.
    let reads_standard_input = words.iter().any(|word| word.as_encoded_bytes().ends_with(b"-"));
    if reads_standard_input {
        return start_as(called, folder, environment, &words);
    }
    in_folder(folder, || call(called, environment, &words))
        .unwrap_or_else(|| start_as(called, folder, environment, &words))
}

/// As [`run`], in a process of its own.
pub fn start<W: AsRef<OsStr>>(folder: &Path, words: &[W]) -> Output {
    let words: Vec<&OsStr> = words.iter().map(AsRef::as_ref).collect();
    start_as(offload_bundle(), folder, &[], &words)
}

fn start_as(called: &Path, folder: &Path, environment: &[(&str, &str)], words: &[&OsStr]) -> Output {
    let mut command = command();
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, called);
    clean(&mut command)
        .args(words)
        .envs(environment.iter().copied())
        .current_dir(folder)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", called.display()))
}

/// The function that the program is.
fn call(called: &Path, environment: &[(&str, &str)], words: &[&OsStr]) -> Output {
    let words = std::iter::once(called.as_os_str()).chain(words.iter().copied());
    let words: Vec<OsString> = words.map(OsStr::to_owned).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let variable = |name: &str| {
        let given = environment.iter().find(|(given, _)| *given == name);
        given.map(|(_, value)| OsString::from(value))
    };
    let code = offload_bundle_cli::run(
        &words,
        &mut Surroundings {
            out: &mut stdout,
            err: &mut stderr,
            out_terminal: Terminal::default(),
            err_terminal: Terminal::default(),
            variable: &variable,
        },
    );
    Output { status: exited(code), stdout, stderr }
}

#[cfg(unix)]
fn exited(code: u8) -> ExitStatus {
    std::os::unix::process::ExitStatusExt::from_raw(i32::from(code) << 8)
}

#[cfg(windows)]
fn exited(code: u8) -> ExitStatus {
    std::os::windows::process::ExitStatusExt::from_raw(u32::from(code))
}

/// Calls `act` with `folder` as the current folder of this thread and of those that it starts. Nothing where a thread cannot have one of
/// its own.
#[cfg(target_os = "linux")]
fn in_folder<T>(folder: &Path, act: impl FnOnce() -> T) -> Option<T> {
    use nix::sched::{CloneFlags, unshare};
    thread_local! {
        static IS_APART: bool = unshare(CloneFlags::CLONE_FS).is_ok();
    }
    if !IS_APART.with(|apart| *apart) {
        return None;
    }
    std::env::set_current_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let result = act();
    std::env::set_current_dir(env!("CARGO_MANIFEST_DIR")).unwrap_or_else(|error| panic!("{error}"));
    Some(result)
}

#[cfg(not(target_os = "linux"))]
fn in_folder<T>(_folder: &Path, _act: impl FnOnce() -> T) -> Option<T> {
    None
}

/// Takes this shell's settings for bundlers away from `command`.
pub fn clean(command: &mut Command) -> &mut Command {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.contains("OFFLOAD_BUNDLE") || text.contains("COMPRESSED_BUNDLE") {
            command.env_remove(&name);
        }
    }
    command
}

/// What a program may use up. Whatever else the machine does, the same run stays within the same limits.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Seconds of processor time. A run that takes more is ended by a signal.
    pub processor_time: u32,
    /// KiB of address space, if that is limited. There is no memory beyond it.
    pub address_space: Option<u32>,
}

/// Far more than any run of a test takes: one that takes more hangs.
pub const HANGS: Limits = Limits { processor_time: 300, address_space: None };

/// Runs our program in a process of its own in `folder` within `limits`, with nothing of this shell's settings for it.
pub fn run_within<W: AsRef<OsStr>>(limits: Limits, folder: &Path, words: &[W]) -> Output {
    clean(shell(&(limited(limits) + " && exec \"$0\" \"$@\"")).arg(offload_bundle()))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap_or_else(|error| panic!("sh: {error}"))
}

/// Does `what`, which is all of the test that calls this, in one process of its own within `limits`.
pub fn within(limits: Limits, what: impl FnOnce()) {
    offload_bundle_testing::again::after(&limited(limits), what);
}

/// What a shell does before it runs a program within `limits`.
fn limited(limits: Limits) -> String {
    let Limits { processor_time, address_space } = limits;
    let memory = address_space.map(within_address_space);
    format!("{}ulimit -t {processor_time}", memory.unwrap_or_default())
}

/// What a shell does before it runs a program within so many KiB of address space.
///
/// The C library sets 64 MiB of it aside for each thread that allocates while another does, and uses a few pages of these: whether two
/// threads meet depends on the day. With one arena for all of them, what counts is what the program asks for.
pub fn within_address_space(kibibytes: u32) -> String {
    format!("ulimit -v {kibibytes} && export MALLOC_ARENA_MAX=1 && ")
}

/// What a program printed, and how it ended, for messages.
pub fn told(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!(
        "{}\nstdout: {}\nstderr: {}",
        output.status,
        text(&output.stdout),
        text(&output.stderr)
    )
}
