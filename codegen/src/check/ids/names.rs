//! Names that become Rust names are fit for it, and no name stands for two things.

use crate::check::text::names::KEYWORDS;
use crate::model::ids::{Spec, Text};
use crate::problem::Problems;

/// Checks every name that the grammar gives.
pub fn check(spec: &Spec, problems: &mut Problems) {
    let rules = spec.rules.iter().map(|rule| &rule.id);
    for text in [&spec.id].into_iter().chain(rules) {
        lower_case(text, &["input", "tables"], problems);
    }
    let parts = spec.parts.iter().map(|part| &part.id);
    for text in parts.chain([&spec.roles.target]) {
        lower_case(text, &["triple", "features"], problems);
    }
    for text in spec.types.iter().map(|name| &name.name).chain([&spec.type_name]) {
        let mut chars = text.text.chars();
        if !(chars.next().is_some_and(|c| c.is_ascii_uppercase()) && chars.all(|c| c.is_ascii_alphanumeric())) {
            spelled(text, "a type's name, such as `TargetId`", problems);
        }
    }
    once("a part", spec.parts.iter().map(|part| &part.id), problems);
    once("a kind", spec.kinds.iter().map(|kind| &kind.id), problems);
    once("a feature", spec.features.iter().map(|feature| &feature.id), problems);
    once("a content", spec.contents.iter().map(|content| &content.id), problems);
    once("a style", spec.styles.iter().map(|style| &style.id), problems);
    let rules = spec.composition.iter().map(|rule| &rule.id);
    once(
        "a rule",
        rules.chain(spec.compatibility.iter().map(|rule| &rule.id)),
        problems,
    );
    for table in &spec.words {
        once("a word of the table", table.words.iter().flatten(), problems);
    }
    let processors = spec.processors.iter().flat_map(|group| &group.list);
    once(
        "a processor",
        processors.flat_map(|processor| [&processor.name].into_iter().chain(&processor.also)),
        problems,
    );
}

/// Checks a name that becomes one of a function or a field; `taken` are those that generated code needs for itself.
fn lower_case(text: &Text, taken: &[&str], problems: &mut Problems) {
    let mut chars = text.text.chars();
    let fit = chars.next().is_some_and(|c| c.is_ascii_lowercase())
        && chars.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !fit {
        spelled(text, "a name of small letters, digits and `_`", problems);
    }
    if taken.contains(&text.text.as_str()) || KEYWORDS.split(' ').any(|keyword| keyword == text.text) {
        spelled(
            text,
            "a name that neither Rust nor the generated code needs itself",
            problems,
        );
    }
}

fn spelled(text: &Text, expected: &str, problems: &mut Problems) {
    let found = format!("`{}`", text.text);
    problems.add_at(
        text.line,
        text.column,
        &text.path,
        expected,
        found,
        "it becomes a name in Rust",
    );
}

fn once<'t>(what: &str, texts: impl Iterator<Item = &'t Text>, problems: &mut Problems) {
    let mut known: Vec<&Text> = Vec::new();
    for text in texts {
        if let Some(first) = known.iter().find(|first| first.text == text.text) {
            problems.add_at(
                text.line,
                text.column,
                &text.path,
                format!("{what} that is not named before"),
                format!("`{}` again", text.text),
                format!("it stands in line {} too", first.line),
            );
        }
        known.push(text);
    }
}
