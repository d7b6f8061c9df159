//! Views of binary formats.

mod convert;
mod enums;
mod front;
mod given;
mod imports;
mod measure;
mod page;
mod parts;
mod read;
mod spell;
mod versions;
mod write;

use offload_bundle_core::layout::{Field, Holds, Layout, Measure, Placed};

use super::rust::literal;
use super::tables::Tables;
use crate::emit::Page;
use crate::ir::binary::Format;
use crate::prose::listed;

/// The pages of one format.
pub fn pages(format: &Format) -> Vec<Page> {
    let at = |name: &str| format!("formats/src/{}/{name}.rs", format.module);
    let mut pages = vec![
        Page::new("binary_mod.rs.tera", at("mod"), &front::view(format)),
        tables(format).page(at("layout")),
        page::view(format).page(),
    ];
    // What is only read is read by its layout.
    if format.is_read_only() {
        return pages;
    }
    pages.extend([
        Page::new("binary_read.rs.tera", at("read"), &read::view(format)),
        Page::new("binary_write.rs.tera", at("write"), &write::view(format)),
        Page::new("binary_convert.rs.tera", at("convert"), &convert::view(format)),
    ]);
    if !format.spec.enums.is_empty() {
        pages.push(Page::new("binary_enums.rs.tera", at("enums"), &enums::view(format)));
    }
    pages
}

/// The layout, and what operations see the format as.
fn tables(format: &Format<'_>) -> Tables {
    let about = "What is where in a file, and what of that operations want to know.";
    let mut file = Tables::new(format.file, vec![about.to_owned()]);
    file.leave_out("EMPTY", &[], &Layout::EMPTY);
    file.leave_out("NEXT", &[], &Placed::NEXT);
    file.leave_out("NONE", &["expression", "text", "blame"], &Measure::NONE);
    let field = Field { name: "", holds: Holds::Rest, meaning: "" };
    file.leave_out("", &["name", "holds", "meaning"], &field);
    let mut add = |doc: &str, head: &str, path: &str, value: &dyn Fn(&mut Tables, &str) -> String| {
        let of = file.name(&format!("offload_bundle_core::layout::{path}"));
        let value = value(&mut file, &of);
        let lifetime = if path == "Layout" { "<'static>" } else { "" };
        file.add(
            vec![doc.to_owned()],
            &format!("pub static {head}: {of}{lifetime}"),
            &value,
        );
    };
    add("The layout of the format.", "LAYOUT", "Layout", &|file, _| {
        file.bake(&format.layout)
    });
    if let Some(container) = &format.container {
        let doc = "The format as a container of code objects.";
        add(doc, format.names.face, "LayoutContainer", &|file, of| {
            let table = file.bake(&container.table);
            let grammar = container
                .grammar
                .map(|module| format!("Some(&crate::{module}::GRAMMAR)"));
            let grammar = grammar.unwrap_or_else(|| "None".to_owned());
            format!("{of} {{ layout: &LAYOUT, table: &{table}, grammar: {grammar} }}")
        });
    }
    if let Some(envelope) = &format.envelope {
        let doc = "The format as an envelope: a header, and a container compressed after it.";
        add(doc, format.names.face, "LayoutEnvelope", &|file, of| {
            let table = file.bake(&envelope.table);
            let method = file.name("offload_bundle_core::envelope::Method");
            let codec_of = file.name("offload_bundle_core::envelope::Codec");
            let methods = envelope.methods.iter().map(|(name, number, codec)| {
                format!(
                    "{method} {{ name: {}, number: {number}, codec: {codec_of}::{codec:?} }}",
                    literal(name)
                )
            });
            format!(
                "{of} {{ layout: &LAYOUT, table: &{table}, methods: &[{}] }}",
                listed(methods)
            )
        });
    }
    if let Some(walked) = &format.walked {
        let doc = "The format as one whose entries are walked over.";
        let types = ["walked_container::WalkedContainer", "walked::Walker"];
        add_reader(
            &mut file,
            format,
            doc,
            types,
            &|file| file.bake(&walked.table),
            walked.grammar,
        );
    }
    if let Some(toc) = &format.toc {
        let doc = "The format as one with a table of contents.";
        let types = ["toc_container::TocContainer", "toc::TocReader"];
        add_reader(
            &mut file,
            format,
            doc,
            types,
            &|file| file.bake(&toc.table),
            toc.grammar,
        );
    }
    file
}

/// What operations see a format as that is only read: a type around the reader, which has layout, table and grammar.
fn add_reader(
    file: &mut Tables,
    format: &Format<'_>,
    doc: &str,
    types: [&str; 2],
    table: &dyn Fn(&mut Tables) -> String,
    grammar: &str,
) {
    let [of, reader] = types.map(|path| file.name(&format!("offload_bundle_core::{path}")));
    let table = table(file);
    let value = format!("{of}({reader} {{ layout: &LAYOUT, table: &{table}, grammar: &crate::{grammar}::GRAMMAR }})");
    file.add(
        vec![doc.to_owned()],
        &format!("pub static {}: {of}", format.names.face),
        &value,
    );
}
