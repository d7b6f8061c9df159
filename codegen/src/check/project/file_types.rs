//! Checks that every file type names a format with code objects and gives all of its parameters.

use offload_bundle_core::text::LINE_BREAK;

use crate::model::placement::FileType;
use crate::model::{Schema, Spec};
use crate::problem::Problems;
use crate::spanned::Spanned;

struct Format<'s> {
    name: &'s str,
    parameters: Vec<&'s str>,
}

pub(super) fn check(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let Spec::Placement(spec) = &schema.spec else { return };
    let formats: Vec<Format<'_>> = all.iter().filter_map(format).collect();
    for file_type in spec.file_types.iter() {
        let wanted = &file_type.format;
        problems.one_of(
            wanted,
            "the `id` of a format that holds code objects",
            formats.iter().map(|format| format.name),
        );
        if let Some(format) = formats.iter().find(|format| format.name == wanted.value) {
            with(file_type, format, problems);
        }
    }
}

fn format<'s>(schema: &'s Schema<'_>) -> Option<Format<'s>> {
    match &schema.spec {
        Spec::Text(text) => Some(Format {
            name: &text.meta.id,
            parameters: text.parameters.iter().map(|parameter| parameter.id.as_str()).collect(),
        }),
        Spec::Binary(binary) => binary
            .container
            .as_ref()
            .map(|_| Format { name: &binary.id, parameters: Vec::new() }),
        Spec::Cli(_) | Spec::Ids(_) | Spec::Placement(_) => None,
    }
}

fn with(file_type: &Spanned<FileType>, format: &Format<'_>, problems: &mut Problems) {
    for name in &format.parameters {
        if !file_type.with.iter().any(|(given, _)| given.value == *name) {
            let expected = format!("a value for the parameter `{name}` of `{}`", format.name);
            problems.add(file_type, expected, "none", format!("add `with: {{{name}: …}}`"));
        }
    }
    for (name, value) in &file_type.with {
        if !format.parameters.contains(&name.as_str()) {
            let expected = match format.parameters.as_slice() {
                [] => format!("no parameters: `{}` takes none", format.name),
                names => format!("a parameter of `{}`: {}", format.name, names.join(", ")),
            };
            problems.add_word(name, expected, "remove it");
        } else if value.is_empty() {
            problems.add_word(value, "text that is not empty", "it would mark nothing");
        } else if value.contains(LINE_BREAK) {
            let hint = "markers begin with one, so that no marker could be found";
            problems.add(value, "text without a line break", format!("{:?}", value.value), hint);
        }
    }
}
