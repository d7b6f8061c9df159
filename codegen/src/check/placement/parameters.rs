//! Rule: every file type names a format that holds code objects, and gives exactly the parameters that the format takes.

use crate::mapping::nearest;
use crate::model::Schema;
use crate::model::placement::{FileType, Spec};
use crate::problem::Problems;

/// A format that a file type can name.
struct Format<'s> {
    name: &'s str,
    /// Its parameters, and the text that their values must not hold.
    parameters: Vec<&'s str>,
    line_break: &'s str,
}

/// Checks `format` and `with` of every file type.
pub fn check(spec: &Spec, schemas: &[Schema], problems: &mut Problems) {
    let formats: Vec<Format<'_>> = schemas.iter().filter_map(format).collect();
    for file_type in &spec.file_types {
        let wanted = &file_type.format;
        if wanted.text.is_empty() {
            continue;
        }
        match formats.iter().find(|format| format.name == wanted.text) {
            Some(format) => with(file_type, format, problems),
            None => {
                let names: Vec<&str> = formats.iter().map(|format| format.name).collect();
                let hint = match nearest(&wanted.text, &names) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("those are: {}", names.join(", ")),
                };
                let expected = "the `id` of a format that holds code objects";
                problems.add(&wanted.at, expected, wanted.at.describe(), hint);
            }
        }
    }
}

fn format(schema: &Schema) -> Option<Format<'_>> {
    match schema {
        Schema::Text(text) => Some(Format {
            name: &text.id.text,
            parameters: text
                .parameters
                .iter()
                .map(|parameter| parameter.id.text.as_str())
                .collect(),
            line_break: text.line_break().unwrap_or_default(),
        }),
        Schema::Binary(binary) => {
            binary
                .container
                .as_ref()
                .map(|_| Format { name: &binary.id.value, parameters: Vec::new(), line_break: "" })
        }
        Schema::Cli(_) | Schema::Ids(_) | Schema::Placement(_) => None,
    }
}

fn with(file_type: &FileType, format: &Format<'_>, problems: &mut Problems) {
    for name in &format.parameters {
        if !file_type.with.iter().any(|(given, _)| given.text == *name) {
            let at = file_type.at.get("with").unwrap_or(&file_type.at);
            let expected = format!("a value for the parameter `{name}` of `{}`", format.name);
            problems.add(at, expected, "none", format!("add `with: {{{name}: …}}`"));
        }
    }
    for (name, value) in &file_type.with {
        if !format.parameters.contains(&name.text.as_str()) {
            let expected = match format.parameters.as_slice() {
                [] => format!("no parameters: `{}` takes none", format.name),
                names => format!("a parameter of `{}`: {}", format.name, names.join(", ")),
            };
            problems.add(&name.at, expected, format!("`{}`", name.text), "remove it");
        } else if value.text.is_empty() {
            problems.add(
                &value.at,
                "text that is not empty",
                value.at.describe(),
                "it would mark nothing",
            );
        } else if !format.line_break.is_empty() && value.text.contains(format.line_break) {
            let hint = "markers begin with one, so that no marker could be found";
            problems.add(
                &value.at,
                "text without a line break",
                format!("{:?}", value.text),
                hint,
            );
        }
    }
}
