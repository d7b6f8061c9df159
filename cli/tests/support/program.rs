//! Runs the tool on a command line, and returns output and exit code.
//!
//! Most runs call the tool's function in this process, with their own current folder. Tests of processes start one.

#![expect(clippy::disallowed_methods, reason = "this file is about processes")]

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, ExitStatus, Output};

use offload_bundle_cli::{Surroundings, Terminal};

pub fn offload_bundle() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_offload-bundle"))
}

pub fn command() -> Command {
    Command::new(offload_bundle())
}

pub fn command_by(link: &Path) -> Command {
    let place = |path: &Path| {
        path.canonicalize()
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    assert_eq!(place(link), place(offload_bundle()), "a link to another program");
    Command::new(link)
}

pub fn shell(script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", script]);
    shell
}

pub fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.is_ok_and(|made| made.success()), "mkfifo {}", path.display());
}

pub fn run<W: AsRef<OsStr>>(folder: &Path, words: &[W]) -> Output {
    run_with(folder, &[], words)
}

pub fn run_with<W: AsRef<OsStr>>(folder: &Path, environment: &[(&str, &str)], words: &[W]) -> Output {
    run_as(offload_bundle(), folder, environment, words)
}

pub fn run_as<W: AsRef<OsStr>>(called: &Path, folder: &Path, environment: &[(&str, &str)], words: &[W]) -> Output {
    let words: Vec<&OsStr> = words.iter().map(AsRef::as_ref).collect();
    // Standard input is the process's.
    let reads_standard_input = words.iter().any(|word| word.as_encoded_bytes().ends_with(b"-"));
    if reads_standard_input {
        return start_as(called, folder, environment, &words);
    }
    in_folder(folder, || call(called, environment, &words))
        .unwrap_or_else(|| start_as(called, folder, environment, &words))
}

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

pub fn clean(command: &mut Command) -> &mut Command {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.contains("OFFLOAD_BUNDLE") || text.contains("COMPRESSED_BUNDLE") {
            command.env_remove(&name);
        }
    }
    command
}

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Seconds of processor time, after which a signal ends the run.
    pub processor_time: u32,
    /// KiB of address space, if limited.
    pub address_space: Option<u32>,
}

/// Far more than any test takes: a run above this hangs.
pub const HANGS: Limits = Limits { processor_time: 300, address_space: None };

pub fn run_within<W: AsRef<OsStr>>(limits: Limits, folder: &Path, words: &[W]) -> Output {
    clean(shell(&(limited(limits) + " && exec \"$0\" \"$@\"")).arg(offload_bundle()))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap_or_else(|error| panic!("sh: {error}"))
}

pub fn within(limits: Limits, what: impl FnOnce()) {
    offload_bundle_testing::again::after(&limited(limits), what);
}

fn limited(limits: Limits) -> String {
    let Limits { processor_time, address_space } = limits;
    let memory = address_space.map(within_address_space);
    format!("{}ulimit -t {processor_time}", memory.unwrap_or_default())
}

/// Shell commands that limit the address space to so many KiB.
///
/// The C library reserves 64 MiB for each thread that allocates at the same time as another, and uses few pages: whether two threads
/// collide depends on the day. With a single arena, only the program's allocations count.
pub fn within_address_space(kibibytes: u32) -> String {
    format!("ulimit -v {kibibytes} && export MALLOC_ARENA_MAX=1 && ")
}

pub fn told(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!(
        "{}\nstdout: {}\nstderr: {}",
        output.status,
        text(&output.stdout),
        text(&output.stderr)
    )
}
