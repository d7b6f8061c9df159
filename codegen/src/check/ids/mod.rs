//! What is wrong with an ID grammar.

mod code_objects;
mod names;
mod placeholders;
mod progress;
mod recursion;
mod references;
mod signs;

use crate::mapping::nearest;
use crate::model::ids::{Spec, Text};
use crate::problem::{Problem, Problems};

/// The problems of one grammar.
pub fn all(spec: &Spec) -> Vec<Problem> {
    let mut problems = Problems::new(&spec.file);
    names::check(spec, &mut problems);
    references::check(spec, &mut problems);
    recursion::check(spec, &mut problems);
    progress::check(spec, &mut problems);
    placeholders::check(spec, &mut problems);
    signs::check(spec, &mut problems);
    code_objects::check(spec, &mut problems);
    problems.into_sorted()
}

/// Reports `text` if it is none of `known`, which `what` names.
fn one_of(text: &Text, known: &[&str], what: &str, problems: &mut Problems) {
    if known.contains(&text.text.as_str()) {
        return;
    }
    let hint = match nearest(&text.text, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are: {}", known.join(", ")),
    };
    problems.add_at(
        text.line,
        text.column,
        &text.path,
        what,
        format!("`{}`", text.text),
        hint,
    );
}

/// The texts of `texts`.
fn names<'t>(texts: impl Iterator<Item = &'t Text>) -> Vec<&'t str> {
    texts.map(|text| text.text.as_str()).collect()
}
