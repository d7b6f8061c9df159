//! The documentation page of a binary format.

use offload_bundle_core::bytes::{Encoding, Width};
use offload_bundle_core::tree::{Alignment, Held, Holds, Repeat, Rule, Source, Sum};
use serde_json::Value;

use crate::formula::Part;
use crate::ir::binary::{Format, Member, Record};
use crate::model::binary::{Docs, Link, Member as EnumMember, Spec};
use crate::prose::comma_list;
use crate::view::diagram::draw;
use crate::view::page::{self, FormatPage, code, hex, section, table};

pub(super) fn view<'a>(format: &Format<'a>) -> FormatPage<'a> {
    let (spec, root) = (format.spec, &format.spec.root.docs);
    let records = format.records.iter().map(|record| of_record(format, record));
    let enums = spec.records().flat_map(|record| &record.enums).map(|named| {
        let members = named.members.iter();
        let members = members.map(|member| [enum_number(member), code(&member.id), cell(&member.docs)]);
        section(
            &code(&named.id),
            "",
            [table("", &["number", "name", "meaning"], members)],
        )
    });
    let options = spec.options.iter().map(|option| {
        let range = range(option.least(), option.most());
        [code(&option.id), hex_if_large(option.default.value), range, cell(&option.docs)]
    });
    let options = table("", &["option", "default", "range", "meaning"], options);
    let options = options.map(|options| section("Writer options", "", [Some(options)]));
    FormatPage {
        id: format.id,
        file: format.file,
        title: &spec.title,
        doc: root.text(),
        refs: &root.doc_ref,
        diagram: format
            .records
            .first()
            .filter(|_| spec.is_typed)
            .map(diagram)
            .unwrap_or_default(),
        notes: notes(spec),
        sections: records.chain(enums).chain(options).collect(),
        ..FormatPage::default()
    }
}

fn notes(spec: &Spec) -> Vec<String> {
    let reason = spec.reason.iter();
    let reason = reason.map(|reason| format!("The format is only read: {}", reason.as_str()));
    let imports = spec.imports.iter();
    let imports: Vec<String> = imports.map(|import| format!("[`{0}`]({0}.md)", import.value)).collect();
    let imports = (!imports.is_empty()).then(|| format!("Other types and enums come from {}.", imports.join(" and ")));
    reason.chain(imports).collect()
}

/// Negative numbers are decimal.
fn enum_number(member: &EnumMember) -> String {
    let number = member.number.value;
    u64::try_from(number).map_or_else(|_| number.to_string(), hex)
}

fn diagram(record: &Record) -> String {
    let fields: Vec<_> = record.fields().map(|field| (field.id, fixed_length(field))).collect();
    draw(&fields)
}

fn of_record(format: &Format, record: &Record) -> Value {
    let (heading, doc) = match record.is_root {
        true => ("The file".to_owned(), ""),
        false => (code(record.table.name), record.schema.docs.text()),
    };
    let mut ofs = Some(0);
    let fields = record.fields().map(|field| {
        let shown = ofs.map_or_else(|| "…".to_owned(), hex);
        ofs = ofs.zip(fixed_length(field)).map(|(ofs, len)| ofs + len);
        let condition = field
            .table
            .condition
            .map(|condition| format!("if {}: ", code(condition.text)));
        let what = condition.unwrap_or_default() + &what(format, record, field);
        [shown, length(field), code(field.id), what, cell(&field.attr.docs)]
    });
    let fields = table("", &["offset", "bytes", "field", "what", "meaning"], fields);
    let parts = record.parts().map(|part| part_cells(format, record, part));
    let columns = ["starts at", "bytes", "part", "what", "written at", "meaning"];
    section(
        &heading,
        doc,
        [fields, table("Parts at other offsets:", &columns, parts)],
    )
}

