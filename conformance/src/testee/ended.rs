//! The result of a program.

use std::fmt;

use super::answer::Breakdown;

/// The result of a program.
#[derive(Debug)]
pub struct Ended {
    /// Its exit code; `None` after a signal.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: String,
    /// The failure, if it did not end normally.
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
        // Later lines are a stack trace, and its addresses change with each run.
        stdout
            .lines()
            .chain(self.stderr.lines())
            .take(LINES)
            .try_for_each(|line| writeln!(f, "{line}"))
    }
}

const LINES: usize = 6;
