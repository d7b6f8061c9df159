//! Every format becomes a module of one crate: their names differ.

use crate::model::Schema;
use crate::problem::{Problem, Problems};

/// Modules that the generated crate has beside its formats.
const TAKEN: &[&str] = &["catalog", "cli", "runtime"];

/// The schemas whose module another has already.
pub(super) fn check(schemas: &[Schema]) -> Vec<Problem> {
    let mut known: Vec<&str> = TAKEN.to_vec();
    let mut found = Vec::new();
    for schema in schemas {
        let Schema::Binary(spec) = schema;
        if known.contains(&spec.id.value.as_str()) {
            let mut problems = Problems::new(&spec.file);
            let hint = "formats are modules of one crate: rename this one";
            let (expected, taken) = ("an id that no other format has", format!("`{}`", spec.id.value));
            spec.id.problem(&mut problems, expected, taken, hint);
            found.extend(problems.into_sorted());
        }
        known.push(&spec.id.value);
    }
    found
}
