//! Format knowledge stays in schemas: words of formats appear in hand-written code only in drop-in drivers.

use std::collections::BTreeMap;

use super::Finding;
use super::tree::Tree;
use super::words::{self, Form, Word};

const FOLDERS: [&str; 7] = [
    "codegen/src/",
    "codegen/templates/",
    "core/src/",
    "library/src/",
    "rewrite/src/",
    "cli/src/",
    "cli/words/src/",
];

/// Only drivers may know tools.
const DRIVERS: &str = "cli/src/drop_ins/";
const SHARED: &str = "cli/src/drop_ins/llvm_options/";

/// Each in one file with a reason.
const ALLOWED: [(&str, &str, &str); 1] = [("codegen/src/lower/binary/names.rs", "len_decompressed", ACCESSOR)];
const ACCESSOR: &str = "what every version of an envelope says has one name, whatever the fields are called";

pub fn check(tree: &Tree) -> Vec<Finding> {
    let (words, mut findings) = words::collect(tree);
    let is_odd =
        |(word, Word { form, .. }): &(&String, &Word)| *form == Form::Bare && !word.chars().all(is_of_identifier);
    let odd: Vec<&String> = words.iter().filter(is_odd).map(|(word, _)| word).collect();
    for (path, text) in FOLDERS
        .iter()
        .flat_map(|folder| tree.below(folder))
        .filter(|(path, _)| !is_driver(path))
    {
        for (index, line) in without_examples(text) {
            for (word, Word { schema, .. }) in find(line, &words, &odd) {
                if !ALLOWED
                    .iter()
                    .any(|(file, allowed, _)| *file == path && *allowed == word)
                {
                    let text =
                        format!("{word:?} belongs to {schema}: take it from there, or use a made-up word in a test");
                    findings.push(Finding::at(path, index, text));
                }
            }
        }
    }
    findings
}

fn is_driver(path: &str) -> bool {
    let inner = path.strip_prefix(DRIVERS);
    inner.is_some_and(|inner| inner.contains('/')) && !path.starts_with(SHARED)
}

/// From 0; documentation examples show real files.
fn without_examples(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_example = false;
    text.lines().enumerate().filter(move |(_, line)| {
        let line = line.trim_start();
        let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        let fence = doc.is_some_and(|doc| doc.trim_start().starts_with("```"));
        in_example = doc.is_some() && (in_example != fence);
        !in_example
    })
}

/// `odd` contains words that are not identifiers.
fn find<'a>(line: &str, words: &'a BTreeMap<String, Word>, odd: &[&'a String]) -> BTreeMap<&'a String, &'a Word> {
    let of_form = |form, piece: &str| words.get_key_value(piece).filter(|(_, word)| word.form == form);
    let bare = line
        .split(|c| !is_of_identifier(c))
        .filter_map(|piece| of_form(Form::Bare, piece));
    let literal = line
        .split('"')
        .skip(1)
        .filter_map(|piece| of_form(Form::Literal, piece));
    let odd = odd.iter().filter(|word| line.contains(word.as_str()));
    bare.chain(literal)
        .chain(odd.filter_map(|word| words.get_key_value(*word)))
        .collect()
}

fn is_of_identifier(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magic_in_library_is_found() {
        const TEXT: &str = "//! IMAGICAL id\n/// ```\n/// MAGIC\n/// ```\nconst M: &str = \"MAGIC\";\nlet the_content = \"the_content\";\n";
        let schema = (
            "schemas/a.ksy",
            "-container: {}\nseq:\n  - id: id\n    contents: MAGIC\n    -orig-id: M\ninstances: {the_content: {}}\ntypes: {record: {}}\n",
        );
        let tree = Tree::from_texts(&[schema, ("library/src/a.rs", TEXT), ("cli/src/drop_ins/tool/a.rs", TEXT)]);
        let findings: Vec<_> = check(&tree)
            .into_iter()
            .map(|finding| (finding.path, finding.line))
            .collect();
        assert_eq!(findings, [5, 6].map(|line| ("library/src/a.rs".to_owned(), line)));
    }
}
