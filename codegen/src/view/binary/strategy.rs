//! The view of what makes up values of a format: for properties and for fuzzing.

use offload_bundle_core::bytes::Encoding;
use serde_json::{Value, json};

use super::given::{self, Member};
use super::spell;
use crate::ir::binary::{Format, Number, Record, Valid, What};
use crate::ir::measure::Measure;
use crate::prose::listed;

pub(super) fn view(format: &Format<'_>) -> Value {
    let records = format.records.iter().enumerate();
    let records = records.map(|(index, record)| of_record(format, index, record));
    let switches = format.switches().map(|(_, versions)| {
        let builder = &versions.names.builder;
        let cases = format.cases(versions);
        let cases =
            cases.map(|(_, case, record)| format!("{}().prop_map({builder}::{case}).boxed()", record.names.strategy));
        json!({
            "name": versions.names.strategy,
            "builder": builder,
            "of": given::switch_type(format, versions, "'static"),
            "fields": Vec::<Value>::new(),
            "value": format!("Union::new([{}]).boxed()", listed(cases)),
        })
    });
    json!({ "file": format.file, "enums": spell::enums(format), "strategies": records.chain(switches).collect::<Vec<_>>() })
}

fn of_record(format: &Format<'_>, index: usize, record: &Record) -> Value {
    let options = given::options(format, record).map(|(name, _, option)| {
        let (least, most) = (option.least(), option.most());
        let most = most.min(least.saturating_add(63));
        json!({ "name": name, "values": format!("{least}..={most}_u64") })
    });
    let given = given::members(record).filter_map(|member| {
        given::given_type(format, &member)?;
        Some(json!({ "name": member.names.public, "values": strategy(format, &member) }))
    });
    let builder = &record.names.builder;
    json!({
        "name": record.names.strategy,
        "of": spell::builder_type(format, index, "'static"),
        "fields": options.chain(given).collect::<Vec<_>>(),
        "value": format!("Just({builder} {{}}).boxed()"),
        "builder": builder,
    })
}

fn strategy(format: &Format<'_>, member: &Member<'_>) -> String {
    let sized = |kind: &str, measure: &Measure| match measure.expr.constant() {
        Some(len) => format!("values::{kind}_of({len})"),
        None => format!("values::{kind}({})", spell::limit(measure.limit.unwrap_or(u64::MAX))),
    };
    let of = |index: usize| {
        format
            .records
            .get(index)
            .map_or("", |record| record.names.strategy.as_str())
    };
    match member.what {
        What::Number(number) => number_strategy(format, number),
        What::Sized(text) => match text.encoding {
            // Text of an exact number of bytes is easiest in ASCII.
            Some(_) if text.len.expr.constant().is_some() => sized("ascii", &text.len),
            Some(Encoding::Ascii) => sized("ascii", &text.len),
            Some(Encoding::Utf8) => sized("text", &text.len),
            None if member.is_part => sized("content", &text.len),
            None => sized("bytes", &text.len),
        },
        What::Terminated(limit, Encoding::Ascii) => format!("values::ascii({})", spell::limit(*limit)),
        What::Terminated(limit, Encoding::Utf8) => format!("values::text({})", spell::limit(*limit)),
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
        What::Record(index) => format!("{}()", of(*index)),
        What::List(list) => match list.count.expr.constant() {
            Some(count) => format!("values::list_of({}(), {count})", of(list.record)),
            None => {
                let most = spell::limit(list.count.limit.unwrap_or(u64::MAX));
                format!("values::list({}(), {most})", of(list.record))
            }
        },
        What::Versions(versions) => format!("{}()", versions.names.strategy),
        What::Magic(_) => String::new(),
    }
}

fn number_strategy(format: &Format<'_>, number: &Number) -> String {
    let (min, max) = number.bounds();
    let max = spell::limit(max);
    match (spell::named(format, number), &number.valid) {
        (Some((name, false)), _) => format!("proptest::sample::select({name}::ALL)"),
        (Some((name, true)), _) => format!("values::number({min}, {max}).prop_map({name}::open)"),
        (None, Valid::AnyOf(values)) => {
            let values = values.iter().map(|value| format!("{value}_u64"));
            format!("proptest::sample::select(&[{}][..])", listed(values))
        }
        (None, _) => format!("values::number({min}, {max})"),
    }
}
