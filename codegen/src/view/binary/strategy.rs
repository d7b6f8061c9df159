//! The view of what makes up values of a format: for properties and for fuzzing.

use offload_bundle_core::bytes::Encoding;
use serde_json::{Value, json};

use super::given::{self, Member};
use super::spell;
use crate::amounts::Range;
use crate::ir::binary::{Format, Number, Record, Sized, Valid, What};
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
        let Range { least, most } = format.amounts.option(option);
        json!({ "name": name, "values": format!("{least}..={most}_u64") })
    });
    let given = given::members(record).filter_map(|member| {
        given::given_type(format, &member)?;
        Some(json!({ "name": member.names.public, "values": strategy(format, record, &member) }))
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

fn strategy(format: &Format<'_>, record: &Record, member: &Member<'_>) -> String {
    let length = || {
        let Range { least, most } = format.amounts.length(record.id, member.id);
        format!("{least}..={most}")
    };
    let of = |index: usize| {
        format
            .records
            .get(index)
            .map_or("", |record| record.names.strategy.as_str())
    };
    match member.what {
        What::Number(number) => number_strategy(format, format.amounts.number(record.id, member.id), number),
        What::Sized(Sized { encoding: Some(Encoding::Ascii), .. }) | What::Terminated(_, Encoding::Ascii) => {
            format!("values::ascii({})", length())
        }
        What::Sized(Sized { encoding: Some(Encoding::Utf8), .. }) | What::Terminated(_, Encoding::Utf8) => {
            format!("values::text({})", length())
        }
        What::Sized(_) if member.is_part => format!("values::content({})", length()),
        What::Sized(_) | What::Rest => format!("values::bytes({})", length()),
        What::Compressed(compressed) => {
            let (min, max) = compressed.decompressed_bounds;
            let of = if compressed.digest.is_empty() {
                "compressed_without_digest"
            } else {
                "compressed"
            };
            format!("values::{of}({}, {min}..={})", length(), spell::limit(max))
        }
        What::Record(index) => format!("{}()", of(*index)),
        What::List(list) => format!("values::list({}(), {})", of(list.record), length()),
        What::Versions(versions) => format!("{}()", versions.names.strategy),
        What::Magic(_) => String::new(),
    }
}

/// The values of a number, of which only those in `narrowed` are wanted where that is given.
fn number_strategy(format: &Format<'_>, narrowed: Option<Range>, number: &Number) -> String {
    let (least, most) = number.bounds();
    let Range { least, most } = narrowed.unwrap_or(Range { least, most });
    let wanted = |number: &u64| (least..=most).contains(number);
    let any = format!("values::number({least}..={})", spell::limit(most));
    match (format.named(number), &number.valid) {
        (Some((named, names, false)), _) => {
            let members = named.members.iter().zip(&names.members);
            let members = members.filter(|(member, _)| wanted(&member.number.value));
            match narrowed {
                None => format!("proptest::sample::select({}::ALL)", names.of),
                Some(_) => {
                    let members = listed(members.map(|(_, member)| format!("{}::{member}", names.of)));
                    format!("proptest::sample::select(&[{members}][..])")
                }
            }
        }
        (Some((_, names, true)), _) => format!("{any}.prop_map({}::open)", names.of),
        (None, Valid::AnyOf(values)) => {
            let values = values
                .iter()
                .filter(|number| wanted(number))
                .map(|value| format!("{value}_u64"));
            format!("proptest::sample::select(&[{}][..])", listed(values))
        }
        (None, _) => any,
    }
}
