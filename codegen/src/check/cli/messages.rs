//! Every text that the driver prints is given, none is given that it does not print, and the names in a text have values.

use crate::ir::vocabulary::{BUNDLER_TEXTS, OPTION_TEXTS, Text};
use crate::mapping::nearest;
use crate::model::cli::{DropIn, Word};
use crate::problem::Problems;

/// Names that may stand in the answer to a question for the version.
const VERSION_NAMES: &[&str] = &["style", "version"];

pub(super) fn check(tool: &DropIn, problems: &mut Problems) {
    let texts: Vec<&Text> = OPTION_TEXTS.iter().chain(BUNDLER_TEXTS).collect();
    for (key, word) in &tool.messages {
        match texts.iter().find(|(name, _)| *name == key.text) {
            Some((_, names)) => check_names(word, names, problems),
            None => {
                let known: Vec<&str> = texts.iter().map(|(name, _)| *name).collect();
                let hint = match nearest(&key.text, &known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "remove it: nothing prints it".to_owned(),
                };
                let path = &word.at.path;
                problems.add_at(
                    key.line,
                    key.column,
                    path,
                    "a text of the driver",
                    format!("`{}`", key.text),
                    hint,
                );
            }
        }
    }
    for (name, _) in texts {
        if !tool.messages.iter().any(|(key, _)| key.text == *name) {
            let expected = format!("the text `{name}`");
            problems.add(&tool.messages_at, expected, "none", format!("add `{name}:`"));
        }
    }
    check_names(&tool.version, VERSION_NAMES, problems);
}

/// Each `{name}` in the text must be one of `names`.
fn check_names(word: &Word, names: &[&str], problems: &mut Problems) {
    let mut rest = word.text.as_str();
    while let Some((name, tail)) = rest.split_once('{').and_then(|(_, after)| after.split_once('}')) {
        if !names.contains(&name) {
            let hint = if names.is_empty() {
                "this text has no names in braces".to_owned()
            } else {
                format!("it can have: {}", names.join(", "))
            };
            problems.add(&word.at, "a name that has a value here", format!("`{{{name}}}`"), hint);
        }
        rest = tail;
    }
}
