//! The view of what makes builders of values that go by the names of the schema.

use serde_json::{Value, json};

use super::given::{self, Member};
use super::spell;
use crate::ir::binary::{Format, Record, What};
use crate::prose::listed;
use crate::view::rust::literal;

pub(super) fn view(format: &Format<'_>) -> Value {
    let records = format.records.iter().enumerate();
    let switches = format.switches().map(|(_, versions)| {
        let borrows = format.cases(versions).any(|(.., record)| record.borrows);
        let arms = format
            .cases(versions)
            .map(|(number, case, record)| format!("{number} => Self::{case}({}::of(values))", record.names.builder));
        json!({
            "generics": if borrows { "<'a>" } else { "" },
            "lifetime": if borrows { "'a" } else { "'_" },
            "of": given::switch_type(format, versions, "'a"),
            "arms": arms.collect::<Vec<_>>(),
        })
    });
    json!({
        "file": format.file,
        "enums": spell::enums(format),
        "builders": records.map(|(index, record)| of_record(format, index, record)).collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
    })
}

fn of_record(format: &Format<'_>, index: usize, record: &Record<'_>) -> Value {
    let options = given::options(format, record).map(|(member, constant, option)| {
        format!("{member}: values.number({}).unwrap_or({constant})", literal(&option.id))
    });
    let given = given::members(record).filter_map(|member| {
        given::given_type(format, &member)?;
        Some(format!("{}: {}", member.names.public, given_value(format, &member)))
    });
    let members = options.chain(given).collect::<Vec<_>>();
    json!({
        "generics": if record.borrows { "<'a>" } else { "" },
        "lifetime": if record.borrows { "'a" } else { "'_" },
        "of": spell::builder_type(format, index, "'a"),
        "value": match members.is_empty() {
            true => "let _ = values; Self {}".to_owned(),
            false => format!("Self {{ {} }}", listed(members)),
        },
    })
}

fn given_value(format: &Format<'_>, member: &Member<'_>) -> String {
    let id = literal(member.id);
    match member.what {
        What::Number(number) => {
            let value = format!("values.number({id}).unwrap_or({})", number.default);
            match spell::named(format, number) {
                None => value,
                Some((name, true)) => format!("{name}::open({value})"),
                Some((name, false)) => {
                    let first = format.named(number).and_then(|(_, names, _)| names.members.first());
                    let first = first.map_or("", String::as_str);
                    format!("{name}::from_number({value}).unwrap_or({name}::{first})")
                }
            }
        }
        What::Sized(sized) if sized.encoding.is_some() => format!("values.text({id}).into()"),
        What::Terminated(..) => format!("values.text({id}).into()"),
        What::Sized(_) if member.is_part => format!("values.content({id})"),
        What::Sized(_) | What::Rest => format!("values.bytes({id})"),
        What::Compressed(_) => format!("values.compressed({id})"),
        What::Record(index) => {
            let builder = given::builder(format, *index);
            format!("values.record({id}).map_or_else({builder}::default, |(_, inner)| {builder}::of(inner))")
        }
        What::Versions(versions) => {
            let builder = &versions.names.builder;
            format!(
                "values.record({id}).map_or_else({builder}::default, |(number, inner)| {builder}::of(number, inner))"
            )
        }
        What::List(list) => {
            let builder = given::builder(format, list.record);
            format!("values.list({id}).iter().map({builder}::of).collect()")
        }
        What::Magic(_) => String::new(),
    }
}
