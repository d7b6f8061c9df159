//! From checked models to the resolved project.

mod binary;
mod cli;
mod ids;
mod placement;
mod text;

use crate::arena::Arena;
use crate::ir::Project;
use crate::model::{Schema, Spec};

/// Resolves all schemas. They have passed [`crate::check::all`], so that a project has one of those of which it keeps one.
/// Tables live in the `arena`.
pub fn all<'a>(arena: &'a Arena, schemas: &'a [Schema]) -> Project<'a> {
    let mut project = Project::default();
    for Schema { file, spec, .. } in schemas {
        match spec {
            Spec::Binary(spec) => project.formats.push(binary::format(arena, file, spec, schemas)),
            Spec::Text(spec) => project.texts.extend(text::lower(arena, file, spec)),
            Spec::Cli(spec) => project.cli = Some(cli::lower(arena, file, spec)),
            Spec::Ids(spec) => project.ids = Some(ids::lower(arena, file, spec)),
            Spec::Placement(_) => {}
        }
    }
    // File types name formats, so those come first.
    for Schema { file, spec, .. } in schemas {
        if let Spec::Placement(spec) = spec {
            project.placement = Some(placement::lower(arena, file, spec, &project));
        }
    }
    project
}
