//! The options of a tool take what they set, and their words are known.

use super::{one_of, unique};
use crate::ir::vocabulary::{ACTIONS, BUNDLER_ENVIRONMENT, BUNDLER_OPTIONS, DRIVERS, SHOWN, TAKES};
use crate::model::cli::{DropIn, ToolOption};
use crate::problem::Problems;

pub(super) fn check(tool: &DropIn, problems: &mut Problems) {
    one_of(&tool.runs, "a driver of the runtime", DRIVERS, problems);
    unique(tool.options.iter().map(|option| &option.name), "a name", problems);
    unique(
        tool.differences.iter().map(|difference| &difference.id),
        "a name",
        problems,
    );
    unique(
        tool.environment.iter().map(|variable| &variable.name),
        "a name",
        problems,
    );
    let categories: Vec<&str> = tool.categories.iter().map(|(key, _)| key.text.as_str()).collect();
    for option in &tool.options {
        one_of(&option.category, "a category of this tool", &categories, problems);
        if let Some(shown) = &option.shown {
            one_of(shown, "where the option is shown", SHOWN, problems);
        }
        if one_of(&option.takes, "what the option takes", TAKES, problems) {
            effect(option, problems);
        }
    }
    let once = tool.options.iter().filter(|option| option.takes.text != "flag");
    unique(once.filter_map(|option| option.sets.as_ref()), "a field", problems);
    unique(
        tool.environment.iter().map(|variable| &variable.sets),
        "a field",
        problems,
    );
    for variable in &tool.environment {
        one_of(
            &variable.sets,
            "a field of the driver's environment",
            BUNDLER_ENVIRONMENT,
            problems,
        );
    }
}

/// An option sets a field that holds what it takes, or it is an action and does something.
fn effect(option: &ToolOption, problems: &mut Problems) {
    let takes = option.takes.text.as_str();
    if takes == "action" {
        match &option.does {
            Some(does) => {
                one_of(does, "an action", ACTIONS, problems);
            }
            None => problems.add(&option.takes.at, "`does:` for an action", "none", "say what it does"),
        }
        if let Some(sets) = &option.sets {
            problems.add(
                &sets.at,
                "no `sets:` for an action",
                format!("`{}`", sets.text),
                "remove it",
            );
        }
        return;
    }
    if let Some(does) = &option.does {
        let hint = "remove it, or write `takes: action`";
        problems.add(&does.at, "`does:` only for an action", format!("`{}`", does.text), hint);
    }
    let Some(sets) = &option.sets else {
        problems.add(
            &option.name.at,
            "`sets:` for an option",
            "none",
            "say which field it sets",
        );
        return;
    };
    let fields: Vec<&str> = BUNDLER_OPTIONS.iter().map(|(field, _)| *field).collect();
    if one_of(sets, "a field of the driver's options", &fields, problems) {
        let needs = BUNDLER_OPTIONS.iter().find(|(field, _)| *field == sets.text);
        if let Some((_, needs)) = needs.filter(|(_, needs)| *needs != takes) {
            let expected = format!("`takes: {needs}`, which the field `{}` holds", sets.text);
            problems.add(
                &option.takes.at,
                expected,
                format!("`{takes}`"),
                format!("write `takes: {needs}`"),
            );
        }
    }
}
