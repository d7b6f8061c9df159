//! The view of what makes up values of a format: for properties and for fuzzing.

use offload_bundle_core::bytes::Encoding;
use serde_json::{Value, json};

use super::{given, spell};
use crate::ir::binary::{Format, Number, Record, Valid, What};
use crate::ir::measure::Measure;
use crate::names::camel;
use crate::prose::listed;

/// Most members of a tuple of strategies; where there are more, they stand in tuples of tuples.
const TUPLE: usize = 10;

pub(super) fn view(format: &Format<'_>) -> Value {
    let records = format.records.iter().enumerate();
    let records = records.map(|(index, record)| of_record(format, index, record));
    let switches = format.switches().filter_map(|(field, versions)| {
        let builder = format!("{}Builder", camel(field.id));
        let cases = format
            .cases(versions)
            .map(|(.., case)| format!("{}().prop_map({builder}::{}).boxed()", case.id, camel(case.id)));
        let value = format!("Union::new([{}]).boxed()", listed(cases));
        let of = given::given_type(format, field.id, &field.what, false)?.replace("'a", "'static");
        Some(json!({ "id": field.id, "builder": builder, "of": of, "value": value }))
    });
    json!({ "file": format.file, "enums": spell::enums(format), "strategies": records.chain(switches).collect::<Vec<_>>() })
}

fn of_record(format: &Format<'_>, index: usize, record: &Record) -> Value {
    let options = format.spec.options.iter().filter(|_| index == 0).map(|option| {
        let (least, most) = (option.least(), option.most());
        let most = most.min(least.saturating_add(63));
        (option.id.value.clone(), format!("{least}..={most}_u64"))
    });
    let given = given::members(record).filter_map(|(id, _, what, is_part)| {
        given::given_type(format, id, what, is_part)?;
        Some((id.to_owned(), strategy(format, id, what, is_part)))
    });
    let (names, values): (Vec<String>, Vec<String>) = options.chain(given).unzip();
    let builder = format!("{}Builder", camel(record.id));
    let value = if names.is_empty() {
        format!("Just({builder} {{}}).boxed()")
    } else {
        let (values, pattern) = (grouped(values), grouped(names.clone()));
        format!(
            "{values}.prop_map(|{pattern}| {builder} {{ {} }}).boxed()",
            names.join(", ")
        )
    };
    json!({ "id": record.id, "of": spell::builder_type(format, index, "'static"), "builder": builder, "value": value })
}

/// `a`, `(a, b)`, `((a, …, j), (k, …))` …
fn grouped(items: Vec<String>) -> String {
    match items.as_slice() {
        [only] => only.clone(),
        few if few.len() <= TUPLE => format!("({})", few.join(", ")),
        many => grouped(many.chunks(TUPLE).map(|group| grouped(group.to_vec())).collect()),
    }
}

fn strategy(format: &Format<'_>, id: &str, what: &What, is_part: bool) -> String {
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
        What::Record(index) => format!("{}()", format.record_id(*index)),
        What::List(list) => match list.count.expr.constant() {
            Some(count) => format!("values::list_of({}(), {count})", format.record_id(list.record)),
            None => {
                let most = spell::limit(list.count.limit.unwrap_or(u64::MAX));
                format!("values::list({}(), {most})", format.record_id(list.record))
            }
        },
        What::Versions(_) => format!("{id}()"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_are_never_long_and_never_deep() {
        let items = |count: usize| (0..count).map(|item| item.to_string()).collect::<Vec<_>>();
        assert_eq!(grouped(items(1)), "0");
        assert_eq!(grouped(items(3)), "(0, 1, 2)");
        assert_eq!(grouped(items(12)), "((0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (10, 11))");
        assert!(grouped(items(1000)).starts_with("(((0, 1,") && !grouped(items(1000)).contains("(((("));
    }
}
