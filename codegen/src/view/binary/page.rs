//! The view of a format's page for people: every record as a table of bytes.

use serde::Serialize;

use offload_bundle_core::bytes::{Encoding, Width};

use crate::expr::Expr;
use crate::ir::binary::{Align, Docs, Field, Format, Inverse, Member, Number, Part, Record, Source, Valid, What};
use crate::prose::one_line;

#[derive(Debug, Serialize)]
pub(super) struct FormatPage {
    file: String,
    title: String,
    doc: String,
    refs: Vec<String>,
    records: Vec<RecordTable>,
    options: Vec<Row>,
    has_options: bool,
    enums: Vec<EnumTable>,
}

#[derive(Debug, Serialize)]
struct RecordTable {
    heading: String,
    doc: String,
    fields: Vec<Row>,
    parts: Vec<Row>,
    has_parts: bool,
}

#[derive(Debug, Serialize)]
struct EnumTable {
    heading: String,
    members: Vec<Row>,
}

/// One row of a table: as many cells as its table has columns.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Row {
    cells: Vec<String>,
}

pub(super) fn view(format: &Format) -> FormatPage {
    let root = format.records.first();
    FormatPage {
        file: format.file.clone(),
        title: format.title.clone(),
        doc: root.map(|record| record.docs.doc.clone()).unwrap_or_default(),
        refs: root.map(|record| record.docs.refs.clone()).unwrap_or_default(),
        records: format
            .records
            .iter()
            .enumerate()
            .map(|(index, record)| table(format, index, record))
            .collect(),
        options: format
            .options
            .iter()
            .map(|option| {
                row([
                    code(&option.id),
                    format!("{}", option.default),
                    range(option.min, option.max),
                    cell(&option.docs),
                ])
            })
            .collect(),
        has_options: !format.options.is_empty(),
        enums: format
            .enums
            .iter()
            .map(|named| EnumTable { heading: named.id.clone(), members: named.members.iter().map(member).collect() })
            .collect(),
    }
}

fn table(format: &Format, index: usize, record: &Record) -> RecordTable {
    let mut ofs = Some(0);
    let mut fields = Vec::new();
    for field in &record.fields {
        fields.push(field_row(format, field, ofs));
        ofs = ofs.zip(fixed_length(&field.what)).map(|(ofs, len)| ofs + len);
    }
    RecordTable {
        heading: if index == 0 {
            "The file".to_owned()
        } else {
            format!("`{}`", record.id)
        },
        doc: if index == 0 {
            String::new()
        } else {
            record.docs.doc.clone()
        },
        fields,
        parts: record.parts.iter().map(|part| part_row(format, part)).collect(),
        has_parts: !record.parts.is_empty(),
    }
}

fn field_row(format: &Format, field: &Field, ofs: Option<u64>) -> Row {
    let ofs = ofs.map_or_else(|| "…".to_owned(), |ofs| ofs.to_string());
    row([ofs, length(&field.what), code(&field.id), what(format, &field.what), cell(&field.docs)])
}

fn part_row(format: &Format, part: &Part) -> Row {
    let align = match &part.align {
        Align::To(1) => "anywhere".to_owned(),
        Align::To(number) => format!("a multiple of {number}"),
        Align::Option(option) => format!("a multiple of `{option}`"),
    };
    let cells = [code(&part.pos.expr.to_string()), length(&part.what), code(&part.id), what(format, &part.what), align];
    let mut row = row(cells);
    row.cells.push(cell(&part.docs));
    row
}

/// The number of bytes, where it is always the same.
fn fixed_length(what: &What) -> Option<u64> {
    match what {
        What::Magic(bytes) => u64::try_from(bytes.len()).ok(),
        What::Number(number) => Some(number.width.len()),
        _ => None,
    }
}

fn length(what: &What) -> String {
    match what {
        What::Magic(bytes) => bytes.len().to_string(),
        What::Number(number) => number.width.len().to_string(),
        What::Sized(sized) => code(&sized.len.expr.to_string()),
        What::Terminated(..) => "up to a NUL".to_owned(),
        What::Rest => "all that are left".to_owned(),
        What::Compressed(compressed) => match &compressed.len {
            Some(len) => code(&len.expr.to_string()),
            None => "all that are left".to_owned(),
        },
        What::Record(_) | What::Versions(_) => "…".to_owned(),
        What::List(list) => format!("`{}` records", list.count.expr),
    }
}

fn what(format: &Format, what: &What) -> String {
    let name = |index: usize| {
        format
            .records
            .get(index)
            .map_or_else(String::new, |record| code(&record.id))
    };
    match what {
        What::Magic(bytes) => format!("`\"{}\"`", bytes.escape_ascii()),
        What::Number(number) => number_words(format, number),
        What::Sized(sized) => encoding(sized.encoding),
        What::Terminated(_, text) => encoding(Some(*text)),
        What::Rest => "bytes".to_owned(),
        What::Compressed(_) => "compressed bytes".to_owned(),
        What::Record(index) => name(*index),
        What::List(list) => format!("{}, one after the other", name(list.record)),
        What::Versions(versions) => {
            let cases = versions
                .cases
                .iter()
                .map(|(value, index)| format!("{value}: {}", name(*index)));
            format!("by `{}`: {}", versions.on, cases.collect::<Vec<_>>().join(", "))
        }
    }
}

