//! From checked models to the resolved project.

mod binary;
mod cli;
pub mod ids;
mod placement;
mod text;

use crate::ir::Project;
use crate::model::Schema;

/// Resolves all schemas. They have passed [`crate::check::all`].
pub fn all(schemas: &[Schema]) -> Project {
    let mut project = Project::default();
    for schema in schemas {
        match schema {
            Schema::Binary(spec) => project.formats.push(binary::format(spec)),
            Schema::Text(spec) => project.texts.extend(text::lower(spec)),
            Schema::Cli(spec) => project.cli = Some(cli::lower(spec)),
            Schema::Ids(spec) => project.ids = Some(ids::grammar(spec)),
            Schema::Placement(_) => {}
        }
    }
    // File types name formats, so those come first.
    for schema in schemas {
        if let Schema::Placement(spec) = schema {
            project.placement = Some(placement::lower(spec, &project));
        }
    }
    project
}
