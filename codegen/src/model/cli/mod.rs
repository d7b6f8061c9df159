//! The dialect `cli`: commands with their arguments, and the tools whose place the program takes.

mod argument;
mod command;
mod drop_in;

use offload_bundle_core::options as core;

use crate::names::snake;
use crate::problem::Problems;
use crate::prose::one_line;
use crate::reading::{Prose, Reader, Trimmed, Way, mapping, number, table, texts};
use crate::spanned::Spanned;
use crate::yaml::Node;

pub use argument::{Argument, VERSIONED};
pub use command::{Command, Program};
pub use drop_in::{DropIn, DropInOption};

mapping! {
    /// A schema of the dialect `cli`.
    pub struct Spec<'a> as "a schema of the command line" => drop_in::check {
        pub _dialect: String,
        pub _doc: Prose,
        /// The program and its commands.
        pub program: Program<'a> as table,
        /// Options that every one of these tools has, before its own.
        pub common_options: Vec<DropInOption<'a>> as table,
        /// The tools whose place it takes.
        pub drop_ins: Vec<DropIn<'a>> as table,
    }
}

/// Exit codes, each with the name of what it stands for.
pub type ExitCodes<'a> = &'a [(&'a str, core::ExitCode<'a>)];

table! {
    for<'a> core::ExitCode<'a> as "an exit code" {
        code => is_a_code;
        doc;
    } is |_map, _reader| Self { code: <u8 as TryFrom<u64>>::try_from(code).unwrap_or(u8::MAX), doc }
}

table! {
    for<'a> core::Variable<'a> as "an environment variable" {
        name, doc;
    }
}

/// Text in paragraphs, each of them on one line: it is broken to fit where it is shown.
struct Paragraphs;

impl<'a> Way<'a, &'a str> for Paragraphs {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a str> {
        let text = <Trimmed as Way<'a, &str>>::read(node, reader)?;
        let paragraphs: Vec<String> = text.split("\n\n").map(one_line).collect();
        Some(reader.arena.text(&paragraphs.join("\n\n")))
    }

    fn unread() -> Option<&'a str> {
        Some("")
    }
}

/// The texts under `key` in each of `nodes`.
fn all_of<'n>(key: &str, nodes: impl IntoIterator<Item = &'n Node>) -> Vec<Spanned<String>> {
    nodes.into_iter().filter_map(|node| node.text(key)).collect()
}

fn is_a_code(node: &Node, problems: &mut Problems) {
    if let Some(code) = number(node).filter(|code| *code > u8::MAX.into()) {
        let found = format!("the number {code}");
        problems.add(node, "an exit code from 0 to 255", found, "choose a smaller one");
    }
}

/// Exit codes become constants.
fn are_constants(codes: &Node, problems: &mut Problems) {
    for outcome in texts(codes) {
        problems.identifier(&outcome.with(snake(&outcome)), &[]);
    }
}
