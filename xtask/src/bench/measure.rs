//! One run measured: its time, and its peak memory. The system tells a process the peak of its children together, so each run gets
//! a parent of its own: this program again, as `bench --measured COMMAND…`.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};

/// One run.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// From start to end.
    pub time: Duration,
    /// The most memory resident at once, in KiB.
    pub peak: u64,
    /// What it wrote, in bytes.
    pub written: u64,
}

/// Runs `command` in `folder` under a parent of its own.
pub fn in_child(folder: &Path, command: &[String]) -> Result<Run, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program)
        .args(["bench", "--measured"])
        .args(command)
        .current_dir(folder)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.split_whitespace().map(str::parse::<u64>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(nanos)), Some(Ok(peak))) if output.status.success() => {
            Ok(Run { time: Duration::from_nanos(nanos), peak, written: 0 })
        }
        _ => Err(format!("{command:?}: {}", output.status)),
    }
}

/// The parent: runs one command and prints nanoseconds and KiB.
pub fn as_child(command: &[&str]) -> Result<(), String> {
    let (program, words) = command.split_first().ok_or("bench --measured: no command")?;
    let start = Instant::now();
    let status = Command::new(program)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status();
    let time = start.elapsed();
    match status {
        Ok(status) if status.success() => {
            let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
            println!("{} {}", time.as_nanos(), usage.max_rss());
            Ok(())
        }
        Ok(status) => Err(format!("{program}: {status}")),
        Err(error) => Err(format!("{program}: {error}")),
    }
}

/// Whether a program is installed.
pub fn answers(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}
