//! The view of what versions have in common: readers that give it, whichever version a file is in.

use serde_json::{Value, json};

use offload_bundle_core::layout::{Holds, Source};

use super::spell;
use crate::ir::binary::{Format, Member, Record};
use crate::ir::names::Family;
use crate::prose::comma_list;
use crate::view::rust::Documented;

/// What several records are versions of.
pub(super) fn family(format: &Format<'_>, family: &Family) -> Value {
    let cases = family.cases.iter();
    let cases = cases.filter_map(|(case, id)| Some((case.as_str(), format.record(id)?)));
    let cases: Vec<(&str, &Record<'_>)> = cases.collect();
    let variant = |(case, record): &(&str, &Record<'_>)| {
        let docs = spell::docs(&record.schema.docs, None);
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
    let methods = first.members.iter().filter_map(|member| {
        let same: Option<Vec<&Member<'_>>> = cases.iter().map(|(_, record)| record.member(member.id)).collect();
        let same = same?;
        let name = &member.names.public;
        if same.iter().any(|other| other.names.public != *name) {
            return None;
        }
        // Its general description may come from other sections.
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
        let result = result(format, member)?;
        let is_same = |other: &&Member<'_>| self::result(format, other).as_ref() == Some(&result);
        if !same.iter().all(is_same) {
            return None;
        }
        let arms = cases
            .iter()
            .map(|(case, _)| format!("Self::{case}(record) => record.{name}()"));
        let (result, errors) = match result {
            Gives::Number(of) => (of, ""),
            Gives::Seen(of) => (format!("Result<{of}, ReadError>"), errors),
        };
        let (head, body) = (
            format!("{name}(self) -> {result}"),
            format!("match self {{ {} }}", comma_list(arms)),
        );
        Some(Documented::method(docs, errors, &head, &body))
    });
    methods.collect()
}

/// What gives the items of the lists `same`, one of each case: its type, its body, and whether it can fail. The records are the same in
/// all, or versions of one thing.
fn list_in_all(
    format: &Format<'_>,
    cases: &[(&str, &Record<'_>)],
    same: &[&Member<'_>],
) -> Option<(String, String, bool)> {
    let ids = same.iter().map(|member| match member.holds {
        Holds::List(id, _) => Some(id),
        _ => None,
    });
    let ids: Vec<&str> = ids.collect::<Option<_>>()?;
    let records: Vec<&Record<'_>> = ids.iter().filter_map(|id| format.record(id)).collect();
    let family = format.names.families.iter().find(|family| {
        let known = |id: &str| family.cases.iter().any(|(_, known)| known == id);
        ids.iter().all(|id| known(id))
    });
    let one = ids.iter().all(|id| Some(id) == ids.first());
    let of = match (one, family) {
        (true, _) => records.first()?.names.reader.clone(),
        (false, family) => family?.name.clone(),
    };
    let falls = same.iter().any(|member| member.part.is_some());
    let list = same.iter().zip(cases).map(|(member, (case, _))| {
        let mark = if member.part.is_some() { "?" } else { "" };
        format!("Self::{case}(record) => record.{}(){mark}.list()", member.names.public)
    });
    let read = records.iter().zip(cases).map(|(record, (case, _))| {
        let read = format!("{}::read_at(record.bytes, at)", record.names.reader);
        let variant = family
            .filter(|_| !one)
            .and_then(|family| family.cases.iter().find(|(_, known)| known == record.id));
        match variant {
            Some((variant, _)) => {
                format!("Self::{case}(record) => {read}.map(|(item, end)| ({of}::{variant}(item), end))")
            }
            None => format!("Self::{case}(record) => {read}"),
        }
    });
    let (list, read) = (comma_list(list), comma_list(read));
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

/// What an accessor gives.
#[derive(PartialEq, Eq)]
enum Gives {
    /// A value of this type.
    Number(String),
    /// What is at a place that can be out of sight, of this type.
    Seen(&'static str),
}

/// What the accessor of a number, a text or bytes gives.
fn result(format: &Format<'_>, member: &Member<'_>) -> Option<Gives> {
    Some(match member.holds {
        // How a version says where something is, is its own.
        Holds::Number(.., Source::Count(..) | Source::Size(..) | Source::Offset(..)) => return None,
        Holds::Number(..) => Gives::Number(spell::number_type(format, member.attr)),
        Holds::Text(..) | Holds::Terminated(..) => Gives::Seen("&'a str"),
        Holds::Bytes(_) | Holds::Rest | Holds::Content(_) => Gives::Seen("&'a [u8]"),
        _ => return None,
    })
}
