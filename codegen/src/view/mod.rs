//! The data of templates: JSON values with the keys of the template. All Rust spelling is here.

pub mod binary;
mod cli;
mod diagram;
mod ebnf;
mod ids;
mod ids_page;
pub mod library;
mod page;
pub mod placement;
mod placement_page;
pub mod rust;
mod tables;
pub mod text;

use crate::emit::Page;
use crate::ir::Project;

pub fn all(project: &Project<'_>) -> Vec<Page> {
    let mut pages = library::pages(project);
    pages.extend(project.formats.iter().flat_map(|format| binary::pages(format, project)));
    pages.extend(project.ids.iter().flat_map(ids::pages));
    pages.extend(project.ids.iter().map(ids_page::page));
    pages.extend(project.texts.iter().flat_map(text::pages));
    pages.extend(project.placement.as_ref().and_then(placement::page));
    pages.extend(project.placement.as_ref().map(placement_page::page));
    pages.extend(project.cli.iter().flat_map(cli::pages));
    pages.extend(crate::c::page(project));
    pages
}
