//! What comes of a change, how far that is asked, and what a failing call says.

use std::process::Output;

/// What came of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The generator refuses it, and says why.
    Refused(String),
    /// What noticed it.
    Noticed(String),
    /// What is generated is the same.
    NoChange,
    /// Nothing notices it.
    Survives,
    /// Nothing noticed it so far, and not all was asked.
    Left,
}

/// How far the judging goes.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    /// To what needs no compiler.
    Interpreted,
    /// To the tests that need core and formats alone.
    Alone,
    /// To the end.
    #[default]
    All,
}

/// The words of a call.
pub fn words(call: &str) -> Vec<String> {
    call.split_whitespace().map(str::to_owned).collect()
}

/// What a run that fails says of it.
pub fn failing(done: &Output) -> Option<String> {
    if done.status.success() {
        return None;
    }
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    let telling = |line: &&str| line.starts_with("error") || line.ends_with("FAILED") || line.contains("panicked at");
    let verdicts = ["fail", "leak", "silent", "crash", "broken", "hang"];
    let case = |line: &&str| verdicts.iter().any(|word| line.starts_with(word));
    let line = said.lines().find(telling).or(said.lines().find(case));
    Some(line.unwrap_or("it fails").trim().chars().take(160).collect())
}
