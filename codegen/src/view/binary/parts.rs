//! The methods of readers that reach the parts which a record points at, and that parse texts.

use super::measure::measure;
use super::spell::{self, Site};
use crate::ir::binary::{Format, Grammar, Part, What};
use crate::ir::names::Names;
use crate::view::rust::{Documented, literal};

/// The accessor of a text that has a grammar: parsed.
///
/// `at` is the expression of its first byte.
pub(super) fn parsed(grammar: &Option<Grammar<'_>>, id: &str, names: &Names, at: &str) -> Option<Documented> {
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
pub(super) fn view_part(format: &Format<'_>, site: Site<'_>, part: &Part) -> Vec<Documented> {
    let (id, Names { public: name, place: place_name, .. }) = (literal(part.id), &part.names);
    let needs = spell::needs(format, &part.what);
    let arguments = site.arguments(&needs);
    let ofs = measure(&part.pos, site, "ofs", "").bound("ofs");
    let method = |errors: &str, result: &str, body: &str| {
        let docs = spell::attr_docs(part.attr);
        Documented::method(
            docs,
            errors,
            &format!("{name}(self) -> Result<{result}, ReadError>"),
            body,
        )
    };
    let place = |body: String| {
        let docs = vec![format!("Where `{}` stands, in bytes from the start of the file.", part.id)];
        Documented::method(
            docs,
            "It is not in the file.",
            &format!("{place_name}(self) -> Result<Place, ReadError>"),
            &body,
        )
    };
    let shown = |encoding| match encoding {
        None => method(
            "The bytes are not in the file, or the window does not show them.",
            "&'a [u8]",
            &format!(
                "let place = self.{place_name}()?; self.bytes.take(place.ofs, place.len).map_err(|error| error.in_field({id}))"
            ),
        ),
        Some(_) => method(
            "The text is not in the file, the window does not show it, or it is not in its encoding.",
            "&'a str",
            &format!(
                "let place = self.{place_name}()?; self.bytes.{}(place).map_err(|error| error.in_field({id}))",
                spell::decode(encoding)
            ),
        ),
    };
    let starts = "self.bytes.place(ofs, ofs.with(0))?;";
    let mut methods = match &part.what {
        What::Sized(sized) => {
            let len = measure(&sized.len, site, "len", "ofs").bound("len");
            vec![place(format!("{ofs} {len} self.bytes.place(ofs, len)")), shown(sized.encoding)]
        }
        What::Terminated(limit, encoding) => {
            let limit = spell::limit(*limit);
            let found = format!("self.bytes.terminated(ofs.value, {limit}).map_err(|error| error.in_field({id}))");
            vec![place(format!("{ofs} {starts} {found}")), shown(Some(*encoding))]
        }
        What::Record(index) => {
            let record = spell::reader(format, *index);
            let body = format!(
                "{ofs} {starts} let found = {record}::read_at(self.bytes, ofs.value{arguments}); \
                 found.map(|(record, _)| record).map_err(|error| error.in_field({id}))"
            );
            let errors = "The record is not in the file, or something is wrong with it.";
            vec![method(errors, &format!("{record}<'a>"), &body)]
        }
        What::List(list) => {
            let record = spell::reader(format, list.record);
            let count = measure(&list.count, site, "count", "ofs").bound("count");
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
    methods.extend(parsed(&part.grammar, part.id, &part.names, &at));
    methods
}
