//! The documentation page of placement.

use offload_bundle_core::placement::{
    ContentKind, ContentSign, EmbeddingRule, Holds, ImageRule, RuntimeRule, SectionPattern, SectionRule,
};
use serde_json::Value;

use super::page::{FormatPage, bytes, cell, code, codes, section, table};
use crate::emit::Page;
use crate::ir::placement::{Placement, Static};
use crate::prose::{comma_list, one_line};

pub fn page(placement: &Placement<'_>) -> Page {
    let file = placement.file.rsplit('/').next().unwrap_or(placement.file);
    let sections = [
        file_types(placement),
        section(
            "Sections of object files",
            "",
            [table(
                "",
                &["section", "in", "contains", "meaning"],
                placement.sections.iter().map(of_section),
            )],
        ),
        images(placement.images),
        packages(placement.contents),
        contents(placement.contents),
        runtimes(placement.runtimes),
        embeddings(placement.embeddings),
    ];
    let page = FormatPage {
        id: file.split('.').next().unwrap_or(file),
        file: placement.file,
        title: "Where bundles are kept",
        doc: placement.spec.docs.doc.trim(),
        refs: &placement.spec.docs.doc_ref,
        sections: sections
            .into_iter()
            .filter(|section| section["tables"] != Value::Array(Vec::new()))
            .collect(),
        ..FormatPage::default()
    };
    page.page()
}

fn file_types(placement: &Placement<'_>) -> Value {
    let rows = placement.file_types.iter().map(|file_type| {
        let Static(container) = file_type.container;
        let known = placement.containers.iter().find(|known| known.name.0 == container);
        let values = known.iter().flat_map(|known| &known.parameters);
        let values: Vec<String> = values.map(|(name, value)| format!("{name} {}", code(value))).collect();
        let format = known.map_or_else(String::new, |known| code(&known.format));
        let format = [vec![format], values].concat().join(", ");
        let since = file_type
            .since
            .map_or_else(|| "all".to_owned(), |since| format!("from {since}"));
        [code(file_type.name), cell(file_type.title), format, code(file_type.suffix), since]
    });
    let columns = ["type", "files", "format", "suffix", "releases"];
    section("File types", "", [table("", &columns, rows)])
}

fn of_section(rule: &SectionRule<'_>) -> [String; 4] {
    let name = match rule.pattern {
        SectionPattern::Is(name) => code(name),
        SectionPattern::StartsWith(prefix) => format!("{} and any suffix", code(prefix)),
    };
    let forms = comma_list(rule.formats.iter().map(word));
    let types = rule
        .types
        .iter()
        .map(|known| format!("; type `{:#x}` in {}", known.number, word(&known.format)));
    let holds = match rule.holds {
        Holds::Containers => "containers",
        Holds::Pointer(_) => "pointers to containers",
        Holds::Reference(_) => "a reference to other files",
        Holds::Other => "other device code",
        Holds::Entry(_) => "one entry",
    };
    let name = format!("{name}{}", types.collect::<String>());
    [name, forms, holds.to_owned(), format!("{}. {}", cell(rule.title), cell(rule.doc))]
}

fn images(images: &[ImageRule<'_>]) -> Value {
    let rows = images.iter().map(|image| {
        let records = image
            .records
            .iter()
            .map(|record| format!("version {}: {} bytes", record.version, record.size));
        [code(image.name), codes(image.sections), comma_list(records), cell(image.doc)]
    });
    section(
        "Registered images",
        "",
        [table("", &["images", "sections", "records", "meaning"], rows)],
    )
}

fn packages(contents: &[ContentKind<'_>]) -> Value {
    let rows = contents
        .iter()
        .filter_map(|content| Some([word(&content.package?), cell(content.doc), sign(content)]));
    section(
        "Packages",
        "Files in packages are searched, too.",
        [table("", &["kind", "file", "starts with"], rows)],
    )
}

fn contents(contents: &[ContentKind<'_>]) -> Value {
    let rows = contents
        .iter()
        .filter(|content| content.package.is_none())
        .map(|content| {
            let form = content.object.as_ref().map(word).unwrap_or_default();
            let code_word = if content.code { "yes" } else { "" };
            [cell(content.doc), sign(content), form, code_word.to_owned()]
        });
    let columns = ["file", "starts with", "object file", "code in an entry"];
    section(
        "File kinds",
        "The first kind that matches counts.",
        [table("", &columns, rows)],
    )
}

fn sign(content: &ContentKind<'_>) -> String {
    match content.sign {
        ContentSign::Bytes { at: 0, bytes: begins } => bytes(begins),
        ContentSign::Bytes { at, bytes: begins } => format!("{} at offset `{at:#x}`", bytes(begins)),
        ContentSign::Empty => "nothing".to_owned(),
        ContentSign::ShorterThan(len) => format!("fewer than {len} bytes"),
        ContentSign::Text => "text".to_owned(),
    }
}

fn runtimes(runtimes: &[RuntimeRule<'_>]) -> Value {
    let rows = runtimes.iter().map(|runtime| {
        let (major, minor) = runtime.since;
        let versions = match runtime.versions {
            [] => "none".to_owned(),
            versions => comma_list(versions),
        };
        [cell(&one_line(runtime.title)), format!("{major}.{minor}"), code(runtime.format), versions]
    });
    let columns = ["runtime", "from release", "format", "versions that it reads"];
    section("Runtimes", "", [table("", &columns, rows)])
}

fn embeddings(embeddings: &[EmbeddingRule<'_>]) -> Value {
    let rows = embeddings.iter().flat_map(|rule| {
        rule.sections.iter().map(|section| {
            let content = match section.zeros {
                None => codes(rule.formats),
                Some(zeros) => format!("{zeros} zeros"),
            };
            let flags = section.flags.iter();
            let flags = flags.map(|flags| format!("`{:#x}` in {}", flags.flags, word(&flags.format)));
            let symbol = section.symbol.map(|symbol| code(&format!("{symbol}*")));
            let alignment = section.alignment.to_string();
            [code(section.name), content, symbol.unwrap_or_default(), alignment, comma_list(flags)]
        })
    });
    let columns = ["section", "contains", "symbols", "alignment", "flags"];
    let texts = embeddings.iter().map(|rule| rule.doc.trim());
    section(
        "Objects that `embed` writes",
        &texts.collect::<Vec<_>>().join("\n\n"),
        [table("", &columns, rows)],
    )
}

fn word(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}").to_lowercase()
}
