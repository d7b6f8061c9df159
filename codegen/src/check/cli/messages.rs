//! Every text that the driver prints is given, none is given that it does not print, and the names in a text have values.

use crate::model::cli::DropIn;
use crate::names::{one_of, placeholders};
use crate::problem::Problems;
use crate::vocabulary::{BUNDLER_TEXTS, OPTION_TEXTS, Text};

/// Names that may stand in the answer to a question for the version.
const VERSION_NAMES: &[&str] = &["style", "version"];

pub(super) fn check(tool: &DropIn, problems: &mut Problems) {
    let texts: Vec<&Text> = OPTION_TEXTS.iter().chain(BUNDLER_TEXTS).collect();
    for (name, message) in tool.messages.iter() {
        one_of(
            name,
            "a text of the driver",
            texts.iter().map(|(known, _)| *known),
            problems,
        );
        if let Some((_, names)) = texts.iter().find(|(known, _)| *known == name.value) {
            placeholders(message, names, problems);
        }
    }
    for (name, _) in texts {
        if !tool.messages.iter().any(|(given, _)| given.value == *name) {
            problems.add_missing(
                &tool.messages,
                format!("the text `{name}`"),
                "none",
                format!("add `{name}:`"),
            );
        }
    }
    placeholders(&tool.version, VERSION_NAMES, problems);
}
