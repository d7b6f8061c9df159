//! The methods of readers that give what is at a place: bytes, texts, and texts parsed.

use offload_bundle_core::bytes::Encoding;
use offload_bundle_core::layout::Holds;

use super::spell;
use crate::ir::binary::Member;
use crate::view::rust::{Documented, literal};

/// The method that gives the field or part.
pub(super) fn accessor(member: &Member<'_>, errors: &str, result: &str, body: &str) -> Documented {
    let head = format!("{}(self) -> {result}", member.names.public);
    Documented::method(spell::attr_docs(member.attr), errors, &head, body)
}

/// The method that says where it is.
pub(super) fn place(member: &Member<'_>, errors: &str, body: &str) -> Documented {
    let docs = vec![format!("Where `{}` stands, in bytes from the start of the file.", member.id)];
    let head = format!("{}(self) -> Result<Place, ReadError>", member.names.place);
    Documented::method(docs, errors, &head, body)
}

/// What sets `place`, where a method says that, and what is the place then.
fn place_expression(member: &Member<'_>) -> (String, String) {
    let names = &member.names;
    match (member.part, &member.holds) {
        (None, holds) if !matches!(holds, Holds::Content(_)) => (String::new(), format!("self.{}", names.public)),
        _ => (format!("let place = self.{}()?; ", names.place), "place".to_owned()),
    }
}

/// The method that gives bytes.
pub(super) fn bytes(member: &Member<'_>) -> Documented {
    let (set, place) = place_expression(member);
    let errors = match member.part {
        None => "The window does not show the bytes.",
        Some(_) => "The bytes are not in the file, or the window does not show them.",
    };
    let id = literal(member.id);
    let body = format!("{set}self.bytes.take({place}.ofs, {place}.len).map_err(|error| error.in_field({id}))");
    accessor(member, errors, "Result<&'a [u8], ReadError>", &body)
}

/// The methods that give a text, and the text parsed, where it has a grammar.
pub(super) fn text(member: &Member<'_>, encoding: Encoding) -> Vec<Documented> {
    let (set, place) = place_expression(member);
    let errors = match member.part {
        None => "The window does not show the text, or it is not in its encoding.",
        Some(_) => "The text is not in the file, the window does not show it, or it is not in its encoding.",
    };
    let decode = match encoding {
        Encoding::Ascii => "ascii",
        Encoding::Utf8 => "utf8",
    };
    let id = literal(member.id);
    let body = format!("{set}self.bytes.{decode}({place}).map_err(|error| error.in_field({id}))");
    let text = accessor(member, errors, "Result<&'a str, ReadError>", &body);
    [text].into_iter().chain(parsed_accessor(member)).collect()
}

fn parsed_accessor(member: &Member<'_>) -> Option<Documented> {
    let (grammar, names) = (member.grammar?, &member.names);
    let of = format!("crate::{}::{}", grammar.module, grammar.parsed);
    let at = match member.part {
        None => format!("self.{}.ofs", names.public),
        Some(_) => format!("self.{}()?.ofs", names.place),
    };
    let (public, id) = (&names.public, literal(member.id));
    Some(Documented::method(
        vec![format!("`{}` by its grammar.", member.id)],
        "As the text itself; the text does not follow the grammar.",
        &format!("{}(self) -> Result<{of}<'a>, ReadError>", names.parsed),
        &format!(
            "let text = self.{public}()?; \
             {of}::parse(text).map_err(|error| error.in_input(text, self.bytes.absolute({at})).in_field({id}))"
        ),
    ))
}
