//! Outcomes of a mutant, and messages of failing calls.

use std::process::Output;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MutantOutcome {
    Refused(String),
    Noticed(String),
    /// The generated files are equal.
    NoChange,
    Survives,
    /// Unnoticed so far; not all judges were asked.
    Left,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Without a compiler.
    Interpreted,
    /// With tests of core and formats only.
    Alone,
    #[default]
    All,
}

pub fn words(call: &str) -> Vec<String> {
    call.split_whitespace().map(str::to_owned).collect()
}

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
