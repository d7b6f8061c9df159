//! The view of a format's page for people: every record as a table of bytes.

use serde_json::{Value, json};

use offload_bundle_core::bytes::{Encoding, Width};

use crate::expr::{Expr, Inverse};
use crate::ir::binary::{Format, Number, Part, Record, Source, Valid, What};
use crate::model::binary::{Align, Docs};
use crate::prose::{listed, one_line};

pub(super) fn view(format: &Format) -> Value {
    let (spec, root) = (format.spec, &format.spec.root.docs);
    let records = format.records.iter().enumerate();
    let enums = spec.enums.iter().map(|named| {
        let members = named.members.iter();
        let members = members.map(|member| [member.number.to_string(), code(&member.id), cell(&member.docs)]);
        json!({ "heading": *named.id, "members": members.collect::<Vec<_>>() })
    });
    let options = spec.options.iter().map(|option| {
        let range = range(option.least(), option.most());
        [code(&option.id), option.default.to_string(), range, cell(&option.docs)]
    });
    json!({
        "file": format.file,
        "title": spec.title,
        "doc": root.text(),
        "refs": *root.doc_ref,
        "records": records.map(|(index, record)| table(format, index, record)).collect::<Vec<_>>(),
        "options": options.collect::<Vec<_>>(),
        "enums": enums.collect::<Vec<_>>(),
    })
}

fn table(format: &Format, index: usize, record: &Record) -> Value {
    let (heading, doc) = match index {
        0 => ("The file".to_owned(), ""),
        _ => (code(record.id), record.docs.text()),
    };
    let mut ofs = Some(0);
    let fields = record.fields.iter().map(|field| {
        let shown = ofs.map_or_else(|| "…".to_owned(), |ofs| ofs.to_string());
        ofs = ofs.zip(fixed_length(&field.what)).map(|(ofs, len)| ofs + len);
        [shown, length(&field.what), code(field.id), what(format, &field.what), cell(&field.attr.docs)]
    });
    json!({
        "heading": heading,
        "doc": doc,
        "fields": fields.collect::<Vec<_>>(),
        "parts": record.parts.iter().map(|part| part_cells(format, part)).collect::<Vec<_>>(),
    })
}

fn part_cells(format: &Format, part: &Part) -> [String; 6] {
    let align = match &part.align {
        Align::To(1) => "anywhere".to_owned(),
        Align::To(number) => format!("a multiple of {number}"),
        Align::Option(option) => format!("a multiple of `{option}`"),
    };
    let starts = code(&part.pos.expr.to_string());
    [starts, length(&part.what), code(part.id), what(format, &part.what), align, cell(&part.attr.docs)]
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
    let name = |index: usize| code(format.record_id(index));
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
            let cases = versions.cases.iter();
            let cases = cases.map(|(value, index)| format!("{value}: {}", name(*index)));
            format!("by `{}`: {}", versions.on, listed(cases))
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
    let kind = match number.width {
        Width::U8 => "number",
        width if width.is_big() => "big-endian number",
        _ => "little-endian number",
    };
    let mut words = vec![kind.to_owned()];
    match &number.valid {
        Valid::Any => {}
        Valid::Range(min, max) if *max >= number.width.max() => words.push(format!("at least {min}")),
        Valid::Range(min, max) => words.push(range(*min, *max)),
        Valid::AnyOf(values) => {
            words.push(format!("one of {}", listed(values)));
        }
    }
    if let Some(named) = number.bits.and_then(|index| format.spec.enums.get(index)) {
        words.push(format!("bits, named by `{}`", named.id));
    }
    if let Some((named, ..)) = format.named(number) {
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

fn range(min: u64, max: u64) -> String {
    format!("{min} to {max}")
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

/// Documentation as one cell of a table.
fn cell(docs: &Docs) -> String {
    let mut text = one_line(docs.text()).replace('|', "\\|");
    for source in &docs.doc_ref {
        text.push_str(&format!(" ({source})"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Arena;
    use crate::{Source, lower, read};

    const SHELF: &str = r#"
meta: {id: shelf, title: Shelf}
doc: A shelf.
seq:
  - {id: magic, contents: ["AB", 0], doc: "Says\nso."}
  - {id: len_text, type: u1, -write: size(text), doc: A length.}
  - {id: text, type: str, size: len_text, encoding: UTF-8, doc: A text.}
  - {id: rest, size-eos: true, doc: What is left.}
"#;

    #[test]
    fn offsets_are_known_up_to_the_first_field_of_unknown_length() {
        let schemas = read(&[Source { name: "shelf.ksy".to_owned(), text: SHELF.to_owned() }]).unwrap();
        let arena = Arena::default();
        let page = view(&lower::all(&arena, &schemas).formats[0]);
        assert_eq!(
            page["records"][0]["fields"],
            json!([
                ["0", "3", "`magic`", "`\"AB\\x00\"`", "Says so."],
                ["3", "1", "`len_text`", "number; length of `text`", "A length."],
                ["4", "`len_text`", "`text`", "UTF-8 text", "A text."],
                ["…", "all that are left", "`rest`", "bytes", "What is left."],
            ])
        );
    }
}
