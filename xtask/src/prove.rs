//! `prove`: what takes minutes, in copies of the repository that are compiled anew: changed schemas change what the tool does, and whatever
//! the generator accepts compiles and keeps its laws.

use std::process::ExitCode;

use crate::cargo::{self, cargo};

pub(crate) fn run(words: &[&str]) -> Result<ExitCode, String> {
    let mut tests = cargo("test", "xtask-verbs");
    tests.args(["--test", "proof", "--test", "schemas", "--"]).args(words);
    cargo::run(tests)
}
