//! How a run of a program ended.

use std::fmt;

use super::answer::Breakdown;

/// How a run ended.
#[derive(Debug)]
pub struct Ended {
    /// Its exit code; nothing where a signal ended it.
    pub code: Option<i32>,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// What it said.
    pub stderr: String,
    /// What it did instead of ending as programs should.
    pub breakdown: Option<Breakdown>,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.breakdown, self.code) {
            (Some(Breakdown::Crash(how)), _) => writeln!(f, "crash: {how}")?,
            (Some(Breakdown::Hang), _) => writeln!(f, "no end within the time limit")?,
            (_, Some(code)) => writeln!(f, "exit code {code}")?,
            (_, None) => writeln!(f, "ended by a signal")?,
        }
        let stdout = String::from_utf8_lossy(&self.stdout);
        // What follows the first lines is the trace of a crash, with addresses of this run.
        stdout
            .lines()
            .chain(self.stderr.lines())
            .take(LINES)
            .try_for_each(|line| writeln!(f, "{line}"))
    }
}

/// The most lines that are shown of what a program printed and said.
const LINES: usize = 6;
