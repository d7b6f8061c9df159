//! Properties of all writers: they accept exactly what the schema allows.
// Test code: a violated property panics.
#![allow(clippy::panic)]

use alloc::vec::Vec;

use super::values::letters;
use crate::bytes::Encoding;
use crate::error::{Step, WriteError};
use crate::plan::Content;
use crate::tree::{Attr, Held, Measure, Record, Rule, Source, Tree};
use crate::write::{Value, Values};

/// Records or letters.
const TRIED: u64 = 1 << 20;

struct Case {
    member: &'static str,
    value: Value<'static>,
    allowed: bool,
}

/// Includes text that could not be read back.
pub(super) fn limits(tree: &'static Tree<'static>) {
    for record in tree.records {
        for Case { member, value, allowed } in cases(tree, record) {
            let mut values = tree.least(record);
            let attr = record.attr(member);
            if attr.is_some_and(|attr| !values.make_present(record, attr)) {
                continue;
            }
            values.set(member, value);
            let Some(values) = holding(tree, tree.records.first(), record.name, &values) else {
                continue;
            };
            match tree.plan(&values) {
                Err(error) if allowed => {
                    assert!(
                        !is_of(&error, member),
                        "{}.{member}: what is allowed is refused: {error}",
                        record.name
                    );
                }
                said => assert!(
                    allowed || said.is_err(),
                    "{}.{member}: what is too much is taken",
                    record.name
                ),
            }
        }
    }
}

fn is_of(error: &WriteError, member: &'static str) -> bool {
    error.path.steps().last() == Some(&Step::Field(member))
}

fn holding(
    tree: &'static Tree<'static>,
    record: Option<&'static Record<'static>>,
    wanted: &str,
    values: &Values<'static>,
) -> Option<Values<'static>> {
    let record = record?;
    if record.name == wanted {
        return Some(values.clone());
    }
    let inside = |inner| holding(tree, Some(inner), wanted, values);
    record.attrs().find_map(|attr| {
        let value = match tree.held(attr) {
            Held::Record(inner) => Value::Record(inside(inner)?),
            Held::List(inner, count) => {
                let found = inside(inner)?;
                Value::List((0..count.least.max(1)).map(|_| found.clone()).collect())
            }
            Held::Versions(versions) => versions
                .iter()
                .find_map(|(number, inner)| Some(Value::Case(number, inside(inner)?)))?,
            _ => return None,
        };
        let mut around = tree.least(record);
        around.set(attr.name, value);
        Some(around)
    })
}

fn cases(tree: &'static Tree<'static>, record: &'static Record<'static>) -> Vec<Case> {
    let is_root = tree.records.first() == Some(record);
    let options = tree.options.iter().filter(|_| is_root).flat_map(|option| {
        let (least, most) = option.range;
        ends(option.name, least, most, u64::MAX, &Value::Number)
    });
    options
        .chain(record.attrs().flat_map(|attr| of_member(tree, attr)))
        .collect()
}

fn of_member(tree: &'static Tree<'static>, attr: &'static Attr<'static>) -> Vec<Case> {
    let name = attr.name;
    let text = |len| Value::Text(letters(len).into());
    let odd = |text: &'static str| Case { member: name, value: Value::Text(text.into()), allowed: false };
    let counted = |len: &Measure<'_>, tried, value: &dyn Fn(u64) -> Value<'static>| {
        let bounds = len.bounds();
        bounds.map_or_else(Vec::new, |(least, most)| ends(name, least, most, tried, value))
    };
    match tree.held(attr) {
        Held::Number(_) if matches!(attr.written.source, Source::Given(_)) => match attr.valid {
            [Rule::Range(min, max)] => ends(name, *min, *max, u64::MAX, &Value::Number),
            [Rule::Among(numbers, _)] => {
                let beside = numbers
                    .iter()
                    .flat_map(|number| [number.checked_sub(1), number.checked_add(1)]);
                let all = numbers.iter().copied().chain(beside.flatten());
                let case =
                    |number| Case { member: name, value: Value::Number(number), allowed: numbers.contains(&number) };
                all.map(case).collect()
            }
            // The writer checks the width.
            _ => Vec::new(),
        },
        Held::Text(encoding, len) => {
            let ascii = (encoding == Encoding::Ascii).then(|| odd("é"));
            counted(&len, TRIED, &text).into_iter().chain(ascii).collect()
        }
        Held::Terminated(encoding, limit) => {
            let ascii = (encoding == Encoding::Ascii).then(|| odd("é"));
            let ends = ends(name, 0, limit.unwrap_or(u64::MAX), TRIED, &text).into_iter();
            ends.chain([odd("a\0b")]).chain(ascii).collect()
        }
        Held::Bytes(_) if attr.written.is_sum() => Vec::new(),
        Held::Bytes(len) if attr.pos.is_some() => {
            counted(&len, u64::MAX, &|len| Value::Content(Content::External(len)))
        }
        Held::Bytes(len) => counted(&len, TRIED, &|len| Value::Content(letters(len).into_bytes().into())),
        Held::List(inner, count) => counted(&count, TRIED, &|count| {
            Value::List((0..count).map(|_| tree.least(inner)).collect())
        }),
        _ => Vec::new(),
    }
}

fn ends(member: &'static str, least: u64, most: u64, tried: u64, value: &dyn Fn(u64) -> Value<'static>) -> Vec<Case> {
    let inside = [Some(least), Some(most).filter(|most| *most != least)];
    let outside = [least.checked_sub(1), most.checked_add(1)];
    let all = inside
        .map(|number| (number, true))
        .into_iter()
        .chain(outside.map(|number| (number, false)));
    let wanted = all.filter_map(|(number, allowed)| Some((number.filter(|number| *number <= tried)?, allowed)));
    wanted
        .map(|(number, allowed)| Case { member, value: value(number), allowed })
        .collect()
}
