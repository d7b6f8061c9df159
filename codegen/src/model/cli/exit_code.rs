//! Common parts of programs and drop-ins.

use offload_bundle_core::options as core;

use crate::names::snake;
use crate::problem::Problems;
use crate::prose::one_line;
use crate::reading::{Reader, Trimmed, Way, number, table};
use crate::spanned::Spanned;
use crate::yaml::Node;

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

/// Each on one line without its heading `# …`; output wraps them.
pub(super) struct Paragraphs;

impl<'a> Way<'a, &'a str> for Paragraphs {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a str> {
        let text = <Trimmed as Way<'a, &str>>::read(node, reader)?;
        let paragraphs: Vec<String> = text.split("\n\n").map(paragraph).collect();
        Some(reader.arena.text(&paragraphs.join("\n\n")))
    }

    fn unread() -> Option<&'a str> {
        Some("")
    }
}

pub(super) fn all_of<'n>(key: &str, nodes: impl IntoIterator<Item = &'n Node>) -> Vec<Spanned<String>> {
    nodes.into_iter().filter_map(|node| node.text(key)).collect()
}

fn is_a_code(node: &Node, problems: &mut Problems) {
    if let Some(code) = number(node).filter(|code| *code > u8::MAX.into()) {
        let found = format!("the number {code}");
        problems.add(node, "an exit code from 0 to 255", found, "choose a smaller one");
    }
}

pub(super) fn is_a_constant(outcome: &Spanned<String>, problems: &mut Problems) {
    problems.identifier(&outcome.with(snake(outcome)), &[]);
}

/// After its heading, if any.
fn paragraph(text: &str) -> String {
    match text.split_once('\n') {
        Some((heading, rest)) if heading.starts_with("# ") => format!("{heading}\n{}", one_line(rest)),
        _ => one_line(text),
    }
}
