//! Checks `formats` of the placement schema: operations try formats in this order, and write the first suitable one by
//! default. Unlisted formats follow by id, so that a new schema never takes precedence.

use crate::model::{Schema, Spec};
use crate::problem::Problems;

pub(super) fn check(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let Spec::Placement(spec) = &schema.spec else { return };
    let known: Vec<&str> = all.iter().filter_map(operated_format).collect();
    for format in spec.formats.iter() {
        problems.one_of(
            format,
            "the `id` of a format that holds code objects, or something compressed",
            &known,
        );
    }
    problems.unique("a format", spec.formats.iter());
}

fn operated_format<'s>(schema: &'s Schema<'_>) -> Option<&'s str> {
    match &schema.spec {
        Spec::Text(text) => Some(&text.meta.id),
        Spec::Binary(binary) => binary.is_worked_on().then_some(&*binary.id),
        Spec::Cli(_) | Spec::Ids(_) | Spec::Placement(_) => None,
    }
}
