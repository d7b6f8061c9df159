//! The view of a format's named numbers.

use serde_json::{Value, json};

use super::spell;
use crate::ir::binary::Format;
use crate::model::binary::{Enum, Member, Spec};
use crate::names::camel;
use crate::view::rust::{Documented, doc_lines, literal};

pub(super) fn view(format: &Format<'_>) -> Value {
    let enums = format.spec.enums.iter().map(|named| view_enum(format.spec, named));
    json!({ "file": format.file, "enums": enums.collect::<Vec<_>>() })
}

fn view_enum(spec: &Spec, named: &Enum) -> Value {
    let arms = |value: fn(&Member) -> String| -> Vec<String> {
        let members = named.members.iter();
        members
            .map(|member| format!("Self::{} => {}", camel(&member.id), value(member)))
            .collect()
    };
    let from_number = |member: &Member| format!("{} => Some(Self::{})", member.number, camel(&member.id));
    let all = named
        .members
        .iter()
        .map(|member| format!("Self::{}", camel(&member.id)));
    let versioned = named.members.iter().any(|member| member.since.is_some());
    let since = |member: &Member| member.since.as_ref().map_or(0, |since| since.value).to_string();
    json!({
        "name": camel(&named.id),
        "id": *named.id,
        "known": literal(&named.known()),
        "members": named.members.iter().map(view_member).collect::<Vec<_>>(),
        "all": all.collect::<Vec<_>>(),
        "from_number": named.members.iter().map(from_number).collect::<Vec<_>>(),
        "numbers": arms(|member| member.number.to_string()),
        "names": arms(|member| literal(&member.id)),
        "since": if versioned { arms(since) } else { Vec::new() },
        "open": spec.is_open(named),
    })
}

fn view_member(member: &Member) -> Documented {
    let mut docs = spell::docs(&member.docs, None);
    if docs.is_empty() {
        docs = doc_lines("", [format!("The number {}.", member.number)]);
    }
    Documented { docs, text: camel(&member.id) }
}
