//! Flat structs, one for each template: all Rust spelling lives here.

use crate::emit::Page;
use crate::ir::Project;

/// The views of all files.
pub fn all(project: &Project) -> Vec<Page> {
    let _ = project;
    Vec::new()
}
