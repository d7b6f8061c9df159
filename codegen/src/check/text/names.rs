//! Rule: names are fit for Rust, and no two things of one schema share one.

use crate::model::text::Spec;
use crate::names::{identifier, unique};
use crate::problem::Problems;

/// Names that generated code needs for itself.
const TAKEN: &[&str] =
    &["bytes", "entries", "index", "line_end", "mark", "place", "plan", "read", "reader", "table", "write"];

/// Checks the names of the format and of everything in it.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let parameters = spec.parameters.iter().map(|parameter| &parameter.id);
    let items = spec.entry.seq.iter().map(|item| &item.id);
    let inner = parameters
        .chain([&spec.field.id])
        .chain(items)
        .chain([&spec.outside.id]);
    for name in inner.clone().chain([&spec.meta.id]) {
        identifier(name, TAKEN, problems);
    }
    unique("a name", inner, problems);
}
