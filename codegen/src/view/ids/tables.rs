//! The tables of a grammar as Rust values.

use serde::Serialize;

use super::spell;
use crate::ir::ids::{Grammar, Kind, Part, Processor, TableRef};

/// The tables.
#[derive(Debug, Serialize)]
pub struct Tables {
    words: Vec<WordsView>,
    kinds: Vec<String>,
    features: Vec<String>,
    processors: Vec<String>,
}

/// A table of words.
#[derive(Debug, Serialize)]
struct WordsView {
    constant: String,
    doc: String,
    open: bool,
    words: Vec<String>,
}

/// All tables of `grammar`.
pub fn tables(grammar: &Grammar) -> Tables {
    Tables {
        words: grammar
            .words
            .iter()
            .map(|table| WordsView {
                constant: spell::constant(&table.name),
                doc: spell::sentence(&table.doc),
                open: table.open,
                words: table.words.iter().map(|(name, also)| word(name, also)).collect(),
            })
            .collect(),
        kinds: grammar.kinds.iter().map(kind).collect(),
        features: grammar
            .features
            .iter()
            .map(|(name, doc)| {
                format!(
                    "FeatureKind {{ name: {}, doc: {} }}",
                    spell::text(name),
                    spell::text(&spell::sentence(doc))
                )
            })
            .collect(),
        processors: grammar.processors.iter().map(processor).collect(),
    }
}

/// The name of the constant that holds a table.
pub fn reference(table: &TableRef) -> String {
    match table {
        TableRef::Kinds => "tables::KIND_WORDS".to_owned(),
        TableRef::Features => "tables::FEATURE_WORDS".to_owned(),
        TableRef::Processors => "tables::PROCESSOR_WORDS".to_owned(),
        TableRef::Words(name) => format!("tables::{}", spell::constant(name)),
    }
}

/// A part as a Rust value.
pub fn part(part: &Part) -> String {
    let words = match &part.table {
        Some(table) => format!("Some(&{})", reference(table)),
        None => "None".to_owned(),
    };
    let also_known = match &part.also_known {
        Some(rule) => format!("Some(parse::{rule})"),
        None => "None".to_owned(),
    };
    format!(
        "PartKind {{ name: {}, meaning: {}, words: {words}, also_known: {also_known} }}",
        spell::text(&part.name),
        spell::text(&part.meaning)
    )
}

fn word(name: &str, also: &[String]) -> String {
    format!("Word {{ name: {}, also: {} }}", spell::text(name), spell::texts(also))
}

fn kind(kind: &Kind) -> String {
    format!(
        "OffloadKind {{ name: {}, group: {}, host: {}, alone: {}, releases: {}, doc: {} }}",
        spell::text(&kind.name),
        spell::text(&kind.group),
        kind.host,
        kind.alone,
        spell::texts(&kind.releases),
        spell::text(&spell::sentence(&kind.doc))
    )
}

fn processor(processor: &Processor) -> String {
    let machine = match processor.elf_machine {
        Some(number) => format!("Some({number:#05x})"),
        None => "None".to_owned(),
    };
    format!(
        "Processor {{ name: {}, also: {}, features: {}, elf_machine: {machine}, family: {}, architectures: {}, releases: {} }}",
        spell::text(&processor.name),
        spell::texts(&processor.also),
        spell::texts(&processor.features),
        spell::optional(processor.family.as_ref()),
        spell::texts(&processor.architectures),
        spell::texts(&processor.releases)
    )
}