fn part_cells(format: &Format, record: &Record, part: &Member) -> [String; 6] {
    let align = match part.table.written.alignment {
        _ if !format.spec.is_typed => String::new(),
        Alignment::To(1) => "anywhere".to_owned(),
        Alignment::To(number) => format!("a multiple of {number}"),
        Alignment::Option(option) => format!("a multiple of `{option}`"),
    };
    let starts = match (&part.table.holds, part.table.pos) {
        (Holds::Value(_), _) => "computed".to_owned(),
        (_, Some(pos)) => code(pos.text),
        (_, None) => "the current offset".to_owned(),
    };
    let what = what(format, record, part);
    [starts, length(part), code(part.id), what, align, cell(&part.attr.docs)]
}

fn fixed_length(field: &Member<'_>) -> Option<u64> {
    match &field.held {
        _ if field.table.condition.is_some() => None,
        Held::Fixed(bytes) => u64::try_from(bytes.len()).ok(),
        Held::Number(width) => Some(width.len()),
        _ => None,
    }
}

fn length(member: &Member<'_>) -> String {
    match &member.held {
        Held::Fixed(bytes) => bytes.len().to_string(),
        Held::Number(width) => width.len().to_string(),
        Held::Text(_, len) | Held::Bytes(len) | Held::Content(Some(len)) => code(len.formula.text),
        Held::Terminated(..) => "up to a NUL".to_owned(),
        Held::Rest | Held::Content(None) => "the rest".to_owned(),
        Held::Record(_) | Held::Versions(_) => "…".to_owned(),
        Held::List(_, count) => format!("`{}` records", count.formula.text),
        Held::ReadOnly => match &member.table.holds {
            _ if !matches!(member.table.repeat, Repeat::Once) => "…".to_owned(),
            Holds::Unsigned(len, _) | Holds::Signed(len, _) | Holds::Float(len, _) => len.to_string(),
            Holds::Bytes(extent) | Holds::Text(_, extent) | Holds::Record(_, _, Some(extent)) => {
                match (extent.size, extent.terminator) {
                    (Some(size), _) => code(size.text),
                    (None, []) => "the rest".to_owned(),
                    (None, end) => format!("up to {}", page::bytes(end)),
                }
            }
            _ => "…".to_owned(),
        },
    }
}

fn what(format: &Format, record: &Record, member: &Member) -> String {
    match &member.held {
        Held::Fixed(bytes) => page::bytes(bytes),
        Held::Number(width) => {
            let mut words = vec![kind(*width).to_owned()];
            words.extend(allowed_values(*width, member.table.valid));
            words.extend(name_of(member));
            // Omit repeated facts.
            let source = source_text(record, member).filter(|source| !words.contains(source));
            words.extend(source);
            words.join("; ")
        }
        Held::Text(Encoding::Utf8, _) | Held::Terminated(Encoding::Utf8, _) => "UTF-8 text".to_owned(),
        Held::Text(Encoding::Ascii, _) | Held::Terminated(Encoding::Ascii, _) => "ASCII text".to_owned(),
        Held::Bytes(_) if member.attr.is_digest() => source_text(record, member).unwrap_or_default(),
        Held::Bytes(_) | Held::Rest => "bytes".to_owned(),
        Held::ReadOnly => read_only(format, member),
        Held::Content(_) => "compressed bytes".to_owned(),
        Held::Record(record) => code(record.name),
        Held::List(record, _) => format!("list of {}", code(record.name)),
        Held::Versions(switch) => {
            let cases = switch
                .iter()
                .map(|(value, record)| format!("{value}: {}", code(record.name)));
            format!("by `{}`: {}", switch.on, comma_list(cases))
        }
    }
}

fn read_only(format: &Format, member: &Member) -> String {
    let one = match &member.table.holds {
        Holds::Unsigned(..) => "number".to_owned(),
        Holds::Signed(..) => "signed number".to_owned(),
        Holds::Float(..) => "floating-point number".to_owned(),
        Holds::Bits(count, _) => format!("{count} bits"),
        Holds::Flag(_) => "one bit".to_owned(),
        Holds::Text(..) => "text".to_owned(),
        Holds::Record(record, ..) => {
            let record = format.tree.all_records().nth(*record);
            code(record.map_or("", |record| record.name))
        }
        Holds::Switch(switch) => format!("depends on {}", code(switch.on.text)),
        Holds::Value(formula) => code(formula.text),
        Holds::Fixed(_) | Holds::Bytes(_) | Holds::Unknown(_) => "bytes".to_owned(),
    };
    let one = [Some(one), name_of(member)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("; ");
    match &member.table.repeat {
        Repeat::Once => one,
        Repeat::Count(count) => format!("list of {one}, {} times", code(count.text)),
        Repeat::ToEnd => format!("list of {one}, to the end"),
        Repeat::Until(until) => format!("list of {one}, until {}", code(until.text)),
    }
}

fn kind(width: Width) -> &'static str {
    match width {
        Width::U8 => "number",
        width if width.is_big() => "big-endian number",
        _ => "little-endian number",
    }
}

