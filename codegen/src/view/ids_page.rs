//! The documentation page of an ID grammar.

use std::iter;

use offload_bundle_core::ids::tables::{
    Case, CaseOutcome, Compares, Condition, Fill, Names, OneOf, Predicate, ProcessorGroup, Spelling, Style, StyleKind,
    WordTable,
};
use serde_json::Value;

use super::ebnf;
use super::page::{FormatPage, cell, code, codes, section, table, text};
use crate::emit::Page;
use crate::ir::ids::Ids;
use crate::prose::{either, one_line, sentence};

pub fn page(ids: &Ids<'_>) -> Page {
    let (spec, grammar) = (ids.spec, &ids.grammar);
    let mut sections = vec![parts(ids), rules(ids)];
    sections.extend(ids.words.iter().map(|table| words(ids, table)));
    let kinds = grammar
        .kinds
        .iter()
        .map(|kind| [code(kind.name), code(kind.group), cell(kind.doc)]);
    let kinds = table(
        "Kinds of one group are compatible.",
        &["kind", "group", "meaning"],
        kinds,
    );
    sections.push(section("Offload kinds", "", [kinds]));
    let features = grammar
        .features
        .iter()
        .map(|feature| [code(feature.name), cell(feature.doc)]);
    sections.push(section("Features", "", [table("", &["feature", "meaning"], features)]));
    sections.push(spelling(&grammar.canonical));
    sections.extend(grammar.styles.iter().map(style));
    sections.extend(grammar.processors.iter().map(processors));
    sections.extend([compatibility(ids), composition(ids)]);
    let page = FormatPage {
        id: &spec.meta.id,
        file: ids.source,
        title: &spec.meta.title,
        doc: spec.doc.trim(),
        refs: spec.doc_ref.as_slice(),
        sections,
        ..FormatPage::default()
    };
    page.page()
}

fn parts(ids: &Ids<'_>) -> Value {
    let parts = ids.grammar.parts.iter().map(|part| {
        let known = part.words.map(ebnf::list_name).unwrap_or_default();
        [code(part.name), code(&known), sentence(part.meaning)]
    });
    section("Parts", "", [table("", &["part", "words", "meaning"], parts)])
}

fn rules(ids: &Ids<'_>) -> Value {
    let rules = ids.spec.rules.iter().filter_map(|(name, model)| {
        let rule = ids.rules.iter().find(|rule| rule.name == *name)?;
        Some(ebnf::rule(rule, &one_line(model.doc)))
    });
    text("Grammar", ebnf::LEGEND, &rules.collect::<Vec<_>>().join("\n"))
}

fn words(ids: &Ids<'_>, table: &WordTable<'_>) -> Value {
    let doc = ids.spec.words.iter().find(|model| model.id.value == table.name);
    let words = table.words.iter().map(|word| match word {
        [first, others @ ..] if !others.is_empty() => format!("{} ({})", code(first), codes(others)),
        word => codes(word),
    });
    let words: Vec<String> = words.collect();
    let doc = doc.map_or_else(String::new, |doc| sentence(&one_line(&doc.doc)));
    let heading = format!("Words: {}", table.name.replace('_', " "));
    section(&heading, &format!("{doc}\n\n{}.", words.join(", ")), [])
}

fn spelling(spelling: &Spelling<'_>) -> Value {
    let columns = ["part", "written as", "if"];
    let fills = table("", &columns, spelling.fills.iter().map(fill));
    section("Canonical spelling", &format!("{}.", code(spelling.template)), [fills])
}

fn fill(fill: &Fill<'_>) -> [String; 3] {
    let mut only: Vec<String> = fill.only.iter().map(|only| one_of(only)).collect();
    if fill.only_empty {
        only.push("empty".to_owned());
    }
    [code(fill.part), code_or_empty(fill.gives), only.join(", ")]
}

fn code_or_empty(text: &str) -> String {
    if text.is_empty() {
        "(empty)".to_owned()
    } else {
        code(text)
    }
}

fn one_of(one: &OneOf<'_>) -> String {
    let words = one.words.iter().map(|word| code_or_empty(word)).collect();
    format!("{} is {}", code(one.part), either(words))
}

fn style(style: &Style<'_>) -> Value {
    let cases = match &style.kind {
        StyleKind::Cut(cut) => table(
            "The first case that applies:",
            &["if", "result"],
            cut.cases.iter().map(case),
        ),
        StyleKind::AsGiven | StyleKind::Canonical => None,
    };
    section(
        &format!("Spelling: {}", code(style.name)),
        &one_line(style.doc),
        [cases],
    )
}

fn case(case: &Case<'_>) -> [String; 2] {
    let when: Vec<String> = case.when.iter().map(condition).collect();
    let when = if when.is_empty() {
        "otherwise".to_owned()
    } else {
        when.join(", ")
    };
    let outcome = match case.outcome {
        CaseOutcome::Writes(template) => format!("writes {}", code(template)),
        CaseOutcome::Invalid(message) => format!("refuses: {}", cell(message)),
        CaseOutcome::Loses { what, stores: None } => cell(what),
        CaseOutcome::Loses { what, stores: Some(template) } => format!("{}; stores {}", cell(what), code(template)),
    };
    [when, outcome]
}

