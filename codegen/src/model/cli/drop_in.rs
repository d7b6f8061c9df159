//! A replaced tool with LLVM option syntax.

use offload_bundle_core::options::{self as core, Action, Repeats, Shown, Takes};

use super::exit_code::{ExitCodes, Paragraphs, all_of, is_a_constant};
use crate::names::{is_identifier, snake};
use crate::problem::Problems;
use crate::reading::{Maybe, Must, Rows, each, mapping, placeholders, table, texts, words};
use crate::spanned::{Span, Spanned};
use crate::yaml::Node;

const VERSION_NAMES: &[&str] = &["release", "version"];

mapping! {
    pub struct DropIn<'a> as "a drop-in" {
        pub table: core::DropIn<'a> as flatten,
        pub exit_codes: ExitCodes<'a> as (Must<Rows>) => each(is_a_constant),
        pub options: Vec<DropInOption<'a>> as (Must),
        pub differences: Vec<Difference<'a>>,
    }
}

table! {
    for<'a> core::DropIn<'a> {
        name => each(|name, problems| _ = problems.short(name));
        renamed, about, overview, similar = "similar-releases", environment, exit_codes = default,
        options = default;
        doc: Paragraphs;
        version => placeholders(VERSION_NAMES);
        releases: Must;
    }
}

table! {
    for<'a> core::Renamed<'a> as "a new name" {
        to, since;
        version => placeholders(VERSION_NAMES);
    }
}

table! {
    for<'a> core::SimilarRelease<'a> as "a similar release" {
        name, of, doc;
    }
}

mapping! {
    pub struct DropInOption<'a> as "an option" {
        pub table: core::DropInOption<'a> as flatten,
        /// The field of the generated struct, if the option's name is not an identifier.
        pub field: Option<&'a str>,
    }
}

table! {
    for<'a> core::DropInOption<'a> {
        name, positional, required, help, releases;
        takes = flatten: Takes;
        repeats, shown, category, value: Maybe;
    }
}

// A value, or an immediate action.
table! {
    for<'a> Takes {
        takes, does;
    } is |_map, _reader| match (takes, does) {
        (_, Some(action)) => Self::Nothing(action),
        (Some(takes), None) => takes,
        (None, None) => Self::Flag,
    }
}

mapping! {
    pub struct Difference<'a> as "a difference" {
        pub id: &'a str,
        pub theirs: &'a str,
        pub ours: &'a str,
    }
}

words! {
    for Takes as "what the option takes" {
        "flag" => Takes::Flag,
        "text" => Takes::Text,
        "file" => Takes::File,
        "unsigned" => Takes::Unsigned,
        "integer" => Takes::Integer,
    }
}

words! {
    for Action as "an action" {
        "help" => Action::Help { headings: true, hidden: false },
        "help-hidden" => Action::Help { headings: true, hidden: true },
        "help-list" => Action::Help { headings: false, hidden: false },
        "help-list-hidden" => Action::Help { headings: false, hidden: true },
        "version" => Action::Version,
    }
}

words! {
    for Repeats as "which of its values count" {
        "last" => Repeats::Last,
        "all" => Repeats::All,
        "commas" => Repeats::Commas,
    }
}

words! {
    for Shown as "the visibility of the option" {
        "always" => Shown::Always,
        "headings" => Shown::Headings,
        "experts" => Shown::Experts,
        "never" => Shown::Never,
    }
}

pub(super) fn check(schema: &Node, problems: &mut Problems) {
    let common = schema.list("common-options");
    for option in common {
        check_option(option, problems);
        for release in option.list("releases").iter().flat_map(texts) {
            let expected = "no `releases:` for an option that every tool has";
            problems.add_word(&release, expected, "remove it");
        }
    }
    for tool in schema.list("drop-ins") {
        check_tool(tool, problems);
        check_options(tool, common, problems);
    }
}

