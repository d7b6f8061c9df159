//! The view of a format's builders.

use serde::Serialize;

use super::spell::{self, Here};
use crate::ir::binary::{
    Align, Docs, Encoding, Field, Format, Measure, Number, Part, Record, Source, Turned, Valid, Versions, What,
};
use crate::view::rust::{camel, literal};

#[derive(Debug, Serialize)]
pub(super) struct Write {
    file: String,
    enums: Vec<String>,
    has_enums: bool,
    magics: Vec<String>,
    has_magics: bool,
    root: String,
    root_type: String,
    has_content: bool,
    options: Vec<OptionView>,
    records: Vec<RecordView>,
    versions: Vec<VersionsView>,
}

#[derive(Debug, Serialize)]
struct OptionView {
    docs: Vec<String>,
    name: String,
    id: String,
    constant: String,
    default: u64,
    min: u64,
    max: String,
    used: bool,
}

#[derive(Debug, Serialize)]
struct RecordView {
    docs: Vec<String>,
    name: String,
    is_root: bool,
    generics: String,
    elided: String,
    parameters: String,
    given: Vec<GivenView>,
    defaults: Vec<String>,
    /// Whether the standard library's defaults are the format's.
    derives_default: bool,
    steps: Vec<StepView>,
    parts: Vec<PartView>,
}

/// What the caller gives.
#[derive(Debug, Serialize)]
struct GivenView {
    docs: Vec<String>,
    name: String,
    of_type: String,
}

/// One step of writing the frame.
#[derive(Debug, Default, Serialize)]
struct StepView {
    id: String,
    name: String,
    is_magic: bool,
    magic: String,
    is_number: bool,
    kept: bool,
    width: String,
    value: String,
    ranged: bool,
    min: u64,
    max: String,
    listed: bool,
    values: String,
    known: String,
    is_offset: bool,
    blank: String,
    plus: String,
    minus: String,
    is_file_len: bool,
    is_text: bool,
    is_bytes: bool,
    is_terminated: bool,
    is_ascii: bool,
    checked: bool,
    len: String,
    is_record: bool,
    is_list: bool,
    arguments: String,
}

#[derive(Debug, Serialize)]
struct PartView {
    id: String,
    name: String,
    blank: String,
    alignment: String,
    fill: u8,
    checked: bool,
    len: String,
    min: u64,
    max: String,
    is_ascii: bool,
    is_content: bool,
    is_text: bool,
    is_terminated: bool,
    is_record: bool,
    is_list: bool,
    arguments: String,
}

#[derive(Debug, Serialize)]
struct VersionsView {
    name: String,
    generics: String,
    elided: String,
    id: String,
    on: String,
    parameters: String,
    default: String,
    cases: Vec<CaseView>,
}

#[derive(Debug, Serialize)]
struct CaseView {
    number: u64,
    name: String,
    builder: String,
    docs: String,
    arguments: String,
}

