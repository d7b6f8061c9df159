//! Rule: every format and the grammar of IDs become modules of one crate, so their names differ.

use crate::model::Schema;
use crate::problem::{Problem, Problems};

/// Modules that the generated crate has beside those of its formats.
const TAKEN: &[&str] = &["catalog", "cli", "runtime"];

/// Where a schema gives its module's name: file, name, line, column, path.
type Name<'s> = (&'s str, &'s str, u64, u64, &'s str);

/// The schemas whose module another has already.
pub(super) fn check(schemas: &[Schema]) -> Vec<Problem> {
    let mut known: Vec<&str> = TAKEN.to_vec();
    let mut found = Vec::new();
    for (file, name, line, column, path) in schemas.iter().filter_map(name) {
        if known.contains(&name) {
            let mut problems = Problems::new(file);
            let hint = "formats are modules of one crate: rename this one";
            let (expected, taken) = ("an id that no other format has", format!("`{name}`"));
            problems.add_at(line, column, path, expected, taken, hint);
            found.extend(problems.into_sorted());
        }
        known.push(name);
    }
    found
}

fn name(schema: &Schema) -> Option<Name<'_>> {
    match schema {
        Schema::Binary(spec) => Some((&spec.file, &spec.id.value, spec.id.line, spec.id.column, &spec.id.path)),
        Schema::Text(spec) => {
            let at = &spec.id.at;
            Some((&spec.file, &spec.id.text, at.line, at.column, &at.path))
        }
        Schema::Ids(spec) => Some((&spec.file, &spec.id.text, spec.id.line, spec.id.column, &spec.id.path)),
        Schema::Placement(_) | Schema::Cli(_) => None,
    }
}
