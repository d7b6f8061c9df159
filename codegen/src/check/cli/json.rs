//! Every command that runs something says what it prints as JSON, key by key.

use crate::model::cli::{Command, Json, Spec};
use crate::problem::Problems;

/// Stands for any keys.
const ANY: &str = "*";

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    // Where JSON cannot be asked for, there is nothing to say.
    if spec
        .program
        .arguments
        .iter()
        .any(|argument| argument.name.value == "json")
    {
        check_commands(&spec.program.commands, problems);
    }
}

fn check_commands(commands: &[Command], problems: &mut Problems) {
    for command in commands {
        match (command.runs.as_ref().or(command.does.as_ref()), &command.json) {
            (Some(_), None) => {
                let hint = "say what it prints where JSON is asked for";
                problems.add_missing(&command.name, "`json:` for a command that runs something", "none", hint);
            }
            (None, Some(_)) => {
                let hint = "give it to its commands";
                problems.add(&command.name, "no `json:` for a command that runs nothing", "one", hint);
            }
            (_, Some(json)) => check_keys(json, problems),
            (None, None) => {}
        }
        check_commands(&command.commands, problems);
    }
}

/// What a key is in has been told before it, and `*` ends one.
fn check_keys(json: &Json, problems: &mut Problems) {
    let mut known: Vec<&str> = Vec::new();
    for (key, _) in json.keys.iter() {
        let mut parts = key.split('.').rev().skip(1);
        if key.split('.').any(str::is_empty) || parts.any(|part| part == ANY) {
            let expected = "names with a dot between them, `*` at the end at most";
            problems.add_word(key, expected, "write `outer.inner`");
        } else if let Some((outer, _)) = key.rsplit_once('.')
            && !known.contains(&outer)
        {
            let hint = format!("say before what `{outer}` is");
            problems.add_word(key, "a key in one that has been told", hint);
        }
        known.push(key);
    }
}
