//! The documentation page of an interpreted format.

use offload_bundle_core::tree::{Attr, Extent, Holds, Repeat};

use crate::ir::binary::Format;
use crate::model::binary as model;
use crate::view::page::{FormatPage, cell, code, hex, section, table};

pub(super) fn view<'a>(format: &Format<'a>) -> FormatPage<'a> {
    let (spec, root) = (format.spec, &format.spec.root);
    let mut models = Vec::new();
    flat(root, &mut models);
    // Records of other schemas have separate pages.
    let records = format.tree.records.iter().zip(models).enumerate();
    let records = records.map(|(index, (record, model))| {
        let (heading, doc) = match index {
            0 => ("The file".to_owned(), ""),
            _ => (code(record.name), model.docs.text()),
        };
        let fields = record.fields.iter().map(|attr| cells(format, attr));
        let instances = record.instances.iter().map(|attr| instance(format, attr));
        let tables = [
            table("", &["field", "what", "how many", "if", "meaning"], fields),
            table(
                "At other offsets, or computed:",
                &["name", "at", "what", "how many", "if", "meaning"],
                instances,
            ),
        ];
        section(&heading, doc, tables)
    });
    let mut models = Vec::new();
    flat(root, &mut models);
    let enums = models.iter().flat_map(|record| record.enums.iter()).map(|named| {
        let members = named.members.iter();
        let members =
            members.map(|member| [number_cell(member.number.value), code(&member.id), cell(member.docs.text())]);
        let columns = ["number", "name", "meaning"];
        section(&code(&named.id), "", [table("", &columns, members)])
    });
    let reason = spec.reason.iter();
    let mut notes: Vec<String> = reason
        .map(|reason| format!("The format is only read: {}", reason.as_str()))
        .collect();
    let imports: Vec<String> = spec
        .imports
        .iter()
        .map(|import| format!("[`{0}`]({0}.md)", import.value))
        .collect();
    if !imports.is_empty() {
        notes.push(format!("Other types and enums come from {}.", imports.join(" and ")));
    }
    FormatPage {
        id: &spec.id.value,
        file: format.file,
        title: &spec.title,
        doc: root.docs.text(),
        refs: &root.docs.doc_ref,
        notes,
        sections: records.chain(enums).collect(),
        ..FormatPage::default()
    }
}

/// Negative numbers are decimal.
fn number_cell(number: i128) -> String {
    u64::try_from(number).map_or_else(|_| number.to_string(), hex)
}

fn flat<'s>(record: &'s model::Record, found: &mut Vec<&'s model::Record>) {
    found.push(record);
    record.types.iter().for_each(|inner| flat(inner, found));
}

fn cells(format: &Format<'_>, attr: &Attr<'_>) -> [String; 5] {
    let many = match &attr.repeat {
        Repeat::Once => "1".to_owned(),
        Repeat::Count(count) => code(count.text),
        Repeat::ToEnd => "to the end".to_owned(),
        Repeat::Until(until) => format!("until {}", code(until.text)),
    };
    let condition = attr.condition.map_or(String::new(), |condition| code(condition.text));
    let named = attr.names.and_then(|names| format.tree.named(names));
    let named = named.map_or(String::new(), |named| format!("; {}", code(named.name)));
    let meaning = attr.meaning.replace('|', "\\|");
    [code(attr.name), what(format, &attr.holds) + &named, many, condition, meaning]
}

fn instance(format: &Format<'_>, attr: &Attr<'_>) -> [String; 6] {
    let at = match (&attr.holds, attr.pos) {
        (Holds::Value(_), _) => "computed".to_owned(),
        (_, Some(pos)) => code(pos.text),
        (_, None) => "the current offset".to_owned(),
    };
    let [name, what, many, condition, meaning] = cells(format, attr);
    [name, at, what, many, condition, meaning]
}

fn what(format: &Format<'_>, holds: &Holds<'_>) -> String {
    match holds {
        Holds::Fixed(bytes) => code(&format!("\"{}\"", bytes.escape_ascii())),
        Holds::Unsigned(len, _) => format!("{len}-byte number"),
        Holds::Signed(len, _) => format!("signed {len}-byte number"),
        Holds::Float(len, _) => format!("{len}-byte floating-point number"),
        Holds::Bits(count, _) => format!("{count}-bit number"),
        Holds::Flag(_) => "one bit".to_owned(),
        Holds::Bytes(of) => extent(of, "bytes", "bytes"),
        Holds::Text(_, of) => extent(of, "bytes of text", "text"),
        Holds::Record(record, _, of) => {
            let name = format.tree.all_records().nth(*record).map_or("", |record| record.name);
            let of = of
                .as_ref()
                .map(|of| format!(", in {}", extent(of, "bytes", "the bytes")));
            format!("{}{}", code(name), of.unwrap_or_default())
        }
        Holds::Switch(switch) => format!("depends on {}", code(switch.on.text)),
        Holds::Value(formula) => code(formula.text),
        Holds::Unknown(_) => String::new(),
    }
}

/// The extent of `units`, or, without a size, of `all`.
fn extent(of: &Extent<'_>, units: &str, all: &str) -> String {
    match (of.size, of.to_end) {
        (Some(size), _) => format!("{} {units}", code(size.text)),
        (None, true) => format!("{all} to the end"),
        (None, false) => format!("{all} up to {}", code(&format!("\"{}\"", of.terminator.escape_ascii()))),
    }
}
