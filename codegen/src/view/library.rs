//! The view of the front of the formats' crate: its modules.

use serde::Serialize;

use crate::emit::Page;
use crate::ir::Project;

#[derive(Debug, Serialize)]
struct Library {
    modules: Vec<String>,
}

/// The page of the crate's front.
pub fn page(project: &Project<'_>) -> Page {
    let mut modules: Vec<String> = project.formats.iter().map(|format| format.id.clone()).collect();
    modules.extend(project.texts.iter().map(|format| format.table.name.to_owned()));
    modules.extend(project.ids.iter().map(|grammar| grammar.module.clone()));
    modules.extend(project.placement.iter().map(|_| "registry".to_owned()));
    modules.sort();
    Page::new("lib.rs.tera", "formats/src/lib.rs", &Library { modules })
}