fn allowed_values(width: Width, rules: &[Rule<'_>]) -> Option<String> {
    match rules {
        [Rule::Range(min, max)] if min == max => Some(format!("always {}", hex_if_large(*min))),
        [Rule::Range(min, max)] if *max >= width.max() => Some(format!("at least {}", hex_if_large(*min))),
        [Rule::Range(min, max)] => Some(range(*min, *max)),
        [Rule::Among(_, known)] => Some(match known.rsplit_once(", ") {
            Some((others, last)) => format!("{others} or {last}"),
            None => format!("always {known}"),
        }),
        _ => None,
    }
}

fn name_of(member: &Member) -> Option<String> {
    let named = member.attr.names.as_ref()?;
    let bits = if member.attr.is_flags() { "bits, " } else { "" };
    Some(format!("{bits}named by `{named}`"))
}

fn source_text(record: &Record, member: &Member) -> Option<String> {
    Some(match &member.table.written.source {
        Source::Given(_) => return None,
        Source::Constant(value) => format!("always {}", hex_if_large(*value)),
        Source::Count(of, _) => format!("number of `{of}`"),
        Source::Size(of, _) => {
            let inverse = record.schema.inverse(member.attr, Link::Size, of);
            format!("length of `{of}`{}", added_text(&inverse))
        }
        Source::Offset(of, _) => format!("offset of `{of}`"),
        Source::Sum(sum, first, last) => {
            let name = Sum::NAMES
                .into_iter()
                .find(|(_, known)| known == sum)
                .map_or("", |(name, _)| name);
            format!("`{name}` of `{first}` to `{last}`")
        }
        Source::FileLen => "length of the file".to_owned(),
        Source::DecompressedLen(of) => format!("length of the decompressed `{of}`"),
        Source::Digest(of) => format!("first 8 bytes of the MD5 digest of the decompressed `{of}`"),
        Source::Case(of, _) => format!("selects `{of}`"),
    })
}

fn added_text(inverse: &[Part<'_>]) -> String {
    let words = inverse.iter().map(|part| {
        let word = if part.minus { "minus" } else { "plus" };
        match part.of.constant() {
            Some(number) => format!(" {word} {number}"),
            None => format!(" {word} {}", code(&part.to_string())),
        }
    });
    words.collect()
}

/// Numbers that are likely to be compared with bytes are hexadecimal.
fn hex_if_large(number: u64) -> String {
    if number > 0xffff {
        hex(number)
    } else {
        number.to_string()
    }
}

fn range(min: u64, max: u64) -> String {
    format!("{} to {}", hex_if_large(min), hex_if_large(max))
}

fn cell(docs: &Docs) -> String {
    let mut text = page::cell(docs.text());
    for source in &docs.doc_ref {
        text.push_str(&format!(" ({source})"));
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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
    fn offsets_end_at_first_variable_field() {
        let arena = Arena::default();
        let schemas = read(
            &arena,
            &[Source { name: "shelf.ksy".to_owned(), text: SHELF.to_owned() }],
        )
        .unwrap();
        let page = view(&lower::all(&arena, &schemas).formats[0]);
        assert_eq!(
            page.sections[0]["tables"][0]["rows"],
            json!([
                ["`0x0`", "3", "`magic`", "`41 42 00`", "Says so."],
                ["`0x3`", "1", "`len_text`", "number; length of `text`", "A length."],
                ["`0x4`", "`len_text`", "`text`", "UTF-8 text", "A text."],
                ["…", "the rest", "`rest`", "bytes", "What is left."],
            ])
        );
    }
}
