//! Entries of a container in C, for all versions.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::faces::{ContainerId, ContainerTable};
use offload_bundle_core::tree::Held;
use serde_json::{Value, json};

use super::names::{FormatNames, NEXT, RecordNames, members};
use super::spelling::{comment, number};
use crate::ir::binary::{Format, Record};

struct Version<'v, 'a> {
    /// In C, for this version.
    test: String,
    place: String,
    holder: (&'v Record<'a>, &'v RecordNames),
}

pub(super) fn view(format: &Format<'_>, names: &FormatNames, table: &ContainerTable<'_>) -> Value {
    let versions = versions(format, names, table.switch);
    let attributes = match &table.id {
        ContainerId::Field(_) => &[][..],
        ContainerId::Made(attributes, _) => attributes.numbers,
    };
    let mut scope = members(&["index", "record", "version"]);
    let numbers: BTreeMap<&str, String> = attributes
        .iter()
        .map(|known| (known.name, scope.snake(known.name)))
        .collect();
    let declared = attributes
        .iter()
        .filter_map(|known| Some(json!({ "doc": comment(known.meaning, 4), "name": numbers.get(known.name)? })));
    let views = versions
        .iter()
        .filter_map(|version| of_version(format, names, (table, &numbers), version));
    let views: Vec<Value> = views.collect();
    let types: BTreeSet<(String, String)> = versions
        .iter()
        .filter_map(|version| listed_record(format, names, version.holder.0, table.entries))
        .map(|(_, entry)| (entry.of.clone(), entry.case.clone()))
        .collect();
    let records = types.into_iter().map(|(of, case)| format!("{of} {case};"));
    let far_id = match &table.id {
        ContainerId::Field(id) => versions.iter().find_map(|version| {
            let (entry, _) = listed_record(format, names, version.holder.0, table.entries)?;
            entry.member(id).filter(|member| member.is_part())
        }),
        ContainerId::Made(..) => None,
    };
    let on = format.switches().find(|(_, field, _)| Some(field.id) == table.switch);
    let version = on.and_then(|(.., switch)| Some(names.records.first()?.member(switch.on)));
    json!({
        "name": names.item,
        "numbers": declared.collect::<Vec<_>>(),
        "records": records.collect::<Vec<_>>(),
        "version": version.map_or_else(|| "0".to_owned(), |member: &str| format!("file->{member}")),
        "is_versioned": version.is_some(),
        "has_far_id": far_id.is_some(),
        "id_end": far_id.map_or(0, |member| u8::from(matches!(member.held, Held::Terminated(..)))),
        "has_id": matches!(table.id, ContainerId::Field(_)),
        "versions": views,
        "is_sized": format.tree.len.is_some(),
    })
}

/// A single item for an unversioned format.
fn versions<'v, 'a>(format: &'v Format<'a>, names: &'v FormatNames, switch: Option<&str>) -> Vec<Version<'v, 'a>> {
    let switch = format.switches().find(|(_, field, _)| Some(field.id) == switch);
    let Some((_, field, switch)) = switch else {
        let root = names.record(format, format.id);
        let root = root.map(|holder| Version { test: "1".to_owned(), place: "file".to_owned(), holder });
        return root.into_iter().collect();
    };
    let member = names.records.first().map_or("", |root| root.member(field.id));
    let cases = switch.iter().filter_map(|(value, record)| {
        let holder = names.record(format, record.name)?;
        let place = format!("&file->{member}.{}", holder.1.case);
        Some(Version { test: format!("version == {}", number(value)), place, holder })
    });
    cases.collect()
}

fn listed_record<'v, 'a>(
    format: &'v Format<'a>,
    names: &'v FormatNames,
    holder: &Record<'_>,
    id: &str,
) -> Option<(&'v Record<'a>, &'v RecordNames)> {
    match holder.member(id)?.held {
        Held::List(of, _) => names.record(format, of.name),
        _ => None,
    }
}

fn of_version(
    format: &Format<'_>,
    names: &FormatNames,
    (table, members): (&ContainerTable<'_>, &BTreeMap<&str, String>),
    version: &Version<'_, '_>,
) -> Option<Value> {
    let (record, entry) = listed_record(format, names, version.holder.0, table.entries)?;
    let holder = version.holder.1;
    let (id, numbers, texts) = match &table.id {
        ContainerId::Field(id) => (entry.function(id), Vec::new(), json!([])),
        ContainerId::Made(_, texts) => {
            let (_, text) = listed_record(format, names, record, texts.list)?;
            let is_number = |name: &str| record.member(name).is_some_and(|member| member.width().is_some());
            let numbers = members
                .iter()
                .filter(|(known, _)| is_number(known))
                .map(|(known, member)| {
                    let from = entry.member(known);
                    format!("item->{member} = item->record.{}.{from};", entry.case)
                });
            let texts = json!({
                "list": entry.function(texts.list),
                "next": entry.further(texts.list, NEXT),
                "of": text.of,
                "key": text.function(texts.key),
                "value": text.function(texts.value),
            });
            ("", numbers.collect(), texts)
        }
    };
    Some(json!({
        "test": version.test,
        "place": version.place,
        "items": holder.function(table.entries),
        "next": holder.further(table.entries, NEXT),
        "case": entry.case,
        "content": entry.function(table.content),
        "id": id,
        "numbers": numbers,
        "texts": texts,
    }))
}
