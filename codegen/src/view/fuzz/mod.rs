//! The dictionaries of fuzz targets: words that are in files, and that chance would hardly make.

mod dictionary;

use crate::emit::Page;
use crate::ir::Project;
use dictionary::Dictionary;

/// The dictionaries of all schemas: one of whole files, of IDs, and of command lines.
pub fn pages(project: &Project<'_>) -> Vec<Page> {
    let mut pages = Vec::new();
    // What whole files may hold.
    let mut all = Dictionary::default();
    for format in &project.formats {
        all.add_all(&dictionary::of_binary(format));
    }
    for format in &project.texts {
        all.add_all(&dictionary::of_text(format));
    }
    if let Some(ids) = &project.ids {
        let words = dictionary::of_ids(ids);
        pages.push(words.page(ids.source, "ids"));
        all.add_all(&words);
    }
    if let Some(placement) = &project.placement {
        all.add_all(&dictionary::of_placement(placement));
    }
    if let Some(cli) = &project.cli {
        pages.push(dictionary::of_drop_ins(cli).page(cli.source, "command_lines"));
    }
    if !all.is_empty() {
        pages.push(all.page("schemas", "all"));
    }
    pages
}
