//! The methods of readers that reach the parts which a record points at, and that parse texts.

use offload_bundle_core::layout::{self, Holds};

use super::measure::measure;
use super::spell::{self, Site};
use crate::ir::binary::{Format, Member};
use crate::ir::names::Names;
use crate::view::rust::{Documented, literal};

/// The accessor of a text that has a grammar: parsed.
///
/// `at` is the expression of its first byte.
pub(super) fn parsed(Member { id, names, grammar, .. }: &Member<'_>, at: &str) -> Option<Documented> {
    let grammar = grammar.as_ref()?;
    let of = format!("crate::{}::{}", grammar.module, grammar.parsed);
    Some(Documented::method(
        vec![format!("`{id}` by its grammar.")],
        "As the text itself; the text does not follow the grammar.",
        &format!("{}(self) -> Result<{of}<'a>, ReadError>", names.parsed),
        &format!(
            "let text = self.{}()?; \
             {of}::parse(text).map_err(|error| error.in_input(text, self.bytes.absolute({at})).in_field({}))",
            names.public,
            literal(id)
        ),
    ))
}

/// The methods that reach a part which the record points at.
pub(super) fn view_part<'a>(
    format: &Format<'a>,
    site: Site<'_>,
    (member, part): (&Member<'a>, &layout::Part<'a>),
) -> Vec<Documented> {
    let (id, Names { public: name, place: place_name, .. }) = (literal(member.id), &member.names);
    let needs = spell::needs(format, &part.holds);
    let arguments = site.arguments(&needs);
    let ofs = measure(&part.offset, site, "ofs", "").bound("ofs");
    let method = |errors: &str, result: &str, body: &str| {
        let docs = spell::attr_docs(member.attr);
        Documented::method(
            docs,
            errors,
            &format!("{name}(self) -> Result<{result}, ReadError>"),
            body,
        )
    };
    let place = |body: String| {
        let docs = vec![format!("Where `{}` stands, in bytes from the start of the file.", member.id)];
        Documented::method(
            docs,
            "It is not in the file.",
            &format!("{place_name}(self) -> Result<Place, ReadError>"),
            &body,
        )
    };
    let bytes = || {
        method(
            "The bytes are not in the file, or the window does not show them.",
            "&'a [u8]",
            &format!(
                "let place = self.{place_name}()?; self.bytes.take(place.ofs, place.len).map_err(|error| error.in_field({id}))"
            ),
        )
    };
    let text = |encoding| {
        method(
            "The text is not in the file, the window does not show it, or it is not in its encoding.",
            "&'a str",
            &format!(
                "let place = self.{place_name}()?; self.bytes.{}(place).map_err(|error| error.in_field({id}))",
                spell::decode(encoding)
            ),
        )
    };
    let starts = "self.bytes.place(ofs, ofs.with(0))?;";
    let sized = |len| {
        let len = measure(len, site, "len", "ofs").bound("len");
        place(format!("{ofs} {len} self.bytes.place(ofs, len)"))
    };
    let mut methods = match &part.holds {
        Holds::Bytes(len) => vec![sized(len), bytes()],
        Holds::Text(encoding, len) => vec![sized(len), text(*encoding)],
        Holds::Terminated(encoding, limit) => {
            let limit = spell::limit(*limit);
            let found = format!("self.bytes.terminated(ofs.value, {limit}).map_err(|error| error.in_field({id}))");
            vec![place(format!("{ofs} {starts} {found}")), text(*encoding)]
        }
        Holds::Record(record) => {
            let record = spell::reader(format, record);
            let body = format!(
                "{ofs} {starts} let found = {record}::read_at(self.bytes, ofs.value{arguments}); \
                 found.map(|(record, _)| record).map_err(|error| error.in_field({id}))"
            );
            let errors = "The record is not in the file, or something is wrong with it.";
            vec![method(errors, &format!("{record}<'a>"), &body)]
        }
        Holds::List(record, count) => {
            let record = spell::reader(format, record);
            let count = measure(count, site, "count", "ofs").bound("count");
            let body = format!(
                "{ofs} {starts} {count} let list = List {{ field: {id}, at: ofs.value, count: count.value }}; \
                 Ok(list.items(move |at| {record}::read_at(self.bytes, at{arguments})))"
            );
            let errors = "The list is not in the file; each item has the errors of its record.";
            vec![method(errors, &spell::items(record), &body)]
        }
        _ => Vec::new(),
    };
    let at = format!("self.{place_name}()?.ofs");
    methods.extend(parsed(member, &at));
    methods
}
