//! What readers do to reach the parts that a record points at.

use serde::Serialize;

use super::measure::{MeasureView, measure};
use super::spell::{self, Here};
use crate::ir::binary::{Format, Part, What};
use crate::view::rust::literal;

#[derive(Debug, Serialize)]
pub(super) struct PartView {
    docs: Vec<String>,
    name: String,
    id: String,
    pos: MeasureView,
    measure: MeasureView,
    has_place: bool,
    is_sized: bool,
    is_terminated: bool,
    is_record: bool,
    is_list: bool,
    is_text: bool,
    is_bytes: bool,
    decode: String,
    limit: String,
    record: String,
    arguments: String,
}

/// The view of one part.
pub(super) fn view_part(format: &Format, is_root: bool, part: &Part) -> PartView {
    let needs = spell::needs(format, &part.what, |record| &record.needs_to_read);
    let pos = measure(&part.pos, is_root, Here::View, "ofs", "");
    let (encoding, limit) = match &part.what {
        What::Sized(sized) => (sized.encoding, u64::MAX),
        What::Terminated(limit, encoding) => (Some(*encoding), *limit),
        _ => (None, u64::MAX),
    };
    let len = match &part.what {
        What::Sized(sized) => measure(&sized.len, is_root, Here::View, "len", "ofs"),
        What::List(list) => measure(&list.count, is_root, Here::View, "count", "ofs"),
        _ => MeasureView::default(),
    };
    let record = match &part.what {
        What::Record(index) => spell::type_name(format, *index),
        What::List(list) => spell::type_name(format, list.record),
        _ => String::new(),
    };
    let is_sized = matches!(part.what, What::Sized(_));
    let is_terminated = matches!(part.what, What::Terminated(..));
    PartView {
        docs: spell::docs(&part.docs, None),
        name: part.id.clone(),
        id: literal(&part.id),
        pos,
        measure: len,
        has_place: is_sized || is_terminated,
        is_sized,
        is_terminated,
        is_record: matches!(part.what, What::Record(_)),
        is_list: matches!(part.what, What::List(_)),
        is_text: encoding.is_some(),
        is_bytes: is_sized && encoding.is_none(),
        decode: spell::decode(encoding),
        limit: spell::limit(limit),
        record,
        arguments: spell::arguments(&needs, is_root, Here::View),
    }
}
