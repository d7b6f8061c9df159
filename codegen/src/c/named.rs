//! Named numbers in C: a macro for each, and a function from number to name.

use serde_json::{Value, json};

use super::names::FormatNames;
use super::spelling::{comment, docs, literal, number};
use crate::ir::binary::Format;

pub(super) fn views(format: &Format<'_>, names: &FormatNames) -> Vec<Value> {
    let enums = format.spec.root.enums.iter().zip(&names.enums);
    let views = enums.map(|(named, (word, macros))| {
        let members = named.members.iter().zip(macros).map(|(member, name)| {
            json!({
                "doc": comment(&docs(&member.docs), 0),
                "name": name,
                "number": number(member.unsigned()),
                "word": literal(&member.id),
            })
        });
        json!({ "id": *named.id, "word": word, "members": members.collect::<Vec<_>>() })
    });
    views.collect()
}
