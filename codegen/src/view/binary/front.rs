//! The view of a format's front module and its tests.

use serde_json::{Value, json};

use super::{limits, spell, write};
use crate::ir::binary::{Container, Format, What};
use crate::ir::names::TypeNames;
use crate::view::rust::literal;

pub(super) fn view(format: &Format) -> Value {
    let root = format.records.first();
    let docs = root.map(|root| spell::docs(root.docs, None));
    let TypeNames { reader, builder, strategy } = root.map_or_else(TypeNames::default, |root| root.names.clone());
    let fields = || format.records.iter().flat_map(|record| record.fields.iter());
    let alignment = format.container.as_ref().and_then(|keys| alignment(format, keys));
    json!({
        "file": format.file,
        "module": format.module,
        "docs": docs.unwrap_or_default(),
        "root": reader,
        "builder": builder,
        "strategy": strategy,
        "face": format.names.face,
        "enums": spell::enums(format),
        "is_container": format.container.is_some(),
        "is_envelope": format.envelope.is_some(),
        "open_ended": fields().any(|field| match &field.what {
            What::Rest => true,
            What::Compressed(compressed) => compressed.len.is_none(),
            _ => false,
        }) || pads(format),
        "options": format.names.options.values().map(|(member, _)| member).collect::<Vec<_>>(),
        "placed": format.names.options.iter().map(|(id, (member, _))| {
            json!({ "id": literal(id), "member": member })
        }).collect::<Vec<_>>(),
        "plan": write::plan(format),
        "limits": limits::view(format),
        "alignment": alignment.map_or("1", |(_, constant)| constant.as_str()),
    })
}

/// Whether bytes may stand at the end of a file that no number counts.
fn pads(format: &Format) -> bool {
    let root = format.records.first().into_iter();
    let counted = root.flat_map(|root| &root.fields).any(|field| field.what.is_file_len());
    format.spec.align_end.is_some() && !counted
}

/// The member and the constant of the option that is the alignment of code objects.
pub(super) fn alignment<'f>(format: &'f Format, keys: &Container<'_>) -> Option<&'f (String, String)> {
    format.names.options.get(keys.table.alignment?)
}