fn encoding(encoding: Option<Encoding>) -> String {
    match encoding {
        Some(Encoding::Utf8) => "UTF-8 text",
        Some(Encoding::Ascii) => "ASCII text",
        None => "bytes",
    }
    .to_owned()
}

fn number_words(format: &Format, number: &Number) -> String {
    let order = if number.width.is_big() {
        "big-endian"
    } else {
        "little-endian"
    };
    let mut words = vec![if number.width == Width::U8 {
        "number".to_owned()
    } else {
        format!("{order} number")
    }];
    match &number.valid {
        Valid::Any => {}
        Valid::Range(min, max) if *max >= number.width.max() => words.push(format!("at least {min}")),
        Valid::Range(min, max) => words.push(range(*min, *max)),
        Valid::AnyOf(values) => {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            words.push(format!("one of {}", values.join(", ")));
        }
    }
    if let Some(named) = number.names.and_then(|(index, _)| format.enums.get(index)) {
        words.push(format!("named by `{}`", named.id));
    }
    match &number.source {
        Source::Given => {}
        Source::Constant(value) => words.push(format!("always {value}")),
        Source::Count(of, _) => words.push(format!("number of `{of}`")),
        Source::Size(of, inverse) => words.push(format!("length of `{of}`{}", added(inverse))),
        Source::Offset(of, _) => words.push(format!("offset of `{of}`")),
        Source::FileSize => words.push("length of the file".to_owned()),
        Source::DecompressedSize(of) => words.push(format!("length of what `{of}` holds")),
        Source::Digest(of) => words.push(format!("first 8 bytes of the MD5 digest of what `{of}` holds")),
        Source::Version(of) => words.push(format!("version of `{of}`")),
    }
    words.join("; ")
}

/// What a field holds beside what it measures, such as ` plus 24`.
fn added(inverse: &Inverse) -> String {
    let words = |word: &str, exprs: &[Expr]| -> String {
        let exprs = exprs.iter().map(|expr| format!(" {word} {}", spelled(expr)));
        exprs.collect()
    };
    words("plus", &inverse.plus) + &words("minus", &inverse.minus)
}

fn spelled(expr: &Expr) -> String {
    match expr.constant() {
        Some(number) => number.to_string(),
        None => code(&expr.to_string()),
    }
}

fn member(member: &Member) -> Row {
    row([member.number.to_string(), code(&member.id), cell(&member.docs)])
}

fn range(min: u64, max: u64) -> String {
    format!("{min} to {max}")
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

/// Documentation as one cell of a table.
fn cell(docs: &Docs) -> String {
    let mut text = one_line(&docs.doc).replace('|', "\\|");
    for source in &docs.refs {
        text.push_str(&format!(" ({source})"));
    }
    text
}

fn row<const N: usize>(cells: [String; N]) -> Row {
    Row { cells: cells.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::parse;
    use crate::ir::binary::Sized;
    use crate::ir::measure::Measure;

    fn field(id: &str, what: What) -> Field {
        Field { id: id.to_owned(), docs: Docs { doc: "Says\nso.".to_owned(), ..Docs::default() }, what }
    }

    #[test]
    fn offsets_are_known_up_to_the_first_field_of_unknown_length() {
        let len = Measure { expr: parse("len_text").expect("an expression"), blame: None, limit: None };
        let fields = vec![
            field("magic", What::Magic(b"AB\0".to_vec())),
            field("text", What::Sized(Sized { len, encoding: Some(Encoding::Utf8) })),
            field("rest", What::Rest),
        ];
        let record = Record {
            id: "shelf".to_owned(),
            docs: Docs::default(),
            fields,
            parts: Vec::new(),
            needs_to_read: Default::default(),
            needs_to_write: Default::default(),
            options: Default::default(),
            borrows: false,
        };
        let format = Format {
            file: "shelf.ksy".to_owned(),
            id: "shelf".to_owned(),
            title: "Shelf".to_owned(),
            records: vec![record],
            enums: Vec::new(),
            layout: Default::default(),
            options: Vec::new(),
            container: None,
            envelope: None,
        };
        let page = view(&format);
        let rows: Vec<String> = page.records[0].fields.iter().map(|row| row.cells.join(" | ")).collect();
        assert_eq!(
            rows,
            [
                "0 | 3 | `magic` | `\"AB\\x00\"` | Says so.",
                "3 | `len_text` | `text` | UTF-8 text | Says so.",
                "… | all that are left | `rest` | bytes | Says so.",
            ]
        );
    }
}
