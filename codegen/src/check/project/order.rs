//! Rule: `formats` of the placement schema names formats that operations work on, each once. They are tried and shown in that order, and
//! the first one that can is written unless another is asked for. Formats that it does not name follow in the order of their ids, so a
//! new schema never goes ahead of them.

use crate::model::{Schema, Spec};
use crate::problem::Problems;

/// Checks `formats` of the placement schema.
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

/// The format of `schema`, where operations do more with it than to show it.
fn operated_format<'s>(schema: &'s Schema<'_>) -> Option<&'s str> {
    match &schema.spec {
        Spec::Text(text) => Some(&text.meta.id),
        Spec::Binary(binary) => binary.is_worked_on().then_some(&*binary.id),
        Spec::Cli(_) | Spec::Ids(_) | Spec::Placement(_) | Spec::ReaderOnly(_) => None,
    }
}
