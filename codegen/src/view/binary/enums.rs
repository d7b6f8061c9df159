//! Views of named numbers.

use serde_json::{Value, json};

use super::spell;
use crate::ir::binary::Format;
use crate::ir::names::EnumNames;
use crate::model::binary::{Enum, Member};
use crate::view::rust::{Documented, doc_lines, literal};

pub(super) fn view(format: &Format<'_>) -> Value {
    let enums = format.spec.root.enums.iter().zip(&format.names.enums);
    let enums = enums.map(|(named, names)| view_enum(named, names));
    json!({ "file": format.file, "enums": enums.collect::<Vec<_>>() })
}

fn view_enum(named: &Enum, names: &EnumNames) -> Value {
    let members = || named.members.iter().zip(&names.members);
    let all = members().map(|(member, name)| format!("(Self::{name}, {}, {})", member.number, literal(&member.id)));
    json!({
        "name": names.of,
        "id": *named.id,
        "members": members().map(view_member).collect::<Vec<_>>(),
        "all": all.collect::<Vec<_>>(),
    })
}

fn view_member((member, name): (&Member, &String)) -> Documented {
    let mut docs = spell::docs(&member.docs, None);
    if docs.is_empty() {
        docs = doc_lines("", [format!("The number {}.", member.number)]);
    }
    Documented { docs, text: name.clone() }
}
