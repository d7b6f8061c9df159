//! Measures time and peak memory of a run. The system reports the peak of all children of a process, so each run gets its own parent: this
//! program as `bench --measured COMMAND…`.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};

#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// From start to end.
    pub time: Duration,
    /// How long processors worked on it.
    pub processor: Duration,
    /// The most memory resident at once, in KiB.
    pub peak: u64,
    /// Written bytes.
    pub written: u64,
}

impl Run {
    pub fn better(self, other: Self) -> Self {
        Self {
            time: self.time.min(other.time),
            processor: self.processor.min(other.processor),
            peak: self.peak.min(other.peak),
            ..self
        }
    }
}

/// Runs `command` in `folder` with its own parent; it must succeed.
pub fn in_child(folder: &Path, command: &[String]) -> Result<Run, String> {
    in_child_until(folder, command, 0)
}

pub fn in_child_until(folder: &Path, command: &[String], code: i32) -> Result<Run, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program)
        .args(["bench", "--measured"])
        .args(command)
        .current_dir(folder)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers: Result<Vec<u64>, _> = text.split_whitespace().map(str::parse).collect();
    match numbers.as_deref() {
        Ok([nanos, processor, peak, found]) if i32::try_from(*found) == Ok(code) => Ok(Run {
            time: Duration::from_nanos(*nanos),
            processor: Duration::from_micros(*processor),
            peak: *peak,
            written: 0,
        }),
        _ => {
            let words: String = command.join(" ").chars().take(200).collect();
            Err(format!("{words}: expected exit code {code}: {text}"))
        }
    }
}

/// The parent: runs a command and prints nanoseconds, processor microseconds, KiB and exit code.
pub fn as_child(command: &[&str]) -> Result<(), String> {
    let (program, words) = command.split_first().ok_or("bench --measured: no command")?;
    let start = Instant::now();
    let status = Command::new(program)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let time = start.elapsed();
    let status = status.map_err(|error| format!("{program}: {error}"))?;
    let code = status.code().ok_or_else(|| format!("{program}: {status}"))?;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
    let micros = |time: nix::sys::time::TimeVal| time.tv_sec() * 1_000_000 + time.tv_usec();
    let processor = micros(usage.user_time()) + micros(usage.system_time());
    println!("{} {processor} {} {code}", time.as_nanos(), usage.max_rss());
    Ok(())
}

pub fn answers(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}
