//! The view of a format's named numbers.

use serde::Serialize;

use super::spell;
use crate::ir::binary::{Enum, Format, Member};
use crate::names::camel;
use crate::view::rust::{Documented, doc_lines, literal};

#[derive(Debug, Serialize)]
pub(super) struct Enums {
    file: String,
    enums: Vec<Named>,
}

/// An enum: its members, and the arms of its methods.
#[derive(Debug, Serialize)]
struct Named {
    name: String,
    id: String,
    known: String,
    members: Vec<Documented>,
    all: Vec<String>,
    from_number: Vec<String>,
    numbers: Vec<String>,
    names: Vec<String>,
    /// None where all versions have all members.
    since: Vec<String>,
    open: bool,
}

pub(super) fn view(format: &Format<'_>) -> Enums {
    Enums { file: format.file.clone(), enums: format.enums.iter().map(view_enum).collect() }
}

fn view_enum(named: &Enum) -> Named {
    let arms = |value: fn(&Member) -> String| -> Vec<String> {
        let members = named.members.iter();
        members
            .map(|member| format!("Self::{} => {}", camel(&member.id), value(member)))
            .collect()
    };
    let from_number = |member: &Member| format!("{} => Some(Self::{})", member.number, camel(&member.id));
    Named {
        name: camel(&named.id),
        id: named.id.clone(),
        known: literal(&named.known()),
        members: named.members.iter().map(view_member).collect(),
        all: named
            .members
            .iter()
            .map(|member| format!("Self::{}", camel(&member.id)))
            .collect(),
        from_number: named.members.iter().map(from_number).collect(),
        numbers: arms(|member| member.number.to_string()),
        names: arms(|member| literal(&member.id)),
        since: if named.versioned {
            arms(|member| member.since.to_string())
        } else {
            Vec::new()
        },
        open: named.open,
    }
}

fn view_member(member: &Member) -> Documented {
    let mut docs = spell::docs(&member.docs, None);
    if docs.is_empty() {
        docs = doc_lines("", [format!("The number {}.", member.number)]);
    }
    Documented { docs, text: camel(&member.id) }
}