pub(super) fn view(format: &Format) -> Write {
    let fields = || format.records.iter().flat_map(|record| record.fields.iter());
    let versions = fields().filter_map(|field| match &field.what {
        What::Versions(versions) => Some(view_versions(format, field, versions)),
        _ => None,
    });
    let magics: Vec<String> = format
        .records
        .iter()
        .flat_map(|record| record.fields.iter().map(move |field| (record, field)))
        .filter(|(_, field)| matches!(field.what, What::Magic(_)))
        .map(|(record, field)| super::read::magic_name(format, record, field))
        .collect();
    let given_enum = |index: usize| {
        fields().any(|field| matches!(&field.what, What::Number(number) if number.names.is_some_and(|(named, _)| named == index) && matches!(number.source, Source::Given)))
    };
    let enums: Vec<String> = format
        .enums
        .iter()
        .enumerate()
        .filter(|(index, _)| given_enum(*index))
        .map(|(_, named)| camel(&named.id))
        .collect();
    let used = format
        .records
        .first()
        .map(|root| root.options.clone())
        .unwrap_or_default();
    Write {
        file: format.file.clone(),
        has_enums: !enums.is_empty(),
        enums,
        has_magics: !magics.is_empty(),
        magics,
        root: camel(&format.id),
        root_type: spell::builder_type(format, 0, "'_"),
        has_content: format.records.iter().any(|record| record.borrows),
        options: format
            .options
            .iter()
            .map(|option| OptionView {
                docs: spell::docs(
                    &option.docs,
                    Some(match option.max {
                        u64::MAX => format!("At least {}; {} unless said otherwise.", option.min, option.default),
                        max => format!(
                            "From {} to {max}; {} unless said otherwise.",
                            option.min, option.default
                        ),
                    }),
                ),
                name: option.id.clone(),
                id: literal(&option.id),
                constant: format!("DEFAULT_{}", option.id.to_uppercase()),
                default: option.default,
                min: option.min,
                max: spell::limit(option.max),
                used: used.contains(&option.id),
            })
            .collect(),
        versions: versions.collect(),
        records: format
            .records
            .iter()
            .enumerate()
            .map(|(index, record)| view_record(format, index, record))
            .collect(),
    }
}

fn view_record(format: &Format, index: usize, record: &Record) -> RecordView {
    let is_root = index == 0;
    let mut parameters = spell::parameters(&record.needs_to_write);
    if !is_root {
        parameters.extend(record.options.iter().map(|option| format!(", {option}: u64")));
    }
    let defaults = defaults(format, record, |_| true);
    RecordView {
        docs: spell::docs(&record.docs, None),
        name: camel(&record.id),
        is_root,
        generics: if record.borrows {
            "<'a>".to_owned()
        } else {
            String::new()
        },
        elided: if record.borrows {
            "<'_>".to_owned()
        } else {
            String::new()
        },
        parameters,
        given: given(format, record),
        derives_default: defaults.iter().all(|default| is_standard(default)),
        defaults,
        steps: record
            .fields
            .iter()
            .map(|field| step(format, record, is_root, field))
            .collect(),
        parts: record
            .parts
            .iter()
            .map(|part| view_part(format, record, is_root, part))
            .collect(),
    }
}

/// Whether `name: value` gives what `Default` gives.
fn is_standard(default: &str) -> bool {
    let value = default.split_once(": ").map_or(default, |(_, value)| value);
    ["0", "String::new()", "Vec::new()"].contains(&value) || value.ends_with("::default()")
}

/// The type in a builder, where the caller gives it.
pub(super) fn given_type(format: &Format, id: &str, what: &What, is_part: bool) -> Option<String> {
    Some(match what {
        What::Magic(_) => return None,
        What::Number(number) => match (&number.source, number.names) {
            (Source::Given, None) => "u64".to_owned(),
            (Source::Given, Some((index, open))) => {
                let name = format.enums.get(index).map(|named| camel(&named.id))?;
                if open { format!("Open<{name}>") } else { name }
            }
            _ => return None,
        },
        What::Sized(sized) if sized.encoding.is_some() => "String".to_owned(),
        What::Sized(_) if is_part => "Content<'a>".to_owned(),
        What::Sized(_) | What::Rest => "Vec<u8>".to_owned(),
        What::Terminated(..) => "String".to_owned(),
        What::Record(index) => spell::builder_type(format, *index, "'a"),
        What::List(list) => format!("Vec<{}>", spell::builder_type(format, list.record, "'a")),
        What::Versions(versions) => {
            let borrows = versions
                .cases
                .iter()
                .any(|(_, index)| format.records.get(*index).is_some_and(|record| record.borrows));
            format!("{}Builder{}", camel(id), if borrows { "<'a>" } else { "" })
        }
    })
}

