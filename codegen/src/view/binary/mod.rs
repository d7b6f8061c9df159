//! Views of binary formats.

mod accessors;
mod arbitrary;
mod container;
mod convert;
mod enums;
mod envelope;
mod front;
mod given;
mod limits;
mod measure;
mod page;
mod parts;
mod read;
mod spell;
mod steps;
mod strategy;
mod write;

use serde_json::Value;

use super::tables;
use crate::emit::Page;
use crate::ir::binary::{ContainerId, Format};

/// What the front of a format's module, its tests and its fuzz targets are filled with.
pub(super) fn front(format: &Format<'_>) -> Value {
    front::view(format)
}

/// The pages of one format.
pub fn pages(format: &Format) -> Vec<Page> {
    let at = |name: &str| format!("formats/src/{}/{name}.rs", format.module);
    let front = front::view(format);
    let about = "What stands where in a file, to show one field by field.";
    let head = "pub static LAYOUT: Layout<'static>";
    let mut pages = vec![
        Page::new("binary_mod.rs.tera", at("mod"), &front),
        Page::new("binary_read.rs.tera", at("read"), &read::view(format)),
        Page::new("binary_write.rs.tera", at("write"), &write::view(format)),
        Page::new("binary_convert.rs.tera", at("convert"), &convert::view(format)),
        tables::page(
            format.file,
            about,
            "The layout of the format.",
            head,
            &format.layout,
            at("layout"),
        ),
        tables::page(
            format.file,
            "What the writer does that readers do not insist on: tests ask it of what is written.",
            "How the writer of the format places parts.",
            "pub(super) static PLACING: Placing<'static>",
            &format.placing,
            at("placing"),
        ),
        Page::new("binary_strategy.rs.tera", at("strategy"), &strategy::view(format)),
        Page::new("binary_arbitrary.rs.tera", at("arbitrary"), &arbitrary::view(format)),
        Page::new("binary_accessors.rs.tera", at("accessors"), &accessors::view(format)),
        Page::new("binary_tests.rs.tera", at("tests"), &front),
        Page::new(
            "binary_page.md.tera",
            format!("docs/{}.md", format.id),
            &page::view(format),
        ),
    ];
    if !format.spec.enums.is_empty() {
        pages.push(Page::new("binary_enums.rs.tera", at("enums"), &enums::view(format)));
    }
    if let Some(container) = container::view(format) {
        pages.push(Page::new("binary_container.rs.tera", at("container"), &container));
    }
    if let Some(ContainerId::Made(attributes)) = format.container.as_ref().map(|keys| &keys.id) {
        let about = "What is said of an entry beside its content.";
        let head = "pub static ATTRIBUTES: AttributeTable<'static>";
        let doc = "The attributes of an entry.";
        let table = &attributes.table;
        pages.push(tables::page(format.file, about, doc, head, table, at("attributes")));
    }
    if let Some(envelope) = envelope::view(format) {
        pages.push(Page::new("binary_envelope.rs.tera", at("envelope"), &envelope));
    }
    pages
}
