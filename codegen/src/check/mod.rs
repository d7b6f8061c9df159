//! What is wrong with schemas, beyond their shape: one rule a file, every problem reported.

mod binary;
mod ids;
mod project;
mod reader_only;
mod text;

use crate::model::{Schema, Spec};
use crate::problem::Problem;

/// The problems of all schemas, each seen by itself and beside the others. `all_read`: whether none is left out because it could
/// not be read.
pub fn all(schemas: &[Schema], all_read: bool) -> Vec<Problem> {
    let mut found: Vec<_> = schemas.iter().flat_map(of_schema).collect();
    found.extend(project::check(
        schemas,
        all_read && schemas.iter().all(|schema| schema.whole),
    ));
    found
}

/// The problems of a schema, seen by itself.
pub fn of_schema(schema: &Schema) -> Vec<Problem> {
    // A binary layout has a finer rule for what depends on something else.
    let binary = matches!(schema.spec, Spec::Binary(_));
    let (mut problems, names) = schema.asked(schema.whole || binary);
    match &schema.spec {
        Spec::Binary(spec) => binary::check(spec, &schema.doubts, &mut problems),
        Spec::Ids(spec) => ids::check(spec, &names, &mut problems),
        Spec::Cli(_) | Spec::Placement(_) => names.settle(&[], &mut problems),
        Spec::ReaderOnly(spec) => reader_only::check(spec, &mut problems),
        Spec::Text(spec) => text::check(spec, &mut problems),
    }
    problems.into_sorted()
}
