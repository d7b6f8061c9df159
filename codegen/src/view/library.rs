//! The view of the front of the formats' crate: its modules.

use serde_json::json;

use crate::emit::Page;
use crate::ir::Project;

/// The page of the crate's front.
pub fn page(project: &Project<'_>) -> Page {
    let mut modules: Vec<String> = project.formats.iter().map(|format| format.module.clone()).collect();
    modules.extend(project.texts.iter().map(|format| format.table.name.to_owned()));
    modules.extend(project.ids.iter().map(|grammar| grammar.spec.meta.id.value.clone()));
    modules.extend(project.placement.iter().map(|_| "registry".to_owned()));
    modules.sort();
    Page::new("lib.rs.tera", "formats/src/lib.rs", &json!({ "modules": modules }))
}