/// Every field and part of a record: name, documentation, what it holds, whether it is a part.
pub(super) fn members(record: &Record) -> impl Iterator<Item = (&str, &Docs, &What, bool)> {
    let fields = record
        .fields
        .iter()
        .map(|field| (field.id.as_str(), &field.docs, &field.what, false));
    fields.chain(
        record
            .parts
            .iter()
            .map(|part| (part.id.as_str(), &part.docs, &part.what, true)),
    )
}

fn given(format: &Format, record: &Record) -> Vec<GivenView> {
    members(record)
        .filter_map(|(id, docs, what, is_part)| {
            Some(GivenView {
                docs: spell::docs(docs, None),
                name: id.to_owned(),
                of_type: given_type(format, id, what, is_part)?,
            })
        })
        .collect()
}

/// What a builder starts from: `name: value`, for the members that `wanted` picks, and the options in the outermost record.
pub(super) fn defaults(format: &Format, record: &Record, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let is_root = format.records.first().is_some_and(|root| root.id == record.id);
    let options = format.options.iter().filter(|option| is_root && wanted(&option.id));
    let options = options.map(|option| format!("{}: DEFAULT_{}", option.id, option.id.to_uppercase()));
    let members = members(record)
        .filter(|(id, ..)| wanted(id))
        .filter_map(|(id, _, what, is_part)| {
            given_type(format, id, what, is_part)?;
            Some(format!("{id}: {}", default(format, what, is_part)))
        });
    options.chain(members).collect()
}

fn default(format: &Format, what: &What, is_part: bool) -> String {
    match what {
        What::Number(number) => match number
            .names
            .and_then(|(index, open)| Some((format.enums.get(index)?, open)))
        {
            None => number.default.to_string(),
            Some((named, open)) => {
                let member = named.members.iter().find(|member| member.number == number.default);
                let name = camel(&named.id);
                match (member, open) {
                    (Some(member), false) => format!("{name}::{}", camel(&member.id)),
                    (Some(member), true) => format!("Open::Known({name}::{})", camel(&member.id)),
                    (None, _) => format!("Open::Unknown({})", number.default),
                }
            }
        },
        What::Sized(sized) => {
            let len = sized.len.expr.constant().unwrap_or(0);
            match (sized.encoding, is_part) {
                (Some(_), _) if len == 0 => "String::new()".to_owned(),
                (Some(_), _) => format!(
                    "String::from({})",
                    literal(&" ".repeat(usize::try_from(len).unwrap_or(0)))
                ),
                (None, true) if len == 0 => "Content::default()".to_owned(),
                (None, true) => format!("Content::from(&[0_u8; {len}][..])"),
                (None, false) if len == 0 => "Vec::new()".to_owned(),
                (None, false) => format!("Vec::from([0; {len}])"),
            }
        }
        What::Terminated(..) => "String::new()".to_owned(),
        What::Rest => "Vec::new()".to_owned(),
        What::List(list) => match list.count.expr.constant() {
            None | Some(0) => "Vec::new()".to_owned(),
            Some(count) => format!(
                "core::iter::repeat_with({}Builder::default).take({count}).collect()",
                spell::type_name(format, list.record)
            ),
        },
        What::Record(index) => format!("{}Builder::default()", spell::type_name(format, *index)),
        What::Versions(_) | What::Magic(_) => "Default::default()".to_owned(),
    }
}

