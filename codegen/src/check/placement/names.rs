//! Rule: every file type, every head and every section has a name of its own, and every suffix is one.

use crate::model::placement::Spec;
use crate::model::text::Word;
use crate::problem::Problems;

/// Checks names and suffixes.
pub fn check(spec: &Spec, problems: &mut Problems) {
    once(spec.file_types.iter().map(|file_type| &file_type.id), problems);
    once(spec.heads.iter().map(|head| &head.id), problems);
    once(spec.sections.iter().map(|section| &section.id), problems);
    if spec.file_types.is_empty() {
        let at = spec.at.get("file-types").unwrap_or(&spec.at);
        problems.add(at, "at least one file type", "none", "add an item to `file-types`");
    }
    for file_type in &spec.file_types {
        let suffix = &file_type.suffix;
        let name = suffix.text.strip_prefix('.');
        let sound = name.is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric()));
        if !suffix.text.is_empty() && !sound {
            let hint = "it becomes the end of names of files";
            problems.add(
                &suffix.at,
                "a dot and then letters or digits",
                suffix.at.describe(),
                hint,
            );
        }
    }
}

fn once<'s>(words: impl Iterator<Item = &'s Word>, problems: &mut Problems) {
    let mut seen: Vec<&str> = Vec::new();
    for word in words {
        if !word.text.is_empty() && seen.contains(&word.text.as_str()) {
            problems.add(
                &word.at,
                "a name that no other has",
                word.at.describe(),
                "remove one of the two",
            );
        }
        seen.push(&word.text);
    }
}
