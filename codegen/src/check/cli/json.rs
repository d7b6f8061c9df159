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
        .any(|argument| argument.sets.text == "json")
    {
        check_commands(&spec.program.commands, problems);
    }
}

fn check_commands(commands: &[Command], problems: &mut Problems) {
    for command in commands {
        match (&command.runs, &command.json) {
            (Some(_), None) => problems.add(
                &command.name.at,
                "`json:` for a command that runs something",
                "none",
                "say what it prints where JSON is asked for",
            ),
            (None, Some(_)) => problems.add(
                &command.name.at,
                "no `json:` for a command that runs nothing",
                "one",
                "give it to its commands",
            ),
            (_, Some(json)) => check_keys(json, problems),
            (None, None) => {}
        }
        check_commands(&command.commands, problems);
    }
}

/// What a key is in has been told before it, and `*` ends one.
fn check_keys(json: &Json, problems: &mut Problems) {
    let mut known: Vec<&str> = Vec::new();
    for (key, _) in &json.keys {
        let found = format!("`{}`", key.text);
        let mut parts = key.text.split('.').rev().skip(1);
        if key.text.split('.').any(str::is_empty) || parts.any(|part| part == ANY) {
            let expected = "names with a dot between them, `*` at the end at most";
            problems.add(&key.at, expected, found, "write `outer.inner`");
        } else if let Some((outer, _)) = key.text.rsplit_once('.')
            && !known.contains(&outer)
        {
            let hint = format!("say before what `{outer}` is");
            problems.add(&key.at, "a key in one that has been told", found, hint);
        }
        known.push(&key.text);
    }
}
