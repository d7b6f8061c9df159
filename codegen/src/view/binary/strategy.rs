//! The view of what makes up values of a format: for properties and for fuzzing.

use serde::Serialize;

use super::{given, spell};
use offload_bundle_core::bytes::Encoding;

use crate::ir::binary::{Format, Number, Record, Valid, What};
use crate::ir::measure::Measure;
use crate::names::camel;

#[derive(Debug, Serialize)]
pub(super) struct Strategy {
    file: String,
    enums: Vec<String>,
    records: Vec<RecordView>,
    versions: Vec<VersionsView>,
}

#[derive(Debug, Serialize)]
struct RecordView {
    id: String,
    builder: String,
    static_type: String,
    type_a: String,
    members: Vec<MemberView>,
    empty: bool,
    /// `(a, (b, c))`, as tuples of strategies have few members.
    strategies: String,
    pattern: String,
    names: String,
}

#[derive(Debug, Serialize)]
struct MemberView {
    name: String,
    arbitrary: String,
}

#[derive(Debug, Serialize)]
struct VersionsView {
    id: String,
    builder: String,
    static_type: String,
    type_a: String,
    cases: Vec<CaseView>,
    last: u64,
}

#[derive(Debug, Serialize)]
struct CaseView {
    index: u64,
    id: String,
    name: String,
}

pub(super) fn view(format: &Format) -> Strategy {
    let fields = format.records.iter().flat_map(|record| record.fields.iter());
    let versions: Vec<VersionsView> = fields
        .filter_map(|field| match &field.what {
            What::Versions(versions) => {
                let type_a = given::given_type(format, &field.id, &field.what, false)?;
                let cases: Vec<CaseView> = (0..)
                    .zip(&versions.cases)
                    .filter_map(|(number, (_, index))| {
                        let record = format.records.get(*index)?;
                        Some(CaseView { index: number, id: record.id.clone(), name: camel(&record.id) })
                    })
                    .collect();
                Some(VersionsView {
                    id: field.id.clone(),
                    builder: format!("{}Builder", camel(&field.id)),
                    static_type: type_a.replace("'a", "'static"),
                    type_a,
                    last: cases.last().map_or(0, |case| case.index),
                    cases,
                })
            }
            _ => None,
        })
        .collect();
    Strategy {
        file: format.file.clone(),
        enums: spell::enums(format),
        records: format
            .records
            .iter()
            .enumerate()
            .map(|(index, record)| view_record(format, index, record))
            .collect(),
        versions,
    }
}

fn view_record(format: &Format, index: usize, record: &Record) -> RecordView {
    let mut members = Vec::new();
    let mut strategies = Vec::new();
    if index == 0 {
        for option in &format.options {
            let most = option.max.min(option.min.saturating_add(63));
            strategies.push((option.id.clone(), format!("{}..={most}_u64", option.min)));
            members.push(MemberView {
                name: option.id.clone(),
                arbitrary: format!("u.int_in_range({}..={most})?", option.min),
            });
        }
    }
    for (id, _, what, is_part) in given::members(record) {
        if given::given_type(format, id, what, is_part).is_some() {
            strategies.push((id.to_owned(), strategy(format, id, what, is_part)));
            members.push(MemberView { name: id.to_owned(), arbitrary: arbitrary(format, what, is_part) });
        }
    }
    let names: Vec<String> = strategies.iter().map(|(name, _)| name.clone()).collect();
    let values: Vec<String> = strategies.iter().map(|(_, strategy)| strategy.clone()).collect();
    RecordView {
        id: record.id.clone(),
        builder: format!("{}Builder", camel(&record.id)),
        static_type: spell::builder_type(format, index, "'static"),
        type_a: spell::builder_type(format, index, "'a"),
        empty: names.is_empty(),
        strategies: nested(&values),
        pattern: nested(&names),
        names: names.join(", "),
        members,
    }
}

/// `a`, `(a, b)`, `(a, (b, c))` …
fn nested(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first, rest @ ..] => format!("({first}, {})", nested(rest)),
    }
}

