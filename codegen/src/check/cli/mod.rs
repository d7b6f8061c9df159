//! What is wrong with a schema of the command line, beyond its shape: one rule a file.

mod commands;
mod drop_in;
mod exit_codes;
mod json;
mod messages;
mod sets;

use crate::mapping::nearest;
use crate::model::cli::{Spec, Word};
use crate::problem::{Problem, Problems};

/// Every problem of `spec`.
pub fn check(spec: &Spec) -> Vec<Problem> {
    let mut problems = Problems::new(&spec.file);
    commands::check(spec, &mut problems);
    json::check(spec, &mut problems);
    sets::check(spec, &mut problems);
    exit_codes::check(spec, &mut problems);
    for tool in &spec.drop_ins {
        drop_in::check(tool, &mut problems);
        messages::check(tool, &mut problems);
    }
    problems.into_sorted()
}

/// `word` must be one of `known`, which are `what`.
fn one_of(word: &Word, what: &str, known: &[&str], problems: &mut Problems) -> bool {
    if known.contains(&word.text.as_str()) {
        return true;
    }
    let hint = match nearest(&word.text, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there is: {}", known.join(", ")),
    };
    problems.add(&word.at, what, format!("`{}`", word.text), hint);
    false
}

/// No two of `words` may be the same.
fn unique<'w>(words: impl Iterator<Item = &'w Word>, what: &str, problems: &mut Problems) {
    let mut seen: Vec<&Word> = Vec::new();
    for word in words {
        if let Some(first) = seen.iter().find(|first| first.text == word.text) {
            let hint = format!("the other one is in line {}", first.at.line);
            problems.add(
                &word.at,
                format!("{what} that is not taken"),
                format!("`{}` again", word.text),
                hint,
            );
        }
        seen.push(word);
    }
}
