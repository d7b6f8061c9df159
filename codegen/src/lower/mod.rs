//! From checked models to the resolved project.

use crate::ir::Project;
use crate::model::Schema;

/// Resolves all schemas. They have passed [`crate::check::all`].
pub fn all(schemas: &[Schema]) -> Project {
    let _ = schemas;
    Project::default()
}