fn strategy(format: &Format, id: &str, what: &What, is_part: bool) -> String {
    let sized = |kind: &str, measure: &Measure| match measure.expr.constant() {
        Some(len) => format!("values::{kind}_of({len})"),
        None => format!("values::{kind}({})", spell::limit(measure.limit.unwrap_or(u64::MAX))),
    };
    match what {
        What::Number(number) => number_strategy(format, number),
        What::Sized(text) => match text.encoding {
            // Text of an exact number of bytes is easiest in ASCII.
            Some(_) if text.len.expr.constant().is_some() => sized("ascii", &text.len),
            Some(Encoding::Ascii) => sized("ascii", &text.len),
            Some(Encoding::Utf8) => sized("text", &text.len),
            None if is_part => sized("content", &text.len),
            None => sized("bytes", &text.len),
        },
        What::Terminated(limit, Encoding::Ascii) => {
            format!("values::ascii({})", spell::limit(*limit))
        }
        What::Terminated(limit, _) => format!("values::text({})", spell::limit(*limit)),
        What::Rest => "values::bytes(u64::MAX)".to_owned(),
        What::Compressed(compressed) => {
            let most = compressed.len.as_ref().and_then(|len| len.limit).unwrap_or(u64::MAX);
            let (min, max) = compressed.decompressed_bounds;
            format!(
                "values::compressed({}, {min}, {})",
                spell::limit(most),
                spell::limit(max)
            )
        }
        What::Record(index) => format!("{}()", record_id(format, *index)),
        What::List(list) => match list.count.expr.constant() {
            Some(count) => format!("values::list_of({}(), {count})", record_id(format, list.record)),
            None => {
                let most = spell::limit(list.count.limit.unwrap_or(u64::MAX));
                format!("values::list({}(), {most})", record_id(format, list.record))
            }
        },
        What::Versions(_) => format!("{id}()"),
        What::Magic(_) => String::new(),
    }
}

fn record_id(format: &Format, index: usize) -> String {
    format
        .records
        .get(index)
        .map_or_else(String::new, |record| record.id.clone())
}

fn bounds(number: &Number) -> (u64, u64) {
    let most = number.width.max();
    match number.valid {
        Valid::Range(min, max) => (min, max.min(most)),
        _ => (0, most),
    }
}

fn number_strategy(format: &Format, number: &Number) -> String {
    let (min, max) = bounds(number);
    let named = number
        .names
        .and_then(|(index, open)| Some((camel(&format.enums.get(index)?.id), open)));
    match (named, &number.valid) {
        (Some((name, false)), _) => format!("proptest::sample::select({name}::ALL)"),
        (Some((name, true)), _) => format!("values::number({min}, {}).prop_map({name}::open)", spell::limit(max)),
        (None, Valid::AnyOf(values)) => {
            let values: Vec<String> = values.iter().map(|value| format!("{value}_u64")).collect();
            format!("proptest::sample::select(&[{}][..])", values.join(", "))
        }
        (None, _) => format!("values::number({min}, {})", spell::limit(max)),
    }
}

fn arbitrary(format: &Format, what: &What, is_part: bool) -> String {
    match what {
        What::Number(number) => {
            let (min, max) = bounds(number);
            let named = number
                .names
                .and_then(|(index, open)| Some((camel(&format.enums.get(index)?.id), open)));
            match (named, &number.valid) {
                (Some((name, false)), _) => format!("*u.choose({name}::ALL)?"),
                (Some((name, true)), _) => format!("{name}::open(u.int_in_range({min}..={})?)", spell::limit(max)),
                (None, Valid::AnyOf(values)) => {
                    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                    format!("*u.choose(&[{}])?", values.join(", "))
                }
                (None, _) => format!("u.int_in_range({min}..={})?", spell::limit(max)),
            }
        }
        What::Sized(sized) if sized.encoding.is_none() && is_part => {
            "Content::from(u.arbitrary::<&'a [u8]>()?)".to_owned()
        }
        What::Compressed(_) => {
            let content = "Content::from(u.arbitrary::<&'a [u8]>()?)";
            format!(
                "CompressedContent {{ content: {content}, decompressed_len: u.arbitrary()?, digest: u.arbitrary()? }}"
            )
        }
        _ => "u.arbitrary()?".to_owned(),
    }
}
