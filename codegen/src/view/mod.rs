//! Flat structs, one for each template: all Rust spelling lives here.

mod cli;

use crate::emit::Page;
use crate::ir::Project;

/// The views of all files.
pub fn all(project: &Project) -> Vec<Page> {
    let mut pages = Vec::new();
    pages.extend(project.cli.iter().flat_map(cli::pages));
    pages
}
