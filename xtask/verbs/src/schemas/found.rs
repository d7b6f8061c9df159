//! Schemas that are found in a folder, such as what a fuzz target keeps: what the generator makes of those that it accepts compiles.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use offload_bundle_codegen::{Source, generate};

use super::scratch::Scratch;
use crate::files;

/// A schema that the generator accepts.
#[derive(Debug)]
pub struct Found {
    /// Where it was found.
    pub name: String,
    pub text: String,
    /// The files of the crate of formats, by path within it.
    pub files: Vec<(String, String)>,
}

/// Compiles what the generator makes of the schemas in the files below `from`: of so many of them, spread over all, that it accepts.
pub fn run(folder: &Path, from: &Path, count: usize) -> Result<(), String> {
    let names = files::below(from)?;
    let (looked_at, mut seen, mut accepted) = (names.len(), BTreeSet::new(), Vec::new());
    for name in names {
        let path = from.join(&name);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let found = String::from_utf8(bytes).ok().and_then(|text| accept(name, text));
        // Many differ in nothing that code comes from.
        accepted.extend(found.filter(|found| seen.insert(code(found))));
    }
    let different = accepted.len();
    let chosen = accepted.into_iter().step_by(different.div_ceil(count.max(1)).max(1));
    let chosen: Vec<Found> = chosen.collect();
    eprintln!(
        "{looked_at} files, {different} schemas among them that give different formats: {} are compiled",
        chosen.len()
    );
    if chosen.is_empty() {
        return Err(format!(
            "{}: the generator accepts nothing there that gives a format",
            from.display()
        ));
    }
    write(&folder.join("found"), &chosen)?.check_examples()?;
    eprintln!("all compile without warnings");
    Ok(())
}

/// The schema, if the generator accepts it and makes a format of it. It is named as the fuzz target names it.
fn accept(name: String, text: String) -> Option<Found> {
    let kind = if text.lines().any(|line| line.starts_with("dialect:")) {
        "yaml"
    } else {
        "ksy"
    };
    let source = Source { name: format!("schemas/input.{kind}"), text };
    let generated = generate(std::slice::from_ref(&source)).ok()?;
    let files = generated.into_iter().filter_map(|file| {
        let path = file.path.strip_prefix("formats/src/")?.to_owned();
        Some((path, file.text))
    });
    let files: Vec<(String, String)> = files.collect();
    // Without a format or a grammar there is only the front of the crate.
    (files.len() > 1).then_some(Found { name, text: source.text, files })
}

/// Writes a crate with a library for each of the schemas, which is beside it.
fn write(folder: &Path, found: &[Found]) -> Result<Scratch, String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let mut examples = String::new();
    for (index, Found { name, text, files }) in found.iter().enumerate() {
        let library = format!("schema_{index}");
        for (path, text) in files {
            files::write_if_different(&folder.join(&library).join(path), text)?;
        }
        files::write_if_different(&folder.join(&library).join("schema.yaml"), text)?;
        examples.push_str(&format!(
            "\n# {name}\n[[example]]\nname = {library:?}\npath = \"{library}/lib.rs\"\ncrate-type = [\"lib\"]\n"
        ));
    }
    Scratch::of_examples(folder, &examples)
}

/// The code without its documentation.
fn code(found: &Found) -> String {
    let lines = found.files.iter().flat_map(|(_, text)| text.lines());
    let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_are_told_from_other_texts_and_from_those_that_give_the_same() {
        let schema =
            "meta: { id: one, title: One, endian: le }\ndoc: One.\nseq:\n  - { id: a, type: u1, doc: A number. }\n";
        let accepted = |text: &str| accept("input".to_owned(), text.to_owned());
        let found = accepted(schema);
        let again = accepted(&format!("{schema}# The end.\n"));
        let other = accepted(&schema.replace("u1", "u2"));
        let code = |found: &Option<Found>| found.as_ref().map(code);
        assert!(found.is_some() && code(&found) == code(&again) && code(&found) != code(&other));
        assert!(accepted("meta: { id: one }\nseq: no").is_none());
    }
}
