//! Checks of single interpreted schemas: ids and size.

use crate::model::binary::Spec;
use crate::problem::Problems;

/// The maximum number of types.
const MOST_TYPES: usize = 3000;
/// The maximum number of fields and instances of a record.
const MOST_FIELDS: usize = 1000;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    if let Some(reason) = spec.reason.as_ref().filter(|reason| reason.trim().is_empty()) {
        let hint = "say what a writer could not know, for those who look for one";
        problems.add(reason, "the reason for no writer", "nothing", hint);
    }
    let records = spec.root.all();
    if records.len() > MOST_TYPES {
        let hint = "describe the rest in a schema of its own, and import it";
        let found = records.len().to_string();
        problems.add(&spec.id, format!("at most {MOST_TYPES} types"), found, hint);
    }
    for record in records {
        problems.snake_case(&record.id);
        let attrs = record.attrs().map(|attr| &attr.id);
        let ids: Vec<_> = attrs.chain(record.params.iter().map(|param| &param.id)).collect();
        problems.unique("an id in this record", ids.iter().copied());
        for id in ids.iter().filter(|id| !id.starts_with("_unnamed")) {
            problems.snake_case(id);
        }
        if ids.len() > MOST_FIELDS {
            let expected = format!("at most {MOST_FIELDS} fields and instances");
            let hint = "join some in types of their own";
            problems.add(&record.id, expected, ids.len().to_string(), hint);
        }
    }
}
