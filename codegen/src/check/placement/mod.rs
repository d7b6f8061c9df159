//! What is wrong with placement schemas by themselves: names; contents, members of archives, sections and images have files of their own.

mod contents;
mod images;
mod members;
mod runtimes;
mod sections;

use crate::model::placement::Spec;
use crate::problem::Problems;

/// Every breach of every rule.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    names(spec, problems);
    contents::check(spec, problems);
    members::check(spec, problems);
    sections::check(spec, problems);
    images::check(spec, problems);
    runtimes::check(spec, problems);
}

/// Checks names and suffixes.
fn names(spec: &Spec, problems: &mut Problems) {
    problems.unique("a name", spec.file_types.iter().map(|file_type| &file_type.id));
    problems.unique("a name", spec.contents.iter().map(|content| &content.id));
    problems.unique("a name", spec.sections.iter().map(|section| &section.id));
    if spec.file_types.is_empty() {
        let hint = "add an item to `file-types`";
        problems.add_missing(&spec.file_types, "at least one file type", "none", hint);
    }
    for file_type in spec.file_types.iter() {
        let suffix = &file_type.suffix;
        let name = suffix.strip_prefix('.');
        if !name.is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric())) {
            let hint = "it becomes the end of names of files";
            problems.add_word(suffix, "a dot and then letters or digits", hint);
        }
    }
}
