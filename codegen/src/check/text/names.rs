//! Rule: names are lower-case words, and no two things of one schema share one.

use crate::model::text::{Spec, Word};
use crate::problem::Problems;

/// Checks the names of the format and of everything in it.
pub fn check(spec: &Spec, problems: &mut Problems) {
    shape(&spec.id, problems);
    let parameters = spec.parameters.iter().map(|parameter| &parameter.id);
    let items = spec.items.iter().map(|item| &item.id);
    let mut seen: Vec<&str> = Vec::new();
    for word in parameters.chain([&spec.field.id]).chain(items).chain([&spec.outside]) {
        shape(word, problems);
        if !word.text.is_empty() && seen.contains(&word.text.as_str()) {
            problems.add(
                &word.at,
                "a name that nothing else here has",
                word.at.describe(),
                "choose another name",
            );
        }
        seen.push(&word.text);
    }
}

/// Names that generated code needs for itself, beside Rust's keywords.
const TAKEN: &[&str] = &["bytes", "index", "place", "entries", "len", "mark", "line_end"];
/// Rust's lower-case keywords.
pub(in crate::check) const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen \
                        if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe unsized use \
                        virtual where while yield";

fn shape(word: &Word, problems: &mut Problems) {
    let name = &word.text;
    let sound = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if TAKEN.contains(&name.as_str()) || KEYWORDS.split(' ').any(|keyword| keyword == name) {
        problems.add(
            &word.at,
            "a name that generated code can use",
            word.at.describe(),
            "choose another name: this one has a meaning there",
        );
    }
    if !name.is_empty() && !sound {
        problems.add(
            &word.at,
            "a name of lower-case letters, digits and `_`",
            word.at.describe(),
            "write it like_this",
        );
    }
}
