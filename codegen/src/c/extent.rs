//! The lengths of images in C, from their first bytes.

use offload_bundle_core::placement::ContentSign;
use serde_json::{Value, json};

use super::names::FormatNames;
use super::spelling::{bytes, number};
use crate::ir::binary::Format;
use crate::ir::face::Face;
use crate::ir::layout::records;
use crate::ir::placement::Placement;

/// Entries in a chain follow the header, and its fields are numbers.
pub(super) fn is_header(format: &Format<'_>) -> bool {
    let root = format.records.first();
    let is_flat = root.is_some_and(|root| root.fields().all(|field| records(&field.held).is_empty()));
    matches!(format.face, Some(Face::Walked(_))) && is_flat
}

pub(super) fn view(format: &Format<'_>, names: &FormatNames) -> Option<Value> {
    let magic = format.tree.magic()?;
    let signs = format
        .envelope()
        .and_then(|table| table.front)
        .map_or(&[][..], |front| front.signs);
    let signs = signs.iter().map(|sign| sign.at.saturating_add(sign.width.len()));
    let head = signs.chain(u64::try_from(magic.len())).max();
    let (length, beyond) = match &format.face {
        Some(Face::Walked(walk)) => {
            let content = format!("file.{}", names.records.first()?.member(walk.length));
            (
                format!("file.end + {content}"),
                Some(format!("{content} > UINT64_MAX - file.end")),
            )
        }
        Some(Face::Container(_) | Face::Envelope(..)) => ("file.bytes.size".to_owned(), None),
        _ => return None,
    };
    Some(json!({
        "name": format!("obi_{}_extent", format.id),
        "head": head,
        "length": length,
        "beyond": beyond,
        "walks": format.container().is_some() && format.tree.len.is_none(),
    }))
}

/// Those that declare their length by a section table.
pub(super) fn files(placement: &Placement<'_>) -> Vec<Value> {
    let files = placement.contents.iter().filter_map(|content| {
        let (table, ContentSign::Bytes { at, bytes: sign }) = (content.section_table?, content.sign) else {
            return None;
        };
        let empty = table
            .empty
            .iter()
            .map(|kind| format!(" || kind.value == {}", number(*kind)));
        Some(json!({
            "name": content.name.replace(|c: char| !c.is_ascii_alphanumeric(), "_"),
            "at": at,
            "sign": bytes(sign),
            "len": sign.len(),
            "layout_at": number(table.at),
            "layout": bytes(table.bytes),
            "layout_len": table.bytes.len(),
            "table": number(table.table),
            "record": number(table.record),
            "count": number(table.count),
            "kind": number(table.kind),
            "place": number(table.place),
            "empty": empty.collect::<String>(),
        }))
    });
    files.collect()
}
