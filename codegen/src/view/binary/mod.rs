//! Views of binary formats.

mod convert;
mod enums;
mod given;
mod page;
mod read;
mod spell;
mod write;

use databake::Bake;
use offload_bundle_core::toc::{Column, Each, Role};
use offload_bundle_core::tree::{Attr, Expression, Extent, Formula, Record, Tree, Written};

use serde_json::{Value, json};

use super::rust::literal;
use super::tables::Tables;
use crate::emit::Page;
use crate::ir::Project;
use crate::ir::binary::Format;
use crate::ir::face::Face;
use crate::prose::comma_list;

pub fn pages(format: &Format, project: &Project<'_>) -> Vec<Page> {
    let at = |name: &str| format!("formats/src/{}/{name}.rs", format.module);
    let mut pages = vec![
        Page::new("binary_mod.rs.tera", at("mod"), &front(format)),
        tree(format, project).page(at("tree")),
        page::view(format).page(),
    ];
    pages.extend(face(format).map(|face| face.page(at("face"))));
    // Read-only formats are interpreted.
    if format.is_read_only() {
        return pages;
    }
    pages.extend([
        Page::new("binary_read.rs.tera", at("read"), &read::view(format)),
        Page::new("binary_write.rs.tera", at("write"), &write::view(format)),
        Page::new("binary_convert.rs.tera", at("convert"), &convert::view(format)),
    ]);
    if !format.spec.root.enums.is_empty() {
        pages.push(Page::new("binary_enums.rs.tera", at("enums"), &enums::view(format)));
    }
    pages
}

fn front(format: &Format<'_>) -> Value {
    json!({
        "file": format.file,
        "docs": spell::docs(&format.spec.root.docs, None),
        "face": format.constant(),
        "is_written": !format.is_read_only(),
        "enums": format.names.enums.iter().map(|named| &named.of).collect::<Vec<_>>(),
    })
}

fn tree(format: &Format<'_>, project: &Project<'_>) -> Tables {
    let mut tables = Tables::new(format.file, vec!["Records and fields for readers.".to_owned()]);
    tables
        .baker
        .leave_out("PLAIN", &["name", "meaning", "holds"], &Attr::PLAIN);
    tables.baker.leave_out("PLAIN", &["size"], &Extent::PLAIN);
    tables.baker.leave_out("EMPTY", &["name", "fields"], &Record::EMPTY);
    tables.baker.leave_out("EMPTY", &[], &Tree::EMPTY);
    tables.baker.leave_out("PLAIN", &[], &Written::PLAIN);
    tables
        .baker
        .leave_out("", &["of", "text"], &Formula { of: Expression::Item, text: "" });
    for other in project
        .formats
        .iter()
        .filter(|other| !other.spec.is_typed && other.file != format.file)
    {
        tables
            .baker
            .share(&format!("crate::{}::TREE", other.module), other.tree);
    }
    let of = tables.baker.name("offload_bundle_core::tree::Tree");
    let table = tables.baker.bake(format.tree);
    let doc = "The records of the format.".to_owned();
    tables.add(vec![doc], &format!("pub static TREE: {of}<'static>"), &table);
    tables
}

fn face(format: &Format<'_>) -> Option<Tables> {
    let face = format.face.as_ref()?;
    let about = "The meaning of the fields to operations.";
    let mut file = Tables::new(format.file, vec![about.to_owned()]);
    let column = Column::new(Role::Note, None, "", Each::Value, "");
    file.baker
        .leave_out("", &["role", "within", "key", "each", "meaning"], &column);
    let of = file.baker.name(face.path());
    let (doc, value) = seen_as(&mut file, format.grammar, face, &of);
    let head = format!("pub static {}: {of}", face.constant());
    file.add(vec![doc.to_owned()], &head, &value);
    Some(file)
}

fn seen_as(file: &mut Tables, grammar: Option<&str>, face: &Face<'_>, of: &str) -> (&'static str, String) {
    let grammar = grammar.map(|module| format!("&crate::{module}::GRAMMAR"));
    match face {
        Face::Container(table) => {
            let table = file.baker.bake(table);
            let grammar = grammar.map_or_else(|| "None".to_owned(), |grammar| format!("Some({grammar})"));
            let value = format!("{of} {{ tree: &super::tree::TREE, table: &{table}, grammar: {grammar} }}");
            ("The format as a container of code objects.", value)
        }
        Face::Envelope(table, methods) => {
            let table = file.baker.bake(table);
            let method = file.baker.name("offload_bundle_core::envelope::Method");
            let codec_of = file.baker.name("offload_bundle_core::envelope::Codec");
            let methods = methods.iter().map(|(name, number, codec)| {
                let name = literal(name);
                format!("{method} {{ name: {name}, number: {number}, codec: {codec_of}::{codec:?} }}")
            });
            let methods = comma_list(methods);
            let value = format!("{of} {{ tree: &super::tree::TREE, table: &{table}, methods: &[{methods}] }}");
            (
                "The format as an envelope: a header, and a container compressed after it.",
                value,
            )
        }
        Face::Walked(table) => {
            let value = around_reader(file, "offload_bundle_core::walked::Walker", &**table, grammar, of);
            ("The entry chain of the format.", value)
        }
        Face::Toc(table) => {
            let value = around_reader(file, "offload_bundle_core::toc::TocReader", table, grammar, of);
            ("The table of contents of the format.", value)
        }
    }
}

fn around_reader(file: &mut Tables, reader: &str, table: &impl Bake, grammar: Option<String>, of: &str) -> String {
    let (reader, table) = (file.baker.name(reader), file.baker.bake(table));
    let grammar = grammar.unwrap_or_default();
    format!("{of}({reader} {{ tree: &super::tree::TREE, table: &{table}, grammar: {grammar} }})")
}
