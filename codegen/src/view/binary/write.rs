//! The view of a format's builders.

use serde::Serialize;

use super::given::{GivenView, defaults, given, is_standard};
use super::spell;
use super::steps::{StepView, allowed, length_of, step};
use offload_bundle_core::bytes::Encoding;

use crate::ir::binary::{Align, Field, Format, Part, Record, Versions, What};
use crate::names::camel;
use crate::view::rust::literal;

#[derive(Debug, Serialize)]
pub(super) struct Write {
    file: String,
    enums: Vec<String>,
    magics: Vec<String>,
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
    let fields = format.records.iter().flat_map(|record| record.fields.iter());
    let versions = fields.filter_map(|field| match &field.what {
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
    let used = format
        .records
        .first()
        .map(|root| root.options.clone())
        .unwrap_or_default();
    Write {
        file: format.file.clone(),
        enums: spell::enums(format),
        magics,
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
        arguments: spell::writing_arguments(format, &part.what, is_root),
    }
}

fn view_versions(format: &Format, field: &Field, versions: &Versions) -> VersionsView {
    let needs = spell::versions_needs(format, versions, |record| &record.needs_to_write);
    let own_options = spell::options(format, &field.what);
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
