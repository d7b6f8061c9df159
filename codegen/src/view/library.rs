//! The view of the generated crate's front: the modules that the project has.

use serde::Serialize;

use crate::emit::Page;
use crate::ir::Project;

#[derive(Debug, Serialize)]
struct Library {
    modules: Vec<Module>,
}

#[derive(Debug, Serialize)]
struct Module {
    name: String,
    gated: bool,
    feature: String,
}

/// The page of the crate's front.
pub fn page(project: &Project) -> Page {
    let mut modules: Vec<Module> = project.formats.iter().map(|format| module(&format.id)).collect();
    modules.sort_by(|a, b| a.name.cmp(&b.name));
    Page::new("lib.rs.tera", "src/lib.rs", &Library { modules })
}

fn module(name: &str) -> Module {
    Module {
        name: name.to_owned(),
        gated: false,
        feature: String::new(),
    }
}
