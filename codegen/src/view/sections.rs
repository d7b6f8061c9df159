//! The view of the sections of object files that hold device code.

use serde::Serialize;

use crate::ir::placement::{Holds, ObjectFormat, Placement, Section};
use crate::view::rust::{bytes_literal, literal};

/// A rule for sections; all fields but the documentation are Rust expressions.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)] // Each field is the place of that name in the template.
pub struct SectionView {
    pub doc: Vec<String>,
    pub name: String,
    pub title: String,
    pub formats: Vec<String>,
    pub pattern: String,
    pub holds: String,
}

/// The rules, in the order of the schema.
pub fn sections(placement: &Placement) -> Vec<SectionView> {
    placement.sections.iter().map(section).collect()
}

fn section(section: &Section) -> SectionView {
    let formats = section.formats.iter().map(|format| match format {
        ObjectFormat::Elf => "ObjectFormat::Elf".to_owned(),
        ObjectFormat::Coff => "ObjectFormat::Coff".to_owned(),
    });
    let pattern = if section.open { "StartsWith" } else { "Is" };
    SectionView {
        doc: section.doc.lines().map(str::to_owned).collect(),
        name: literal(&section.id),
        title: literal(&section.title),
        formats: formats.collect(),
        pattern: format!("SectionPattern::{pattern}({})", literal(&section.fixed)),
        holds: holds(&section.holds),
    }
}

fn holds(holds: &Holds) -> String {
    match holds {
        Holds::Containers => "Holds::Containers".to_owned(),
        Holds::Pointer => "Holds::Pointer".to_owned(),
        Holds::Reference => "Holds::Reference".to_owned(),
        Holds::Entry { file_type, host, host_not_yet } => format!(
            "Holds::Entry(EntryRule {{ file_type: {}, host: {}, host_unsupported: {} }})",
            literal(file_type),
            bytes_literal(host),
            literal(host_not_yet)
        ),
    }
}
