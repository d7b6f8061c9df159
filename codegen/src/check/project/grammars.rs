//! Rule: the grammar of a text is a schema of the same project.

use crate::model::{Schema, Spec};
use crate::names::one_of;
use crate::problem::Problems;

/// Checks every `-grammar`.
pub(super) fn check(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let Spec::Binary(spec) = &schema.spec else { return };
    for grammar in spec
        .records()
        .flat_map(|record| record.attrs())
        .filter_map(|attr| attr.grammar.as_ref())
    {
        one_of(
            grammar,
            "the `id` of a schema of the dialect `ids`",
            all.iter().filter_map(name),
            problems,
        );
    }
}

fn name(schema: &Schema) -> Option<&str> {
    match &schema.spec {
        Spec::Ids(grammar) => Some(&grammar.meta.id),
        _ => None,
    }
}
