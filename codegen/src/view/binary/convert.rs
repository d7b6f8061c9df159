//! The view of what turns read records into builders.

use serde::Serialize;

use super::{given, spell};
use crate::ir::binary::{Format, Record, What};
use crate::names::camel;
use crate::view::rust::literal;

#[derive(Debug, Serialize)]
pub(super) struct Convert {
    file: String,
    records: Vec<RecordView>,
    versions: Vec<VersionsView>,
}

#[derive(Debug, Serialize)]
struct RecordView {
    name: String,
    has_options: bool,
    builder: String,
    members: Vec<String>,
}

#[derive(Debug, Serialize)]
struct VersionsView {
    name: String,
    builder: String,
    cases: Vec<String>,
}

pub(super) fn view(format: &Format) -> Convert {
    let fields = || format.records.iter().flat_map(|record| record.fields.iter());
    let versions = fields().filter_map(|field| match &field.what {
        What::Versions(versions) => Some(VersionsView {
            name: camel(&field.id),
            builder: given::given_type(format, &field.id, &field.what, false)?,
            cases: versions
                .cases
                .iter()
                .map(|(_, index)| spell::type_name(format, *index))
                .collect(),
        }),
        _ => None,
    });
    Convert {
        file: format.file.clone(),
        records: format
            .records
            .iter()
            .enumerate()
            .map(|(index, record)| view_record(format, index, record))
            .collect(),
        versions: versions.collect(),
    }
}

fn view_record(format: &Format, index: usize, record: &Record) -> RecordView {
    let is_root = index == 0;
    let options = format.options.iter().filter(|_| is_root);
    let options = options.map(|option| format!("{}: DEFAULT_{}", option.id, option.id.to_uppercase()));
    let members = given::members(record).filter_map(|(id, _, what, is_part)| {
        given::given_type(format, id, what, is_part)?;
        Some(format!("{id}: {}", converted(format, id, what, is_part)))
    });
    RecordView {
        name: camel(&record.id),
        has_options: is_root && !format.options.is_empty(),
        builder: spell::builder_type(format, index, "'a"),
        members: options.chain(members).collect(),
    }
}

fn converted(format: &Format, id: &str, what: &What, is_part: bool) -> String {
    let name = literal(id);
    match what {
        What::Sized(sized) if sized.encoding.is_some() => format!("self.{id}()?.into()"),
        What::Sized(_) if is_part => format!("self.{id}()?.into()"),
        What::Terminated(..) => format!("self.{id}()?.into()"),
        What::Sized(_) | What::Rest => format!("self.{id}()?.to_vec()"),
        What::Compressed(compressed) => {
            let order = if compressed.digest_big { "be" } else { "le" };
            format!(
                "CompressedContent {{ content: self.{id}()?.into(), decompressed_len: self.{}.value, digest: self.{}.value.to_{order}_bytes() }}",
                compressed.decompressed_len, compressed.digest
            )
        }
        What::Record(_) if is_part => {
            format!("self.{id}()?.to_builder().map_err(|error| error.in_field({name}))?")
        }
        What::Record(_) | What::Versions(_) => {
            format!("self.{id}().to_builder().map_err(|error| error.in_field({name}))?")
        }
        What::List(list) => {
            let mark = if is_part { "?" } else { "" };
            let record = spell::type_name(format, list.record);
            format!("collect({name}, self.{id}(){mark}, {record}::to_builder)?")
        }
        What::Number(_) | What::Magic(_) => format!("self.{id}()"),
    }
}
