//! The view of what a writer takes and refuses: the last number that the schema allows, and the next one.

use std::collections::BTreeSet;

use offload_bundle_core::bytes::Encoding;
use serde_json::{Value, json};

use super::given::{self, Member};
use super::spell;
use crate::ir::binary::{Format, Number, Record, Sized, Source, Valid, What};
use crate::ir::measure::Measure;
use crate::prose::listed;
use crate::view::rust::literal;

/// The largest number of records or letters that a test makes.
const TRIED: u64 = 1 << 20;

pub(super) fn view(format: &Format<'_>) -> Vec<Value> {
    format
        .records
        .iter()
        .flat_map(|record| of_record(format, record))
        .collect()
}

fn of_record(format: &Format<'_>, record: &Record<'_>) -> Vec<Value> {
    let is_root = format.is_root(record);
    let options = given::options(format, record).map(|(name, _, option)| {
        let [allowed, refused] = range(option.least(), option.most(), u64::MAX);
        (literal(&option.id), name, "number".to_owned(), allowed, refused)
    });
    let given = given::members(record).flat_map(|member| {
        let cases = given::given_type(format, &member).map_or_else(Vec::new, |_| of_member(&member));
        let (id, name) = (literal(member.id), member.names.public.as_str());
        cases
            .into_iter()
            .map(move |Case { value, allowed, refused }| (id.clone(), name, value, allowed, refused))
    });
    let told = if is_root {
        0
    } else {
        record.needs_to_write.len() + record.options.len()
    };
    let members = given::options(format, record).count() + given::given(format, record).len();
    let cases = options.chain(given).filter(|(.., refused)| !refused.is_empty());
    let case = |(id, name, value, allowed, refused): (String, &str, String, Vec<String>, Vec<String>)| {
        json!({
            "id": id,
            "value": spell::set(name, &value),
            "others": members > 1,
            "builder": record.names.builder,
            // What others say of the record does not decide.
            "arguments": ", 1".repeat(told),
            "allowed": listed(allowed),
            "refused": listed(refused),
            "given": if value.contains("number") { "number" } else { "_" },
        })
    };
    cases.map(case).collect()
}

/// Values of a member, and the numbers by which they are tried.
struct Case {
    value: String,
    allowed: Vec<String>,
    refused: Vec<String>,
}

fn of_member(member: &Member<'_>) -> Vec<Case> {
    match member.what {
        What::Number(number) => of_number(number),
        What::Sized(Sized { len, encoding }) => {
            let (value, most) = match encoding {
                Some(_) => ("testing::values::letters(number)", TRIED),
                None if member.is_part => ("Content::External(number)", u64::MAX),
                None => ("testing::values::letters(number).into()", TRIED),
            };
            let odd = (*encoding == Some(Encoding::Ascii)).then(|| odd("é"));
            counted(len, value, most).into_iter().chain(odd).collect()
        }
        What::Terminated(limit, encoding) => {
            let [allowed, refused] = range(0, *limit, TRIED);
            let value = "testing::values::letters(number)".to_owned();
            let ascii = (*encoding == Encoding::Ascii).then(|| odd("é"));
            [Case { value, allowed, refused }, odd("a\\0b")]
                .into_iter()
                .chain(ascii)
                .collect()
        }
        What::List(list) => counted(&list.count, "testing::values::standard(number)", TRIED),
        _ => Vec::new(),
    }
}

fn counted(measure: &Measure, value: &str, tried: u64) -> Vec<Case> {
    let bounds = match (measure.expr.constant(), measure.limit) {
        (Some(number), _) => Some((number, number)),
        (None, limit) => limit.map(|limit| (0, limit)),
    };
    let case = bounds.map(|(least, most)| {
        let [allowed, refused] = range(least, most, tried);
        Case { value: value.to_owned(), allowed, refused }
    });
    case.into_iter().collect()
}

fn of_number(number: &Number) -> Vec<Case> {
    if number.names.is_some() || !matches!(number.source, Source::Given) {
        return Vec::new();
    }
    let [allowed, refused] = match &number.valid {
        // How wide it is, the writer looks at by itself.
        Valid::Any => return Vec::new(),
        Valid::Range(min, max) => range(*min, *max, u64::MAX),
        Valid::AnyOf(values) => {
            let beside = values
                .iter()
                .flat_map(|value| [value.checked_sub(1), value.checked_add(1)]);
            let beside: BTreeSet<u64> = beside.flatten().filter(|value| !values.contains(value)).collect();
            [values.iter().copied().map(spell::limit).collect(), beside.into_iter().map(spell::limit).collect()]
        }
    };
    vec![Case { value: "number".to_owned(), allowed, refused }]
}

/// A text that the field must not hold.
fn odd(text: &str) -> Case {
    Case { value: format!("\"{text}\".into()"), allowed: Vec::new(), refused: vec!["0".to_owned()] }
}

/// The numbers at the ends of a range, and those just outside; nothing above `tried`.
fn range(least: u64, most: u64, tried: u64) -> [Vec<String>; 2] {
    let wanted = |number: &u64| *number <= tried;
    let allowed = if least == most { vec![least] } else { vec![least, most] };
    let refused = [least.checked_sub(1), most.checked_add(1)];
    [
        allowed.into_iter().filter(wanted).map(spell::limit).collect(),
        refused.into_iter().flatten().filter(wanted).map(spell::limit).collect(),
    ]
}
