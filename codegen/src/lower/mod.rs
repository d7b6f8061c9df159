//! Lowers checked models to the resolved project.

mod binary;
mod cli;
mod ids;
mod placement;
mod text;
pub mod tree;

use offload_bundle_core::ids::tables::Grammar;

use crate::arena::Arena;
use crate::ir::Project;
use crate::model::{Schema, Spec, ids as ids_model};
use crate::scope::Scope;

/// Modules and crates of the generated crate, folders with a meaning to Cargo, and inner modules of formats.
#[rustfmt::skip]
const MODULES: &[&str] = &[
    "alloc", "bin", "container", "convert", "core", "enums", "envelope", "layout", "lib", "proptest", "read",
    "registry", "samples", "std", "tests", "tree", "write",
];

/// The schemas have passed [`crate::check::all`].
pub fn all<'a>(arena: &'a Arena, schemas: &'a [Schema<'a>]) -> Project<'a> {
    let mut project = Project::default();
    let mut modules = modules(schemas);
    for Schema { file, spec, .. } in schemas {
        match spec {
            Spec::Binary(spec) => project
                .formats
                .push(binary::format(arena, &mut modules, file, spec, schemas)),
            Spec::Text(spec) => project.texts.push(text::lower(arena, file, spec)),
            Spec::Cli(spec) => project.cli = Some(cli::lower(arena, file, spec, schemas)),
            Spec::Ids(spec) => project.ids = Some(ids::lower(arena, file, spec)),
            Spec::Placement(_) => {}
        }
    }
    // File types refer to formats, so formats come first.
    for Schema { file, spec, .. } in schemas {
        if let Spec::Placement(spec) = spec {
            project.placement = Some(placement::lower(arena, file, spec, &project));
        }
    }
    project
}

pub fn id_grammar<'a>(arena: &'a Arena, file: &'a str, spec: &'a ids_model::Spec<'a>) -> Grammar<'a> {
    ids::lower(arena, file, spec).grammar
}

fn modules(schemas: &[Schema]) -> Scope {
    let ids = schemas.iter().filter_map(|schema| match &schema.spec {
        Spec::Text(spec) => Some(spec.meta.id.as_str()),
        Spec::Ids(spec) => Some(spec.meta.id.as_str()),
        _ => None,
    });
    Scope::with(&[MODULES, ids.collect::<Vec<_>>().as_slice()])
}
