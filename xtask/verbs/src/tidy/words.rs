//! Collects the words of formats from the schemas.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_codegen::spanned::Spanned;
use offload_bundle_codegen::yaml::{Node, Value};

use super::Finding;
use super::tree::Tree;

/// How a word is recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Anywhere.
    Bare,
    /// Only as a whole string literal, because it is also an everyday word.
    Literal,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub form: Form,
    pub schema: String,
}

/// File name or suffix, path (`*`: any key or index, `**`: any number, `@`: the mapping's keys), form, and least length.
type Place = (&'static str, &'static str, Form, usize);

const CONTENTS: &str = "/**/contents";

const PLACES: [Place; 22] = [
    (".ksy", CONTENTS, Form::Bare, 3),
    (".ksy", "/**/seq/*/id", Form::Bare, 8),
    (".ksy", "/**/instances/@", Form::Literal, 8),
    (".ksy", "/**/types/@", Form::Bare, 8),
    (".ksy", "/**/-orig-id", Form::Bare, 9),
    ("text_bundle.yaml", LINE, Form::Bare, 3),
    ("target_id.yaml", "/kinds/*/id", Form::Literal, 3),
    ("target_id.yaml", "/words/*/words/*/*", Form::Literal, 4),
    ("target_id.yaml", "/features/*/id", Form::Bare, 4),
    ("target_id.yaml", "/processors/*/list/*/name", Form::Bare, 4),
    ("target_id.yaml", "/processors/*/list/*/also/*", Form::Literal, 4),
    ("target_id.yaml", "/processors/*/list/*/elf-machine", Form::Bare, 5),
    ("target_id.yaml", "/machines/*/name", Form::Bare, 4),
    ("placement.yaml", "/file-types/*/id", Form::Literal, 2),
    ("placement.yaml", "/contents/*/id", Form::Literal, 5),
    ("placement.yaml", "/file-types/*/with/prefix", Form::Literal, 3),
    ("placement.yaml", "/sections/*/name", Form::Bare, 4),
    ("placement.yaml", "/sections/*/prefix", Form::Bare, 4),
    ("cli.yaml", "/drop-ins/*/name", Form::Bare, 4),
    ("cli.yaml", "/drop-ins/*/options/*/name", Form::Literal, 8),
    ("cli.yaml", "/drop-ins/*/environment/*/name", Form::Bare, 4),
    ("cli.yaml", "/common-options/*/name", Form::Literal, 8),
];

const LINE: &str = "/entry/*/line";

/// They bind a schema to the code.
const BINDING: [&str; 5] = ["does", "dialect", "runs", "sets", "takes"];

/// Their keys are names of the format.
const NAMING: [&str; 3] = ["instances", "types", "enums"];

/// All words that are not in the schema language; and a finding for each path without words.
pub fn collect(tree: &Tree) -> (BTreeMap<String, Word>, Vec<Finding>) {
    let mut words = BTreeMap::new();
    let mut findings = Vec::new();
    let schemas: Vec<(&str, Node)> = tree
        .below("schemas/")
        .filter(|(path, _)| path.ends_with(".ksy") || path.ends_with(".yaml"))
        .filter_map(|(path, text)| Some((path, Node::parse(path, text).ok()?)))
        .collect();
    for (file, pattern, form, least) in PLACES {
        let mut texts = Vec::new();
        let chosen: Vec<_> = schemas.iter().filter(|(path, _)| path.ends_with(file)).collect();
        // Operations know only the layout of a plain format: code may depend on its magic, not on its fields.
        let tells = |node: &Node| file != ".ksy" || pattern == CONTENTS || is_worked_on(node);
        for (path, node) in chosen.iter().filter(|(_, node)| tells(node)) {
            visit(node, &mut |at, text| {
                if matches(pattern, at) {
                    // Braces enclose names of values in a line.
                    let words = text.split(|c| pattern == LINE && c == ' ');
                    let words = words.filter(|word| pattern != LINE || !word.starts_with('{'));
                    texts.extend(words.map(|word| (word.to_owned(), (*path).to_owned())));
                }
            });
        }
        if texts.is_empty() && !chosen.is_empty() {
            findings.push(Finding::whole(
                "xtask/verbs/src/tidy/words.rs",
                format!("no schema {file} has {pattern}: update the place of its words"),
            ));
        }
        let long = texts.into_iter().filter(|(text, _)| text.len() >= least);
        words.extend(long.map(|(text, schema)| {
            // A name without digits, such as a generic processor, may be an everyday word.
            let everyday =
                pattern.ends_with("/name") && !text.contains(|c: char| c.is_ascii_digit() || c == '-' || c == '_');
            let form = if everyday { Form::Literal } else { form };
            (text, Word { form, schema })
        }));
    }
    let language: BTreeSet<String> = schemas.iter().flat_map(|(_, node)| language(node)).collect();
    words.retain(|text, word: &mut Word| word.form == Form::Bare || !language.contains(text));
    (words, findings)
}

