//! Flat structs, one for each template: all Rust spelling lives here.

pub mod ids;

use crate::emit::Page;
use crate::ir::Project;

/// The views of all files.
pub fn all(project: &Project) -> Vec<Page> {
    project.ids.iter().flat_map(ids::pages).collect()
}