fn check_tool(tool: &Node, problems: &mut Problems) {
    let releases: Vec<_> = tool.list("releases").iter().flat_map(texts).collect();
    if let Some(place) = tool.get("releases").filter(|releases| releases.items().is_empty()) {
        problems.add(place, "a release", "none", "say which ones there are, oldest first");
    }
    let similar = tool.list("similar-releases");
    problems.unique("a release", releases.iter().chain(&all_of("name", similar)));
    let renamed = tool.get("renamed");
    let since = renamed.and_then(|renamed| renamed.text("since"));
    for release in all_of("of", similar).into_iter().chain(since) {
        problems.one_of(&release, "a release in `releases`", &releases);
    }
    let new_name = renamed.and_then(|renamed| renamed.text("to"));
    problems.unique(
        "a name",
        &tool.text("name").into_iter().chain(new_name).collect::<Vec<_>>(),
    );
    problems.unique("a name", &all_of("id", tool.list("differences")));
    let variables = all_of("name", tool.list("environment"));
    for variable in variables.iter().filter(|name| !is_identifier(&snake(name))) {
        let expected = "a name that is a field name";
        problems.add_word(variable, expected, "use letters, digits and `_` alone");
    }
    problems.unique("a name", &variables);
    for release in tool
        .list("options")
        .iter()
        .flat_map(|option| option.list("releases"))
        .flat_map(texts)
    {
        problems.one_of(&release, "a release in `releases`", &releases);
    }
}

fn check_options(tool: &Node, common: &[Node], problems: &mut Problems) {
    let options = || common.iter().chain(tool.list("options"));
    // At most one positional option.
    let positional = options().filter(|option| option.says("positional"));
    for another in positional.skip(1).filter_map(|option| option.get("positional")) {
        let hint = "give it a name that a command line can say";
        problems.add(another, "one positional option", "another", hint);
    }
    problems.unique("a name", &all_of("name", options()));
    let fields = options()
        .filter(|option| option.get("does").is_none())
        .filter_map(|option| {
            let field = || option.text("name").map(|name| name.with(snake(&name)));
            option.text("field").or_else(field)
        });
    problems.unique("a field", &fields.collect::<Vec<_>>());
    tool.list("options")
        .iter()
        .for_each(|option| check_option(option, problems));
}

fn check_option(option: &Node, problems: &mut Problems) {
    let Some(name) = option.text("name") else { return };
    match (option.text("takes"), option.get("does")) {
        (Some(takes), None) => takes_value(option, &name, &takes, problems),
        (None, Some(_)) => does_at_once(option, &name, problems),
        (None, None) => {
            let hint = "say what it takes, or what it does at once";
            problems.add_missing(name, "`takes:` or `does:`", "neither", hint);
        }
        (Some(takes), Some(_)) => problems.add(takes, "`takes:` or `does:`", "both", "keep one"),
    }
}

fn takes_value(option: &Node, name: &Spanned<String>, takes: &str, problems: &mut Problems) {
    match option.text("field") {
        Some(field) => problems.identifier(&field, &[]),
        None if !is_identifier(&snake(name)) => {
            let expected = "a name that is a field name, or `field:` in addition";
            problems.add_word(name, expected, "add `field:`");
        }
        None => {}
    }
    let is_flag = takes == "flag";
    match option.text("value") {
        None if !is_flag => {
            let hint = "add the placeholder of the help";
            problems.add_missing(name, "`value:` for an option with a value", "none", hint);
        }
        Some(value) if is_flag => problems.add_word(&value, "no `value:` for a flag", "remove it"),
        _ => {}
    }
    let repeats = option.get("repeats");
    if let Some(positional) = option.get("positional").filter(|_| option.says("positional")) {
        if is_flag {
            problems.add(positional, "no `positional:` for a flag", "one", "remove it");
        }
        if let Some(repeats) = repeats {
            problems.add(repeats, "no `repeats:` for a positional option", "one", "remove it");
        }
    }
    let is_last = option.text("repeats").is_some_and(|repeats| repeats.value == "last");
    if let Some(repeats) = repeats.filter(|_| !is_last && !["text", "file"].contains(&takes)) {
        let hint = "remove `repeats:`: the last one counts";
        problems.add(repeats, "an option that takes text or files", "another", hint);
    }
}

fn does_at_once(option: &Node, name: &Spanned<String>, problems: &mut Problems) {
    let positional = option.get("positional").filter(|_| option.says("positional"));
    let keys = [
        ("field", option.get("field").map(AsRef::as_ref)),
        ("value", option.get("value").map(AsRef::as_ref)),
        ("repeats", option.get("repeats").map(AsRef::as_ref)),
        ("positional", positional.map(AsRef::as_ref)),
        ("required", option.says("required").then_some(name.as_ref())),
    ];
    for (key, place) in keys {
        if let Some::<&Span>(place) = place {
            let expected = format!("no `{key}:` for an option that does something");
            problems.add(place, expected, "one", "remove it");
        }
    }
}
