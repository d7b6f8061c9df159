//! From checked models to the resolved project.

mod cli;

use crate::ir::Project;
use crate::model::Schema;

/// Resolves all schemas. They have passed [`crate::check::all`].
pub fn all(schemas: &[Schema]) -> Project {
    let mut project = Project::default();
    for schema in schemas {
        match schema {
            Schema::Cli(spec) => project.cli = Some(cli::lower(spec)),
        }
    }
    project
}
