//! The options of a tool take what they set, and their words are known.

use crate::model::cli::{DropIn, ToolOption};
use crate::names::{one_of, unique};
use crate::problem::Problems;
use crate::vocabulary::{ACTIONS, BUNDLER_ENVIRONMENT, BUNDLER_OPTIONS, DRIVERS, SHOWN, TAKES};

pub(super) fn check(tool: &DropIn, problems: &mut Problems) {
    one_of(&tool.runs, "a driver of the runtime", DRIVERS, problems);
    unique("a name", tool.options.iter().map(|option| &option.name), problems);
    unique(
        "a name",
        tool.differences.iter().map(|difference| &difference.id),
        problems,
    );
    unique(
        "a name",
        tool.environment.iter().map(|variable| &variable.name),
        problems,
    );
    for option in tool.options.iter() {
        let categories = tool.categories.iter().map(|(name, _)| name.as_str());
        one_of(&option.category, "a category of this tool", categories, problems);
        if let Some(shown) = &option.shown {
            one_of(shown, "where the option is shown", SHOWN, problems);
        }
        if one_of(&option.takes, "what the option takes", TAKES, problems) {
            effect(option, problems);
        }
    }
    let once = tool.options.iter().filter(|option| option.takes.value != "flag");
    unique("a field", once.filter_map(|option| option.sets.as_ref()), problems);
    unique(
        "a field",
        tool.environment.iter().map(|variable| &variable.sets),
        problems,
    );
    for variable in &tool.environment {
        let what = "a field of the driver's environment";
        one_of(&variable.sets, what, BUNDLER_ENVIRONMENT, problems);
    }
}

/// An option sets a field that holds what it takes, or it is an action and does something.
fn effect(option: &ToolOption, problems: &mut Problems) {
    let takes = &option.takes;
    if takes.value == "action" {
        match &option.does {
            Some(does) => {
                one_of(does, "an action", ACTIONS, problems);
            }
            None => problems.add(takes, "`does:` for an action", "none", "say what it does"),
        }
        if let Some(sets) = &option.sets {
            problems.add_word(sets, "no `sets:` for an action", "remove it");
        }
        return;
    }
    if let Some(does) = &option.does {
        problems.add_word(
            does,
            "`does:` only for an action",
            "remove it, or write `takes: action`",
        );
    }
    let Some(sets) = &option.sets else {
        problems.add(&option.name, "`sets:` for an option", "none", "say which field it sets");
        return;
    };
    one_of(
        sets,
        "a field of the driver's options",
        BUNDLER_OPTIONS.iter().map(|(field, _)| *field),
        problems,
    );
    let field = BUNDLER_OPTIONS.iter().find(|(field, _)| *field == sets.value);
    if let Some((field, needs)) = field.filter(|(_, needs)| *needs != takes.value) {
        let expected = format!("`takes: {needs}`, which the field `{field}` holds");
        problems.add_word(takes, expected, format!("write `takes: {needs}`"));
    }
}
