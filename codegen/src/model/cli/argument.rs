//! Arguments of commands.

use offload_bundle_core::options::{self as core, Completion};

use super::exit_code::Paragraphs;
use crate::names::{is_identifier, snake};
use crate::problem::Problems;
use crate::reading::{Maybe, Read, Reader, Way, mapping, table, texts, words};
use crate::yaml::{Node, Value};

pub(super) const SHARED: &str = "an argument of `shared-arguments:`";

mapping! {
    pub struct Argument<'a> as "an argument" => lists_versions {
        pub table: core::Argument<'a> as flatten,
        /// The path of the request field, with dots. Arguments of the program itself use the argument's name.
        pub sets: Option<&'a str>,
    }
}

table! {
    for<'a> core::Argument<'a> {
        name, positional, value_optional, negative, choices, repeats, required, help, rare, short;
        value, completes, required_unless, conflicts, needs, default, default_doc: Maybe;
        doc: Maybe<Paragraphs>;
    }
}

words! {
    for Completion as "what a shell completes the value with" {
        "files" => Completion::Files,
        "folders" => Completion::Folders,
    }
}

pub const VERSIONED: &str = "a binary format with versions";
const BEGINS: &str = "{versions of ";

fn lists_versions(argument: &Node, problems: &mut Problems) {
    if let (Some(name), Some(help)) = (argument.text("name"), argument.text("help")) {
        let formats = help
            .split(BEGINS)
            .skip(1)
            .map(|rest| rest.split('}').next().unwrap_or_default());
        problems.are_outside(VERSIONED, formats.map(|format| name.with(format.to_owned())).collect());
    }
}

/// Inline arguments, or names of shared arguments.
pub(super) struct OwnOrShared;

impl<'a> Way<'a, Vec<Argument<'a>>> for OwnOrShared {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Vec<Argument<'a>>> {
        let Value::List(items) = &node.value else {
            return Read::read(node, reader);
        };
        let program = reader.root.get("program").unwrap_or(node);
        let arguments = items
            .iter()
            .filter_map(|item| Read::read(follow(item, program)?, reader));
        Some(arguments.collect())
    }

    fn absent() -> Option<Vec<Argument<'a>>> {
        Some(Vec::new())
    }
}

pub(super) fn is_name(node: &Node) -> bool {
    matches!(node.value, Value::Text(_))
}

pub(super) fn follow<'n>(node: &'n Node, program: &'n Node) -> Option<&'n Node> {
    let Value::Text(name) = &node.value else {
        return Some(node);
    };
    let mut shared = program.list("shared-arguments").iter();
    shared.find(|shared| shared.text("name").is_some_and(|known| known.value == *name))
}

pub(super) fn check(argument: &Node, problems: &mut Problems) {
    let (has, says) = (|key| argument.get(key).is_some(), |key| argument.says(key));
    if let Some(short) = argument.text("short") {
        if says("positional") {
            problems.add_word(&short, "no letter for a positional argument", "remove `short:`");
        } else if short.chars().count() != 1 {
            problems.add_word(&short, "one letter", "choose one");
        }
    }
    let choices: Vec<_> = argument.list("choices").iter().flat_map(texts).collect();
    if let Some(default) = argument.text("default") {
        if says("required") {
            problems.add_word(&default, "no `default:` with `required: true`", "keep one");
        }
        if has("default-doc") {
            let hint = "remove it: the help shows the default";
            problems.add(&default, "no `default-doc:` with `default:`", "one", hint);
        }
        if !choices.is_empty() && choices.iter().all(|choice| choice.value != default.value) {
            problems.add_word(&default, "a value from `choices:`", "add it to them, or choose another");
        }
    }
    problems.unique("a choice", &choices);
    if let Some(help) = argument.text("help").filter(|help| help.trim().lines().count() > 1) {
        problems.add(help, "help of one line", "several", "say the rest in `doc:`");
    }
    let Some(name) = argument.get("name") else { return };
    if says("required") && says("rare") {
        let hint = "remove `rare:`: the short help shows what is always needed";
        problems.add(name, "no `rare:` with `required: true`", "both", hint);
    }
    if says("value-optional") && says("positional") {
        let (expected, hint) = ("a positional argument with its value", "remove `value-optional:`");
        problems.add(name, expected, "an argument with an optional value", hint);
    }
    // These keys need a value.
    let of_values = [
        ("positional", says("positional")),
        ("value-optional", says("value-optional") && !says("positional")),
        ("negative", says("negative")),
        ("completes", has("completes")),
        ("choices", !argument.list("choices").is_empty()),
        ("repeats", says("repeats")),
        ("default", has("default")),
    ];
    for (key, _) in of_values.iter().filter(|(_, said)| *said && !has("value")) {
        let hint = format!("add the placeholder of the help, or remove `{key}:`");
        problems.add_missing(name, format!("`value:` together with `{key}:`"), "none", hint);
    }
}

pub(super) fn sets_a_field(argument: &Node, problems: &mut Problems) {
    match (argument.text("sets"), argument.get("name")) {
        (None, Some(name)) => {
            let hint = "say which field of the operation's request it sets";
            problems.add_missing(name, "`sets:`", "none", hint);
        }
        (Some(sets), _) if !sets.split('.').all(is_identifier) => {
            problems.add_word(&sets, "names of fields with a dot between them", "write `outer.inner`");
        }
        _ => {}
    }
}

pub(super) fn sets_nothing(argument: &Node, problems: &mut Problems) {
    if let Some(sets) = argument.text("sets") {
        let expected = "no `sets:` for an argument of the program itself";
        let hint = "remove it; the value has the name of the argument";
        problems.add_word(&sets, expected, hint);
    }
}

pub(super) fn names_a_field(argument: &Node, problems: &mut Problems) {
    if let Some(name) = argument.text("name").filter(|name| !is_identifier(&snake(name))) {
        problems.add_word(&name, "a name that is a field name", "choose another");
    }
}
