//! Parts as JSON, written as they are read.

use offload_bundle_core::describe::{EachRow, Row};
use serde_json::{Value, json};

use super::subjects::Subject;
use super::{Look, Print, described};
use crate::canonical::{Canonical, quoted};
use crate::error::OpError;
use crate::scan::Located;

/// An input that is no bundle.
pub(super) fn not_a_bundle(print: &mut Print<'_, '_>, name: &str, error: &OpError) {
    let value = json!({ "file": name, "bundles": [], "warnings": [], "error": error.as_json() });
    print.push(&format!("  {value}"));
}

/// Up to the first part of an input.
pub(super) fn begin_file(print: &mut Print<'_, '_>, name: &str) {
    print.push(&format!("  {{\n    \"file\": {},\n    \"bundles\": [", quoted(name)));
}

/// What follows the last part.
pub(super) fn end_file(print: &mut Print<'_, '_>, warnings: &Value, error: Option<&OpError>) {
    print.push(&format!("\n    ],\n    \"warnings\": {warnings}"));
    if let Some(error) = error {
        print.push(&format!(",\n    \"error\": {}", error.as_json()));
    }
    print.push("\n  }");
}

/// Prints the part number `index`, and what is wrong with it. The result is the latter.
pub(super) fn subject<'p>(
    print: &mut Print<'_, '_>,
    look: &mut Look<'p>,
    index: usize,
    subject: &'p Subject<'p>,
) -> Result<Vec<Located>, OpError> {
    print.push(if index == 0 { "\n" } else { ",\n" });
    let section = subject.section.map_or("null".into(), quoted);
    print.push(&format!(
        "      {{\n        \"input\": {}, \"section\": {section}, \"offset\": {}, \"format\": {},\n        \"rows\": [",
        quoted(subject.input.name()),
        subject.start,
        quoted(subject.format())
    ));
    let mut separator = "\n";
    let mut shown = false;
    let errors = described(look, subject, &mut |describe| {
        let _ = describe(&mut EachRow::to(&mut |row| {
            print.push(core::mem::replace(&mut separator, ",\n"));
            print.push(&row_as_json(&row));
        }));
        shown = true;
        print.push("\n        ],\n        \"value\": ");
        let mut write = |text: &str| print.push(text);
        let mut value = Canonical::to(&mut write);
        let _ = describe(&mut value);
        value.finish();
    })?;
    if !shown {
        print.push("],\n        \"value\": {}");
    }
    if let Some(Located { finding, .. }) = errors.first() {
        let error = json!({
            "code": finding.code(),
            "offset": finding.offset,
            "path": finding.path.to_string(),
            "message": format!("{}", finding.anomaly),
        });
        print.push(&format!(",\n        \"error\": {error}"));
    }
    print.push("\n      }");
    Ok(errors)
}

fn row_as_json(row: &Row) -> String {
    let Row { path, offset, len, value, meaning, .. } = row;
    let mut text = format!(
        "          {{\"path\": {}, \"offset\": {offset}, \"len\": {len}, \"value\": {}, \"meaning\": {}",
        quoted(path),
        quoted(value),
        quoted(meaning)
    );
    if let Some(number) = row.number {
        text.push_str(&format!(", \"number\": {number}"));
    }
    if let Some(error) = &row.error {
        text.push_str(&format!(", \"error\": {}", quoted(error.problem.code())));
    }
    text.push('}');
    text
}
