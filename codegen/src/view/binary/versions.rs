//! The view of what versions have in common: readers that give it, whichever version a file is in.

use serde_json::{Value, json};

use super::given::{Member, members};
use super::spell;
use crate::ir::binary::{Format, Number, Record, Source, What};
use crate::ir::names::Family;
use crate::prose::listed;
use crate::view::rust::Documented;

/// What several records are versions of.
pub(super) fn family(format: &Format<'_>, family: &Family) -> Value {
    let cases = family.cases.iter();
    let cases = cases.filter_map(|(case, index)| Some((case.as_str(), format.records.get(*index)?)));
    let cases: Vec<(&str, &Record<'_>)> = cases.collect();
    let variant = |(case, record): &(&str, &Record<'_>)| {
        let docs = spell::docs(record.docs, None);
        let about = docs.first().map_or("", String::as_str);
        format!("/// {about}\n    {case}({}<'a>)", record.names.reader)
    };
    json!({
        "name": family.name,
        "variants": cases.iter().map(variant).collect::<Vec<_>>(),
        "methods": in_all(format, &cases),
    })
}

/// What the records of all versions have under one name, and of one type: `cases` are what each version is called, and its record.
pub(super) fn in_all(format: &Format<'_>, cases: &[(&str, &Record<'_>)]) -> Vec<Documented> {
    let Some((_, first)) = cases.first() else {
        return Vec::new();
    };
    let methods = members(first).filter_map(|member| {
        let same: Option<Vec<Member<'_>>> = cases
            .iter()
            .map(|(_, record)| members(record).find(|other| other.id == member.id))
            .collect();
        let same = same?;
        let name = &member.names.public;
        if same.iter().any(|other| other.names.public != *name) {
            return None;
        }
        // What is said of it in general may come from other sections.
        let text = |member: &Member<'_>| member.attr.docs.text().to_owned();
        let last = same
            .last()
            .filter(|last| same.iter().all(|other| text(other) == text(last)));
        let docs = last.map(|last| spell::attr_docs(last.attr));
        let docs = docs.unwrap_or_else(|| vec![format!("`{}`, as each version has it.", member.id)]);
        let errors = "As in each version.";
        if let Some(list) = list_in_all(format, cases, &same) {
            let (result, body, falls) = list;
            let errors = if falls { errors } else { "" };
            return Some(Documented::method(
                docs,
                errors,
                &format!("{name}(self) -> {result}"),
                &body,
            ));
        }
        let result = result(format, &member)?;
        if same
            .iter()
            .any(|other| self::result(format, other).as_ref() != Some(&result))
        {
            return None;
        }
        let arms = cases
            .iter()
            .map(|(case, _)| format!("Self::{case}(record) => record.{name}()"));
        let errors = if result.starts_with("Result") { errors } else { "" };
        let (head, body) = (
            format!("{name}(self) -> {result}"),
            format!("match self {{ {} }}", listed(arms)),
        );
        Some(Documented::method(docs, errors, &head, &body))
    });
    methods.collect()
}

/// What gives the items of the lists `same`, one of each case: its type, its body, and whether it can fail. The records are the same in
/// all, or versions of one thing, and need nothing of those around them.
fn list_in_all(
    format: &Format<'_>,
    cases: &[(&str, &Record<'_>)],
    same: &[Member<'_>],
) -> Option<(String, String, bool)> {
    let indices = same.iter().map(|member| match member.what {
        What::List(list) => Some(list.record),
        _ => None,
    });
    let indices: Vec<usize> = indices.collect::<Option<_>>()?;
    let records: Vec<&Record<'_>> = indices.iter().filter_map(|index| format.records.get(*index)).collect();
    let family = format.names.families.iter().find(|family| {
        let known = |index| family.cases.iter().any(|(_, known)| *known == index);
        indices.iter().all(|index| known(*index))
    });
    let one = indices.iter().all(|index| Some(index) == indices.first());
    let of = match (one, family) {
        (true, _) => records.first()?.names.reader.clone(),
        (false, family) => family?.name.clone(),
    };
    if records.iter().any(|record| !record.needs.is_empty()) {
        return None;
    }
    let falls = same.iter().any(|member| member.is_part);
    let list = same.iter().zip(cases).map(|(member, (case, _))| {
        let mark = if member.is_part { "?" } else { "" };
        format!("Self::{case}(record) => record.{}(){mark}.list()", member.names.public)
    });
    let read = indices
        .iter()
        .zip(&records)
        .zip(cases)
        .map(|((index, record), (case, _))| {
            let read = format!("{}::read_at(record.bytes, at)", record.names.reader);
            let variant = family
                .filter(|_| !one)
                .and_then(|family| family.cases.iter().find(|(_, known)| known == index));
            match variant {
                Some((variant, _)) => {
                    format!("Self::{case}(record) => {read}.map(|(item, end)| ({of}::{variant}(item), end))")
                }
                None => format!("Self::{case}(record) => {read}"),
            }
        });
    let (list, read) = (listed(list), listed(read));
    let items = spell::items(&of);
    let given = format!("list.items(move |at| match self {{ {read} }})");
    Some(match falls {
        true => (
            format!("Result<{items}, ReadError>"),
            format!("let list = match self {{ {list} }}; Ok({given})"),
            true,
        ),
        false => (items, format!("let list = match self {{ {list} }}; {given}"), false),
    })
}

/// What the accessor of a number, a text or bytes gives.
fn result(format: &Format<'_>, member: &Member<'_>) -> Option<String> {
    Some(match member.what {
        // How a version says where something is, is its own.
        What::Number(Number { source: Source::Count(..) | Source::Size(..) | Source::Offset(..), .. }) => return None,
        What::Number(number) => match spell::named(format, number) {
            None => "u64".to_owned(),
            Some((named, true)) => format!("Open<{named}>"),
            Some((named, false)) => named,
        },
        What::Sized(sized) if sized.encoding.is_some() => "Result<&'a str, ReadError>".to_owned(),
        What::Terminated(..) => "Result<&'a str, ReadError>".to_owned(),
        What::Sized(_) | What::Rest | What::Compressed(_) => "Result<&'a [u8], ReadError>".to_owned(),
        _ => return None,
    })
}
