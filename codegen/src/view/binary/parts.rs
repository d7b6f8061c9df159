//! The methods of readers that reach the parts which a record points at.

use offload_bundle_core::layout::{self, Holds};

use super::accessors::{accessor, bytes, place, text};
use super::measure::measure;
use super::spell::{self, Site};
use crate::ir::binary::{Format, Member};
use crate::view::rust::{Documented, literal};

/// The methods that reach a part which the record points at.
pub(super) fn view_part<'a>(
    format: &Format<'a>,
    site: Site<'_>,
    (member, part): (&Member<'a>, &layout::Part<'a>),
) -> Vec<Documented> {
    let id = literal(member.id);
    let ofs = measure(&part.offset, site, "ofs", "").bind("ofs");
    let placed = |body: String| place(member, "It is not in the file.", &body);
    let starts = "self.bytes.place(ofs, ofs.with(0))?;";
    let sized = |len| {
        let len = measure(len, site, "len", "ofs").bind("len");
        placed(format!("{ofs} {len} self.bytes.place(ofs, len)"))
    };
    match &part.holds {
        Holds::Bytes(len) => vec![sized(len), bytes(member)],
        Holds::Text(encoding, len) => [vec![sized(len)], text(member, *encoding)].concat(),
        Holds::Terminated(encoding, limit) => {
            let limit = spell::limit(*limit);
            let found = format!("self.bytes.terminated(ofs.value, {limit}).map_err(|error| error.in_field({id}))");
            [vec![placed(format!("{ofs} {starts} {found}"))], text(member, *encoding)].concat()
        }
        Holds::Record(record) => {
            let record = spell::reader(format, record);
            let body = format!(
                "{ofs} {starts} let found = {record}::read_at(self.bytes, ofs.value); \
                 found.map(|(record, _)| record).map_err(|error| error.in_field({id}))"
            );
            let errors = "The record is not in the file, or something is wrong with it.";
            let result = format!("Result<{record}<'a>, ReadError>");
            vec![accessor(member, errors, &result, &body)]
        }
        Holds::List(record, count) => {
            let record = spell::reader(format, record);
            let count = measure(count, site, "count", "ofs").bind("count");
            let body = format!(
                "{ofs} {starts} {count} let list = List {{ field: {id}, at: ofs.value, count: count.value }}; \
                 Ok(list.items(move |at| {record}::read_at(self.bytes, at)))"
            );
            let errors = "The list is not in the file; each item has the errors of its record.";
            let result = format!("Result<{}, ReadError>", spell::items(record));
            vec![accessor(member, errors, &result, &body)]
        }
        _ => Vec::new(),
    }
}
