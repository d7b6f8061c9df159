//! The commands that read or write files, from the command-line tables, so that tests cover new ones.

// Each test uses what it is about.
#![allow(dead_code)]

use std::collections::BTreeSet;

use offload_bundle_cli_definitions::{clang_offload_bundler, clang_offload_packager, commands};
use offload_bundle_core::options::Command;

const OUTPUTS: [&str; 2] = ["output", "dir"];
const INPUTS: [&str; 4] = ["file", "files", "entries", "image"];

fn with(arguments: &[&str]) -> BTreeSet<&'static str> {
    let takes = |command: &Command<'_>| {
        command
            .arguments
            .iter()
            .any(|argument| arguments.contains(&argument.name))
    };
    let commands = commands::PROGRAM.commands.iter().filter(|command| takes(command));
    let drop_ins = [clang_offload_bundler::DROP_IN.name, clang_offload_packager::DROP_IN.name];
    commands.map(|command| command.name).chain(drop_ins).collect()
}

pub fn writing() -> BTreeSet<&'static str> {
    with(&OUTPUTS)
}

pub fn reading() -> BTreeSet<&'static str> {
    with(&INPUTS)
}

pub fn all_have_a_line<'l>(commands: &BTreeSet<&'static str>, lines: impl IntoIterator<Item = &'l str>) {
    let lines: BTreeSet<&str> = lines.into_iter().filter_map(|line| line.split(' ').next()).collect();
    let forgotten: Vec<&&str> = commands.iter().filter(|command| !lines.contains(**command)).collect();
    assert!(forgotten.is_empty(), "nothing is asked of {forgotten:?}");
}
