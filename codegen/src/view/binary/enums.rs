//! The view of a format's named numbers.

use serde::Serialize;

use super::spell;
use crate::ir::binary::Format;
use crate::names::camel;
use crate::view::rust::{doc_lines, literal};

#[derive(Debug, Serialize)]
pub(super) struct Enums {
    file: String,
    enums: Vec<Named>,
}

#[derive(Debug, Serialize)]
struct Named {
    name: String,
    id: String,
    members: Vec<Member>,
    known: String,
    versioned: bool,
    open: bool,
}

#[derive(Debug, Serialize)]
struct Member {
    docs: Vec<String>,
    name: String,
    id: String,
    number: u64,
    since: u64,
}

pub(super) fn view(format: &Format) -> Enums {
    let enums = format.enums.iter().map(|named| {
        let known: Vec<String> = named
            .members
            .iter()
            .map(|member| format!("{} ({})", member.number, member.id))
            .collect();
        Named {
            name: camel(&named.id),
            id: named.id.clone(),
            known: literal(&known.join(", ")),
            versioned: named.versioned,
            open: named.open,
            members: named.members.iter().map(view_member).collect(),
        }
    });
    Enums { file: format.file.clone(), enums: enums.collect() }
}

fn view_member(member: &crate::ir::binary::Member) -> Member {
    let docs = spell::docs(&member.docs, None);
    Member {
        docs: match docs.is_empty() {
            true => doc_lines("", [format!("The number {}.", member.number)]),
            false => docs,
        },
        name: camel(&member.id),
        id: literal(&member.id),
        number: member.number,
        since: member.since,
    }
}
