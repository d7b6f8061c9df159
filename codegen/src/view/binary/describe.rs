//! The view of what shows a format field by field.

use serde::Serialize;

use super::{read, spell};
use crate::ir::binary::{Docs, Format, Record, What};
use crate::names::camel;
use crate::view::rust::{first_sentence, literal};

#[derive(Debug, Serialize)]
pub(super) struct Describe {
    file: String,
    root: String,
    enums: Vec<String>,
    records: Vec<RecordView>,
    versions: Vec<VersionsView>,
    /// How records are read, to show one as far as it can be.
    read: read::Read,
}

#[derive(Debug, Serialize)]
struct RecordView {
    name: String,
    members: Vec<MemberView>,
}

#[derive(Debug, Default, Serialize)]
struct MemberView {
    id: String,
    name: String,
    meaning: String,
    is_magic: bool,
    magic: String,
    is_number: bool,
    width: String,
    value_name: String,
    is_text: bool,
    is_part_text: bool,
    is_opaque: bool,
    is_part_opaque: bool,
    is_record: bool,
    is_part_record: bool,
    is_list: bool,
    is_part_list: bool,
    record: String,
}

#[derive(Debug, Serialize)]
struct VersionsView {
    name: String,
    cases: Vec<String>,
}

pub(super) fn view(format: &Format) -> Describe {
    let fields = format.records.iter().flat_map(|record| record.fields.iter());
    let versions = fields.filter_map(|field| match &field.what {
        What::Versions(versions) => Some(VersionsView {
            name: camel(&field.id),
            cases: versions
                .cases
                .iter()
                .map(|(_, index)| spell::type_name(format, *index))
                .collect(),
        }),
        _ => None,
    });
    let versions: Vec<VersionsView> = versions.collect();
    Describe {
        file: format.file.clone(),
        root: camel(&format.id),
        enums: spell::enums(format),
        records: format
            .records
            .iter()
            .map(|record| view_record(format, record))
            .collect(),
        versions,
        read: read::view(format),
    }
}

fn view_record(format: &Format, record: &Record) -> RecordView {
    let fields = record.fields.iter().map(|field| {
        let view = member(format, &field.id, &field.docs, &field.what, false);
        MemberView { magic: read::magic_name(format, record, field), ..view }
    });
    let parts = record
        .parts
        .iter()
        .map(|part| member(format, &part.id, &part.docs, &part.what, true));
    RecordView { name: camel(&record.id), members: fields.chain(parts).collect() }
}

fn member(format: &Format, id: &str, docs: &Docs, what: &What, is_part: bool) -> MemberView {
    let base = MemberView {
        id: literal(id),
        name: id.to_owned(),
        meaning: literal(&first_sentence(&docs.doc)),
        ..MemberView::default()
    };
    match what {
        What::Magic(_) => MemberView { is_magic: true, ..base },
        What::Number(number) => {
            let named = number.names.and_then(|(index, _)| format.enums.get(index));
            let value_name = named.map_or("None".to_owned(), |named| {
                format!("{0}::from_number(self.{id}.value).map({0}::name)", camel(&named.id))
            });
            MemberView { is_number: true, width: spell::width(number), value_name, ..base }
        }
        What::Sized(sized) if sized.encoding.is_some() => {
            MemberView { is_text: !is_part, is_part_text: is_part, ..base }
        }
        What::Terminated(..) => MemberView { is_text: !is_part, is_part_text: is_part, ..base },
        What::Sized(_) | What::Rest => MemberView { is_opaque: !is_part, is_part_opaque: is_part, ..base },
        // Where it stands is asked for, as of a part.
        What::Compressed(_) => MemberView { is_part_opaque: true, ..base },
        What::Record(_) | What::Versions(_) => MemberView { is_record: !is_part, is_part_record: is_part, ..base },
        What::List(list) => MemberView {
            is_list: !is_part,
            is_part_list: is_part,
            record: spell::type_name(format, list.record),
            ..base
        },
    }
}