/// Keys, and binding values.
fn language(node: &Node) -> Vec<String> {
    match &node.value {
        Value::List(items) => items.iter().flat_map(language).collect(),
        Value::Map(members) => {
            let of_member = |(key, member): &(Spanned<String>, Node)| {
                let mut words = language(member);
                if let Value::Map(named) = &member.value
                    && NAMING.contains(&key.as_str())
                {
                    words = named.iter().flat_map(|(_, inner)| language(inner)).collect();
                }
                match &member.value {
                    Value::Text(text) if BINDING.contains(&key.as_str()) => words.push(text.clone()),
                    _ => {}
                }
                words.push(key.value.clone());
                words
            };
            members.iter().flat_map(of_member).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether operations do more than print.
fn is_worked_on(schema: &Node) -> bool {
    ["-container", "-envelope"].iter().any(|key| schema.get(key).is_some())
}

/// Calls `see` with every text and mapping key, keys after `@`.
fn visit(node: &Node, see: &mut impl FnMut(&str, &str)) {
    match &node.value {
        Value::Text(text) => see(&node.span.path, text),
        Value::List(items) => items.iter().for_each(|item| visit(item, see)),
        Value::Map(members) => {
            let of_keys = format!("{}/@", node.span.path);
            for (key, member) in members {
                see(&of_keys, key);
                visit(member, see);
            }
        }
        _ => {}
    }
}

fn matches(pattern: &str, path: &str) -> bool {
    fn steps(pattern: &[&str], path: &[&str]) -> bool {
        match (pattern, path) {
            ([], []) => true,
            (["**", rest @ ..], _) => {
                steps(rest, path) || path.split_first().is_some_and(|(_, path)| steps(pattern, path))
            }
            ([first, rest @ ..], [step, path @ ..]) => (*first == "*" || first == step) && steps(rest, path),
            _ => false,
        }
    }
    steps(
        &pattern.split('/').collect::<Vec<_>>(),
        &path.split('/').collect::<Vec<_>>(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_take_one_step_or_any_number() {
        assert!(matches("/**/seq/*/id", "/seq/0/id"));
        assert!(matches("/**/seq/*/id", "/types/entry/seq/12/id"));
        assert!(!matches("/**/seq/*/id", "/types/entry/seq/12/id/0"));
        assert!(!matches("/kinds/*", "/kinds"));
    }

    #[test]
    fn magic_is_format_word() {
        let tree = Tree::from_texts(&[(
            "schemas/a.ksy",
            "-container: {}\nseq:\n  - id: num_records\n    contents: MAGIC\n    -orig-id: M\ninstances: {the_content: {}, rest: {}}\n\
             types: {some_record: {instances: {its_part: {}}}}\n",
        )]);
        let (words, findings) = collect(&tree);
        assert_eq!(
            words.keys().collect::<Vec<_>>(),
            ["MAGIC", "its_part", "num_records", "some_record", "the_content"]
        );
        assert_eq!(findings, []);
    }

    #[test]
    fn fields_of_plain_formats_are_excluded() {
        let plain = ("schemas/b.ksy", "seq:\n  - id: num_rows\n    contents: PLAIN\n");
        let worked_on = (
            "schemas/a.ksy",
            "-envelope: {}\nseq:\n  - id: num_records\n    contents: MAGIC\n    -orig-id: M\ninstances: {part: {}}\ntypes: {one: {}}\n",
        );
        let (words, findings) = collect(&Tree::from_texts(&[plain, worked_on]));
        assert_eq!(words.keys().collect::<Vec<_>>(), ["MAGIC", "PLAIN", "num_records"]);
        assert_eq!(findings, []);
    }
}
