//! Rule: what a project has one of, one schema says.

use crate::model::{Schema, Spec};
use crate::problem::Problems;

/// Refuses a schema whose dialect an earlier one has already.
pub(super) fn check(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let Some(dialect) = single(schema) else { return };
    let first = all.iter().find(|other| single(other) == Some(dialect));
    if let Some(first) = first.filter(|first| first.file != schema.file) {
        let hint = format!("{} is one: join the two", first.file);
        problems.add(
            &schema.span,
            format!("one {dialect} schema in a project"),
            "another",
            hint,
        );
    }
}

/// The name of a dialect that a project has one schema of.
fn single(schema: &Schema) -> Option<&'static str> {
    match &schema.spec {
        Spec::Cli(_) => Some("cli"),
        Spec::Ids(_) => Some("ids"),
        Spec::Placement(_) => Some("placement"),
        Spec::Binary(_) | Spec::Text(_) => None,
    }
}
