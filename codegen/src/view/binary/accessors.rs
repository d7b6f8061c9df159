//! The view of what calls each method of each reader once, for tests and for fuzzing.

use serde_json::{Value, json};

use crate::ir::binary::{Format, Grammar, Record, What};
use crate::ir::names::Names;

pub(super) fn view(format: &Format<'_>) -> Value {
    let root = format.records.first().map(|root| &root.names.reader);
    let records = format.records.iter().map(|record| {
        json!({
            "name": record.names.reader,
            "calls": calls(record),
        })
    });
    let switches = format.switches().map(|(_, versions)| {
        let cases = format.cases(versions).map(|(_, case, _)| case);
        json!({ "name": versions.names.reader, "cases": cases.collect::<Vec<_>>() })
    });
    json!({
        "file": format.file,
        "root": root,
        "has_lists": whats(format).any(|what| matches!(what, What::List(_))),
        "records": records.collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
    })
}

/// What the fields of all records hold, and what they point at.
fn whats<'f>(format: &'f Format<'_>) -> impl Iterator<Item = &'f What> {
    let records = format.records.iter();
    records.flat_map(|record| {
        let parts = record.parts.iter().map(|part| &part.what);
        record.fields.iter().map(|field| &field.what).chain(parts)
    })
}

/// The statements that call the methods of a record's reader.
fn calls(record: &Record<'_>) -> Vec<String> {
    let mut calls = vec![given("bytes"), given("frame")];
    for field in &record.fields {
        calls.extend(of_what(&field.what, &field.grammar, &field.names, false));
    }
    for part in &record.parts {
        calls.extend(of_what(&part.what, &part.grammar, &part.names, true));
    }
    calls
}

/// The statements for a field, or for a part that is pointed at, which may not be there.
fn of_what(what: &What, grammar: &Option<Grammar<'_>>, names: &Names, pointed_at: bool) -> Vec<String> {
    let Names { public: name, place, parsed, .. } = names;
    let mut calls = match what {
        What::Magic(_) => vec![],
        What::Record(_) | What::Versions(_) if pointed_at => {
            vec![format!("let _ = self.{name}().map(CallAll::call_all);")]
        }
        What::Record(_) | What::Versions(_) => vec![format!("CallAll::call_all(self.{name}());")],
        What::List(_) => {
            let lists = if pointed_at { ".into_iter().flatten()" } else { "" };
            vec![format!("self.{name}(){lists}.take(MOST).flatten().for_each(CallAll::call_all);")]
        }
        What::Compressed(_) => vec![given(place), given(name)],
        What::Sized(_) | What::Terminated(..) if pointed_at => vec![given(place), given(name)],
        What::Number(_) | What::Sized(_) | What::Terminated(..) | What::Rest => vec![given(name)],
    };
    calls.extend(grammar.iter().map(|_| given(parsed)));
    calls
}

/// A value that nothing else can be done with.
fn given(method: &str) -> String {
    format!("let _ = black_box(self.{method}());")
}
