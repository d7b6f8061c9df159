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

/// The feature with which the command line is compiled.
const COMMAND_LINE: &str = "cli";

/// The page of the crate's front.
pub fn page(project: &Project) -> Page {
    let mut modules: Vec<Module> = project.formats.iter().map(|format| module(&format.id)).collect();
    modules.extend(project.texts.iter().map(|format| module(&format.id)));
    modules.extend(project.ids.iter().map(|grammar| module(&grammar.module)));
    modules.extend(project.placement.iter().map(|_| module("catalog")));
    modules.extend(project.cli.iter().map(|_| Module {
        name: "cli".to_owned(),
        gated: true,
        feature: COMMAND_LINE.to_owned(),
    }));
    modules.sort_by(|a, b| a.name.cmp(&b.name));
    Page::new("lib.rs.tera", "src/lib.rs", &Library { modules })
}

fn module(name: &str) -> Module {
    Module { name: name.to_owned(), gated: false, feature: String::new() }
}
