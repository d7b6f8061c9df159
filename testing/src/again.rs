//! Runs the calling test again in a new process.

#![expect(clippy::disallowed_methods, reason = "a shell limits what a process may use")]

use std::env;
use std::process::Command;
use std::thread;

/// Set in the process that [`after`] starts.
const INSIDE: &str = "OFFLOAD_BUNDLE_TEST_INSIDE";

/// Does `what`, the body of the calling test, in a process that a shell starts after `setup`, such as `ulimit -t 60`.
pub fn after(setup: &str, what: impl FnOnce()) {
    if env::var_os(INSIDE).is_some() {
        return what();
    }
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("{setup} && exec \"$0\" \"$@\"")])
        .arg(this());
    run(shell.env(INSIDE, "1"));
}

/// The program of the calling test.
pub fn this() -> std::path::PathBuf {
    env::current_exe().unwrap_or_else(|error| panic!("the current test program: {error}"))
}

/// Runs the calling test with `program`, which is [`this`] or starts it. A program without that test succeeds too: one test must pass.
pub fn run(program: &mut Command) {
    let thread = thread::current();
    let name = thread.name().filter(|name| *name != "main");
    let name =
        name.unwrap_or_else(|| panic!("a test that runs again is in a thread of its own: without --test-threads=1"));
    program.args(["--exact", name, "--nocapture", "--test-threads=1"]);
    let output = program.output().unwrap_or_else(|error| panic!("{program:?}: {error}"));
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(
        output.status.success() && stdout.contains("test result: ok. 1 passed; 0 failed; 0 ignored;"),
        "{program:?}: {}\nstdout: {stdout}\nstderr: {stderr}",
        output.status
    );
}