fn condition(condition: &Condition<'_>) -> String {
    let part = code(condition.part);
    match condition.predicate {
        Predicate::Absent => format!("no {part}"),
        Predicate::In(words) | Predicate::TextIn(words) => format!("{part} is {}", names(words)),
        Predicate::NotIn(words) | Predicate::TextNotIn(words) => format!("{part} is not {}", names(words)),
        Predicate::Listed(of) => format!("{part} is a known {}", code(of)),
    }
}

fn names(names: Names<'_>) -> String {
    match names {
        Names::Words(words) => either(words.iter().map(|word| code_or_empty(word)).collect()),
        Names::Processors(known) => format!("a processor of release {}", known.release),
    }
}

/// Empty columns are omitted; names without columns become a list.
fn processors(group: &ProcessorGroup<'_>) -> Value {
    let rows: Vec<[String; 7]> = group
        .processors
        .iter()
        .map(|processor| {
            let number = processor.elf_machine.map(|number| format!("`{number:#05x}`"));
            let releases = processor.releases.join(", ");
            [
                code(processor.name),
                codes(processor.also),
                codes(&[processor.features, processor.newer_features].concat()),
                codes(processor.fixed),
                processor.family.map(code).unwrap_or_default(),
                number.unwrap_or_default(),
                if releases.is_empty() {
                    "all".to_owned()
                } else {
                    releases
                },
            ]
        })
        .collect();
    let columns = ["processor", "other names", "features", "always on", "generic", "ELF number", "releases"];
    let heading = format!("Processors: {}", codes(group.architectures));
    let used: Vec<bool> = (0..columns.len())
        .map(|column| {
            column == 0
                || rows
                    .iter()
                    .filter_map(|row| row.get(column))
                    .any(|cell| !cell.is_empty() && cell != "all")
        })
        .collect();
    let kept = |row: &[String]| -> Vec<String> {
        row.iter()
            .zip(&used)
            .filter(|(_, used)| **used)
            .map(|(cell, _)| cell.clone())
            .collect()
    };
    if used.iter().filter(|used| **used).count() == 1 {
        let names: Vec<String> = rows.iter().flat_map(|row| kept(row)).collect();
        return section(&heading, &format!("{}.", names.join(", ")), []);
    }
    let columns: Vec<&str> = columns
        .into_iter()
        .zip(&used)
        .filter_map(|(column, used)| used.then_some(column))
        .collect();
    section(&heading, "", [table("", &columns, rows.iter().map(|row| kept(row)))])
}

fn compatibility(ids: &Ids<'_>) -> Value {
    let rules = ids.grammar.compatibility;
    let rows = rules.iter().map(|rule| {
        let (what, more) = match rule.compares {
            Compares::Text => ("the whole text".to_owned(), Vec::new()),
            Compares::Readable => ("whether both are valid".to_owned(), Vec::new()),
            Compares::OwnFeatures => ("the features of the processor".to_owned(), Vec::new()),
            Compares::Features(_) => ("the features, by sign".to_owned(), Vec::new()),
            Compares::Word(word) => {
                let ignored = word.ignored.iter().map(|ignored| format!("not if {}", one_of(ignored)));
                let what = iter::once(code(word.part))
                    .chain(ignored)
                    .collect::<Vec<_>>()
                    .join(", ");
                (what, vec![word.family, word.compiled])
            }
        };
        let reasons = |list: &[&str]| {
            let said: Vec<String> = list
                .iter()
                .filter(|reason| !reason.is_empty())
                .map(|reason| cell(reason))
                .collect();
            said.join("; ")
        };
        let differs = [vec![rule.differs], more].concat();
        [code(rule.id), what, reasons(&[rule.equal, rule.agrees]), reasons(&differs)]
    });
    let rows = table("", &["rule", "compares", "compatible", "not compatible"], rows);
    let signs = rules.iter().filter_map(|rule| match rule.compares {
        Compares::Features(features) => Some(features),
        _ => None,
    });
    let sign = |sign: &Option<&str>| sign.map_or_else(|| "open".to_owned(), code);
    let signs = signs.flat_map(|features| {
        features.serves.iter().map(move |row| {
            let selects = features.selects.iter().find(|selects| selects.stored == row.stored);
            let list = |signs: &[Option<&str>]| signs.iter().map(sign).collect::<Vec<_>>().join(", ");
            [sign(&row.stored), list(row.serves), list(selects.unwrap_or(row).serves)]
        })
    });
    let signs = table(
        "A feature without a sign is open:",
        &["stored", "serves", "selected by"],
        signs,
    );
    let doc = "The rules apply in this order, and equal texts end the comparison. An entry serves a request if every rule agrees.";
    section("Compatibility", doc, [rows, signs])
}

fn composition(ids: &Ids<'_>) -> Value {
    let rules = ids.grammar.composition.iter();
    let rows = rules.map(|rule| [code(rule.id), rule.level.name().to_owned(), cell(rule.because)]);
    section(
        "Composition",
        "Entries that one bundle must not contain together.",
        [table("", &["rule", "level", "message"], rows)],
    )
}
