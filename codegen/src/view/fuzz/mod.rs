//! The pages of fuzz targets: for each text format one that reads any bytes and one that writes any value, for each grammar one; and
//! dictionaries, of the words that are in files and that chance would hardly make. Binary formats share targets, which go by their
//! layouts.

mod dictionary;

use serde_json::Value;

use crate::emit::Page;
use crate::ir::Project;
use crate::ir::ids::Ids;
use crate::ir::text::TextFormat;
use dictionary::Dictionary;

/// The fuzz targets of all schemas, and the dictionaries.
pub fn pages(project: &Project<'_>) -> Vec<Page> {
    let mut pages = Vec::new();
    // What whole files may hold.
    let mut all = Dictionary::default();
    for format in &project.formats {
        all.add_all(&dictionary::of_binary(format));
    }
    for format in &project.texts {
        let words = dictionary::of_text(format);
        pages.push(words.page(format.file, &reader(format.table.name)));
        pages.extend(of_text(format));
        all.add_all(&words);
    }
    if let Some(ids) = &project.ids {
        let words = dictionary::of_ids(ids);
        pages.push(words.page(ids.source, &grammar(ids)));
        pages.push(of_ids(ids));
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

/// The target that reads any bytes as the format of a module.
fn reader(module: &str) -> String {
    format!("read_{module}")
}

/// The target that writes any value of the format of a module.
fn round_trip(module: &str) -> String {
    format!("round_trip_{module}")
}

/// The target of a grammar.
fn grammar(ids: &Ids<'_>) -> String {
    format!("ids_{}", ids.spec.meta.id.value)
}

fn target(template: &'static str, name: &str, view: &Value) -> Page {
    Page::new(template, format!("fuzz/{name}.rs"), view)
}

fn of_text(format: &TextFormat<'_>) -> [Page; 2] {
    let module = format.table.name;
    let view = super::text::face(format);
    [
        target("fuzz_text_read.rs.tera", &reader(module), &view),
        target("fuzz_text_round_trip.rs.tera", &round_trip(module), &view),
    ]
}

fn of_ids(ids: &Ids<'_>) -> Page {
    target("fuzz_ids.rs.tera", &grammar(ids), &super::ids::face(ids))
}
