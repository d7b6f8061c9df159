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
    let mut found = Vec::new();
    for schema in schemas {
        // A binary layout has a finer rule for what depends on something else.
        let binary = matches!(schema.spec, Spec::Binary(_));
        let (mut problems, names) = schema.asked(schema.whole || binary);
        match &schema.spec {
            Spec::Binary(spec) => binary::check(spec, &schema.doubts, &mut problems),
            Spec::Ids(spec) => ids::check(spec, &names, &mut problems),
            Spec::Cli(_) | Spec::Placement(_) => names.settle(&[], &mut problems),
            Spec::ReaderOnly(spec) => reader_only::check(spec, &schema.doubts, &mut problems),
            Spec::Text(spec) => text::check(spec, &mut problems),
        }
        found.extend(problems.into_sorted());
    }
    found.extend(project::check(
        schemas,
        all_read && schemas.iter().all(|schema| schema.whole),
    ));
    found
}
