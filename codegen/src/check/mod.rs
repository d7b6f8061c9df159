//! Checks of schemas beyond their shape, one rule per file.

mod binary;
mod ids;
mod project;
mod text;

use crate::model::{Schema, Spec};
use crate::problem::Problem;

/// `all_read` is `false` if some schema could not be read.
pub fn all(schemas: &[Schema], all_read: bool) -> Vec<Problem> {
    let mut found: Vec<_> = schemas.iter().flat_map(of_schema).collect();
    found.extend(project::check(
        schemas,
        all_read && schemas.iter().all(|schema| schema.whole),
    ));
    found
}

pub fn of_schema(schema: &Schema) -> Vec<Problem> {
    // Typed layouts track doubts in more detail.
    let typed = matches!(&schema.spec, Spec::Binary(spec) if spec.is_typed);
    let (mut problems, names) = schema.asked(schema.whole || typed);
    match &schema.spec {
        Spec::Binary(spec) => binary::check(spec, &schema.doubts, &mut problems),
        Spec::Ids(spec) => ids::check(spec, &names, &mut problems),
        Spec::Cli(_) | Spec::Placement(_) => names.settle(&[], &mut problems),
        Spec::Text(spec) => text::check(spec, &mut problems),
    }
    problems.into_sorted()
}