fn step(format: &Format, record: &Record, is_root: bool, field: &Field) -> StepView {
    let base = StepView {
        id: literal(&field.id),
        name: field.id.clone(),
        arguments: arguments(format, &field.what, is_root),
        ..StepView::default()
    };
    match &field.what {
        What::Magic(_) => StepView {
            is_magic: true,
            magic: super::read::magic_name(format, record, field),
            ..base
        },
        What::Number(number) => number_step(format, record, is_root, field, number, base),
        What::Sized(sized) => {
            let (checked, min, max) = allowed(&sized.len);
            StepView {
                is_text: sized.encoding.is_some(),
                is_bytes: sized.encoding.is_none(),
                is_ascii: sized.encoding == Some(Encoding::Ascii),
                len: length_of(&field.id, &field.what, false),
                checked,
                min,
                max,
                ..base
            }
        }
        What::Terminated(limit, encoding) => StepView {
            is_terminated: true,
            is_ascii: *encoding == Encoding::Ascii,
            len: length_of(&field.id, &field.what, false),
            checked: *limit != u64::MAX,
            max: spell::limit(*limit),
            ..base
        },
        What::Rest => StepView { is_bytes: true, ..base },
        What::Record(_) | What::Versions(_) => StepView {
            is_record: true,
            ..base
        },
        What::List(list) => {
            let (checked, min, max) = allowed(&list.count);
            StepView {
                is_list: true,
                len: length_of(&field.id, &field.what, false),
                checked,
                min,
                max,
                ..base
            }
        }
    }
}

fn number_step(
    format: &Format,
    record: &Record,
    is_root: bool,
    field: &Field,
    number: &Number,
    base: StepView,
) -> StepView {
    let named = number
        .names
        .and_then(|(index, open)| Some((camel(&format.enums.get(index)?.id), open)));
    let measured = |target: &str, turned: &Turned| {
        let found = members(record).find(|(id, ..)| *id == target);
        let length = found.map_or("0".to_owned(), |(id, _, what, is_part)| length_of(id, what, is_part));
        spell::turned(&length, turned, is_root)
    };
    let (ranged, min, max) = match number.valid {
        Valid::Range(min, max) => (true, min, max.min(spell::width_max(number.width))),
        _ => (false, 0, 0),
    };
    let values: Vec<String> = match &number.valid {
        Valid::AnyOf(values) if !matches!(number.source, Source::Version(_)) => {
            values.iter().map(ToString::to_string).collect()
        }
        _ => Vec::new(),
    };
    let base = StepView {
        width: spell::width(number),
        kept: number.used || ranged || !values.is_empty(),
        ranged,
        min,
        max: spell::limit(max),
        listed: !values.is_empty(),
        known: literal(&values.join(", ")),
        values: values.join(", "),
        is_number: !matches!(number.source, Source::Offset(..) | Source::FileSize),
        is_file_len: matches!(number.source, Source::FileSize),
        ..base
    };
    match &number.source {
        Source::Given => StepView {
            value: match named {
                None => format!("self.{}", field.id),
                Some((_, false)) => format!("self.{}.number()", field.id),
                Some((name, true)) => format!("{name}::number_of(self.{})", field.id),
            },
            ..base
        },
        Source::Constant(value) => StepView {
            value: value.to_string(),
            ..base
        },
        Source::Count(target, turned) | Source::Size(target, turned) => StepView {
            value: measured(target, turned),
            ..base
        },
        Source::Offset(target, turned) => StepView {
            is_offset: true,
            blank: format!("{target}_at"),
            plus: spell::sum(&turned.plus, is_root),
            minus: spell::sum(&turned.minus, is_root),
            ..base
        },
        Source::FileSize => base,
        Source::Version(field) => StepView {
            value: format!("self.{field}.{}()", base.name),
            ..base
        },
    }
}

/// The smallest and the largest length or count that can be read back, where not all can.
fn allowed(measure: &Measure) -> (bool, u64, String) {
    match (measure.expr.constant(), measure.limit) {
        (Some(number), _) => (true, number, number.to_string()),
        (None, Some(limit)) => (true, 0, limit.to_string()),
        (None, None) => (false, 0, String::new()),
    }
}

/// How long a member of a builder is, in bytes or records.
fn length_of(id: &str, what: &What, is_part: bool) -> String {
    match what {
        What::Sized(sized) if sized.encoding.is_some() => format!("length(self.{id}.as_bytes())"),
        What::Sized(_) if is_part => format!("self.{id}.len()"),
        What::Terminated(..) => format!("length(self.{id}.as_bytes())"),
        What::List(_) => format!("count(&self.{id})"),
        _ => format!("length(&self.{id})"),
    }
}

