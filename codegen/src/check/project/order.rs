//! Rule: the placement schema puts every format that operations work on in an order: in it they are tried and shown, and the first one
//! that does is what is written unless another is asked for. An order of files' names would let a new schema go ahead of all others.

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
    for missing in known
        .iter()
        .filter(|known| spec.formats.iter().all(|format| format.value != **known))
    {
        let hint = "put it where it is to be tried: the first one that does is written unless another is asked for";
        problems.add_missing(
            &spec.formats,
            "every format that holds code objects, or something compressed",
            format!("no `{missing}`"),
            hint,
        );
    }
}

/// The format of `schema`, where operations do more with it than to show it.
fn operated_format<'s>(schema: &'s Schema<'_>) -> Option<&'s str> {
    match &schema.spec {
        Spec::Text(text) => Some(&text.meta.id),
        Spec::Binary(binary) => binary.is_worked_on().then_some(&*binary.id),
        Spec::Cli(_) | Spec::Ids(_) | Spec::Placement(_) | Spec::ReaderOnly(_) => None,
    }
}
