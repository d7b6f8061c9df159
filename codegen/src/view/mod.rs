//! Flat structs, one for each template: all Rust spelling lives here.

pub mod binary;
pub mod library;
pub mod rust;

use crate::emit::Page;
use crate::ir::Project;

/// The views of all files.
pub fn all(project: &Project) -> Vec<Page> {
    let mut pages = vec![library::page(project)];
    pages.extend(project.formats.iter().flat_map(binary::pages));
    pages
}