fn arguments(format: &Format, what: &What, is_root: bool) -> String {
    let needs = spell::needs(format, what, |record| &record.needs_to_write);
    let mut text = spell::arguments(&needs, is_root, Here::Writing);
    for option in options(format, what) {
        text.push_str(&format!(", {option}"));
    }
    text
}

fn options(format: &Format, what: &What) -> std::collections::BTreeSet<String> {
    let indices: Vec<usize> = match what {
        What::Record(index) => vec![*index],
        What::List(list) => vec![list.record],
        What::Versions(versions) => versions.cases.iter().map(|(_, index)| *index).collect(),
        _ => Vec::new(),
    };
    let records = indices.into_iter().filter_map(|index| format.records.get(index));
    records.flat_map(|record| record.options.iter().cloned()).collect()
}

fn view_part(format: &Format, record: &Record, is_root: bool, part: &Part) -> PartView {
    let _ = record;
    let (checked, min, max) = match &part.what {
        What::Sized(sized) => allowed(&sized.len),
        What::List(list) => allowed(&list.count),
        What::Terminated(limit, _) => (*limit != u64::MAX, 0, spell::limit(*limit)),
        _ => (false, 0, String::new()),
    };
    let encoding = match &part.what {
        What::Sized(sized) => sized.encoding,
        What::Terminated(_, encoding) => Some(*encoding),
        _ => None,
    };
    PartView {
        id: literal(&part.id),
        name: part.id.clone(),
        blank: format!("{}_at", part.id),
        alignment: match &part.align {
            Align::To(number) => number.to_string(),
            Align::Option(option) => option.clone(),
        },
        fill: part.fill,
        checked,
        len: length_of(&part.id, &part.what, true),
        min,
        max,
        is_ascii: encoding == Some(Encoding::Ascii),
        is_content: matches!(&part.what, What::Sized(sized) if sized.encoding.is_none()),
        is_text: matches!(&part.what, What::Sized(sized) if sized.encoding.is_some()),
        is_terminated: matches!(part.what, What::Terminated(..)),
        is_record: matches!(part.what, What::Record(_)),
        is_list: matches!(part.what, What::List(_)),
        arguments: arguments(format, &part.what, is_root),
    }
}

fn view_versions(format: &Format, field: &Field, versions: &Versions) -> VersionsView {
    let needs = spell::versions_needs(format, versions, |record| &record.needs_to_write);
    let own_options = options(format, &field.what);
    let mut parameters = spell::parameters(&needs);
    parameters.extend(own_options.iter().map(|option| format!(", {option}: u64")));
    let borrows = versions
        .cases
        .iter()
        .any(|(_, index)| format.records.get(*index).is_some_and(|record| record.borrows));
    let cases = versions.cases.iter().filter_map(|(number, index)| {
        let record = format.records.get(*index)?;
        let mut arguments = spell::handed_on(&record.needs_to_write);
        arguments.extend(record.options.iter().map(|option| format!(", {option}")));
        Some(CaseView {
            number: *number,
            name: camel(&record.id),
            builder: spell::builder_type(format, *index, "'a"),
            docs: format!("`{} = {number}`.", versions.on),
            arguments,
        })
    });
    let default = versions.cases.iter().find(|(number, _)| *number == versions.default);
    VersionsView {
        name: camel(&field.id),
        generics: if borrows { "<'a>".to_owned() } else { String::new() },
        elided: if borrows { "<'_>".to_owned() } else { String::new() },
        id: field.id.clone(),
        on: versions.on.clone(),
        parameters,
        default: default.map_or_else(String::new, |(_, index)| spell::type_name(format, *index)),
        cases: cases.collect(),
    }
}
