//! What is said of an argument fits together, and names what it can name.

use crate::model::cli::Argument;
use crate::names::{is_identifier, snake};
use crate::problem::Problems;

pub(super) fn check(argument: &Argument, problems: &mut Problems) {
    if let Some(short) = &argument.short {
        if argument.positional {
            problems.add_word(short, "no letter for a positional argument", "remove `short:`");
        } else if short.chars().count() != 1 {
            problems.add_word(short, "one letter", "choose one");
        }
    }
    if let Some(default) = &argument.default {
        if argument.required {
            problems.add_word(default, "no `default:` beside `required: true`", "keep one of them");
        }
        if argument.default_doc.is_some() {
            let hint = "remove it: the help shows the default";
            problems.add(default, "no `default-doc:` beside `default:`", "one", hint);
        }
        if !argument.choices.is_empty() && !argument.choices.iter().any(|choice| choice.value == default.value) {
            problems.add_word(default, "one of the `choices:`", "add it to them, or choose another");
        }
    }
    problems.unique("a choice", &argument.choices);
    if argument.help.trim().lines().count() > 1 {
        problems.add(&argument.help, "help of one line", "several", "say the rest in `doc:`");
    }
    if argument.required && argument.rare {
        let hint = "remove `rare:`: the short help shows what is always needed";
        problems.add(&argument.name, "no `rare:` beside `required: true`", "both", hint);
    }
    if argument.value_optional && argument.positional {
        let expected = "a positional argument with its value";
        let hint = "remove `value-optional:`";
        problems.add(&argument.name, expected, "one whose value is optional", hint);
    }
    if argument.value.is_none() {
        has_no_value(argument, problems);
    }
}

/// A flag has nothing that makes sense of a value alone.
fn has_no_value(argument: &Argument, problems: &mut Problems) {
    let of_values = [
        ("positional", argument.positional),
        ("value-optional", argument.value_optional && !argument.positional),
        ("negative", argument.negative),
        ("completes", argument.completes.is_some()),
        ("choices", !argument.choices.is_empty()),
        ("repeats", argument.repeats),
        ("default", argument.default.is_some()),
    ];
    for (key, _) in of_values.iter().filter(|(_, said)| *said) {
        let expected = format!("`value:` beside `{key}:`");
        let hint = format!("say what stands for the value in the help, or remove `{key}:`");
        problems.add_missing(&argument.name, expected, "none", hint);
    }
}

/// What an argument of an operation sets is a field, perhaps in other fields.
pub(super) fn sets_a_field(argument: &Argument, problems: &mut Problems) {
    match &argument.sets {
        None => {
            let hint = "say which field of the operation's request it sets";
            problems.add_missing(&argument.name, "`sets:`", "none", hint);
        }
        Some(sets) if !sets.split('.').all(is_identifier) => {
            problems.add_word(sets, "names of fields with a dot between them", "write `outer.inner`");
        }
        Some(_) => {}
    }
}

/// What the program itself is given is under the argument's name.
pub(super) fn sets_nothing(argument: &Argument, problems: &mut Problems) {
    if let Some(sets) = &argument.sets {
        let expected = "no `sets:` for an argument of the program itself";
        let hint = "remove it: what is given stands under the argument's name";
        problems.add_word(sets, expected, hint);
    }
}

/// The argument's name can be that of a field.
pub(super) fn names_a_field(argument: &Argument, problems: &mut Problems) {
    if !is_identifier(&snake(&argument.name)) {
        problems.add_word(&argument.name, "a name that can be that of a field", "choose another");
    }
}
