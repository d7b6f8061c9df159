//! Our program, as a user has it: built once, found beside the tests, run to its end.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The program, built if it is not fresh. Panics where it cannot be built: no test can go on then.
pub fn offload_bundle() -> &'static Path {
    static PROGRAM: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    match PROGRAM.get_or_init(build) {
        Ok(program) => program,
        Err(error) => panic!("offload-bundle cannot be built: {error}"),
    }
}

/// A test runs as `TARGET/PROFILE/deps/NAME`; the program stands in `TARGET/PROFILE`.
fn build() -> Result<PathBuf, String> {
    let test = std::env::current_exe().map_err(|error| error.to_string())?;
    let profile = test
        .ancestors()
        .nth(2)
        .ok_or("the test does not stand in a target folder")?;
    let target = profile.parent().ok_or("the test does not stand in a target folder")?;
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["build", "--quiet", "--locked", "--package", "offload-bundle-cli", "--target-dir"])
        .arg(target);
    if profile.ends_with("release") {
        cargo.arg("--release");
    }
    let status = cargo
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .map_err(|error| error.to_string())?;
    if status.success() {
        Ok(profile.join("offload-bundle"))
    } else {
        Err(status.to_string())
    }
}

/// Runs our program in `folder`, with nothing of this shell's settings for it.
pub fn run<W: AsRef<OsStr>>(folder: &Path, words: &[W]) -> Output {
    run_with(folder, &[], words)
}

/// The same, with these environment variables.
pub fn run_with<W: AsRef<OsStr>>(folder: &Path, environment: &[(&str, &str)], words: &[W]) -> Output {
    clean(&mut Command::new(offload_bundle()))
        .args(words)
        .envs(environment.iter().copied())
        .current_dir(folder)
        .output()
        .unwrap_or_else(|error| panic!("offload-bundle: {error}"))
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

/// Runs our program in `folder` within `limits`, with nothing of this shell's settings for it.
pub fn run_within<W: AsRef<OsStr>>(limits: Limits, folder: &Path, words: &[W]) -> Output {
    let memory = limits
        .address_space
        .map(|kibibytes| format!("ulimit -v {kibibytes} && "));
    let line = format!(
        "ulimit -t {} && {}exec \"$0\" \"$@\"",
        limits.processor_time,
        memory.unwrap_or_default()
    );
    clean(Command::new("sh").args(["-c", &line]).arg(offload_bundle()))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap_or_else(|error| panic!("sh: {error}"))
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
