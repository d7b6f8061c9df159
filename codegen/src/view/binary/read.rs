//! Views of readers.

use serde_json::{Value, json};

use offload_bundle_core::bytes::{Encoding, Width};
use offload_bundle_core::tree::{Amount, Held};

use super::spell::{self, uses};
use crate::ir::binary::{Format, Group, Shared};
use crate::view::rust::{Documented, bytes_literal, literal};

pub(super) fn view(format: &Format<'_>) -> Value {
    let magics = format.names.magics.iter().filter_map(|(record, field, name)| {
        let member = format.record(record)?.member(field)?;
        let Held::Fixed(bytes) = member.held else { return None };
        let text = format!("pub const {name}: &[u8] = {};", bytes_literal(bytes));
        Some(Documented { docs: spell::attr_docs(member.attr), text })
    });
    let groups = format.groups.iter();
    let groups: Vec<Value> = groups
        .map(|group| {
            json!({
                "docs": spell::group_docs(group),
                "name": group.names.reader,
                "is_root": group.is_root,
                "methods": methods(format, group),
            })
        })
        .collect();
    let always = ["bytes::Bytes", "view::View"];
    json!({
        "file": format.file,
        "imports": uses(&groups, &always, &["bytes::Open", "bytes::Place", "flags::Flags", "view::List"]),
        "enums": spell::enums_in(format, &groups),
        "magics": magics.collect::<Vec<_>>(),
        "groups": groups,
    })
}

fn methods(format: &Format<'_>, group: &Group<'_>) -> Vec<Documented> {
    group
        .members
        .iter()
        .flat_map(|shared| of_member(format, shared))
        .collect()
}

fn of_member(format: &Format<'_>, shared: &Shared<'_>) -> Vec<Documented> {
    let (member, names) = (&shared.member, &shared.names);
    let id = slot(shared);
    let fallible = |of: &str, errors: &str, body: &str| falls(shared, of, errors, body);
    let placed = || {
        let docs = vec![format!("Place of `{}`, from the start of the file.", member.id)];
        let head = format!("{}(self) -> Result<Place, ReadError>", names.place);
        Documented::method(
            docs,
            "Returns an error if it is outside the file.",
            &head,
            &format!("self.0.place({id})"),
        )
    };
    let place = || (!names.place.is_empty()).then(placed);
    let in_file = "Returns an error if it is outside the file or the window.";
    match &member.held {
        Held::Fixed(_) | Held::ReadOnly => Vec::new(),
        Held::Number(_) => vec![number(format, shared)],
        Held::Text(..) | Held::Terminated(..) => {
            let errors = "Returns an error if it is outside the file or the window, or has another encoding.";
            let text = fallible(
                "&'a str",
                errors,
                &baked(shared, "text_at").unwrap_or_else(|| format!("self.0.text({id})")),
            );
            let parsed = member.grammar.map(|grammar| {
                let of = format!("crate::{}::{}", grammar.module, grammar.parsed);
                let docs = vec![format!("`{}`, parsed.", member.id)];
                let head = format!("{}(self) -> Result<{of}<'a>, ReadError>", names.parsed);
                let errors = "Returns an error if the text cannot be read or does not match the grammar.";
                Documented::method(docs, errors, &head, &format!("self.0.parsed({id}, {of}::parse)"))
            });
            place().into_iter().chain([text]).chain(parsed).collect()
        }
        Held::Bytes(_) | Held::Rest | Held::Content(_) => {
            let bytes = fallible(
                "&'a [u8]",
                in_file,
                &baked(shared, "slice_at").unwrap_or_else(|| format!("self.0.slice({id})")),
            );
            place().into_iter().chain([bytes]).collect()
        }
        Held::Record(_) | Held::Versions(_) => {
            let of = format!("{}<'a>", spell::reader(format, &member.held));
            let errors = "Returns an error if it is outside the file or invalid.";
            vec![fallible(&of, errors, &format!("self.0.record({id})"))]
        }
        Held::List(..) => {
            let of = format!("List<'a, {}<'a>>", spell::reader(format, &member.held));
            let errors = "Returns an error if the list starts outside the file or has more items than its limit.";
            vec![fallible(&of, errors, &format!("self.0.list({id})"))]
        }
    }
}

fn slot(shared: &Shared<'_>) -> String {
    match shared.slot {
        Some(slot) => slot.to_string(),
        None => format!("self.0.slot({})", literal(shared.member.id)),
    }
}

/// `None` unless numbers at fixed places determine the place of UTF-8 text or bytes.
fn baked(shared: &Shared<'_>, method: &str) -> Option<String> {
    let (spot, slot) = (shared.spot?, shared.slot?);
    if let Held::Text(Encoding::Ascii, _) | Held::Terminated(..) | Held::Content(_) = shared.member.held {
        return None;
    }
    let number = |of: Amount| match of {
        Amount::Unknown => None,
        Amount::Is(number) => Some(number.to_string()),
        Amount::At(at, width) if width.len() == 8 => Some(decoded(at.into(), width)),
        Amount::At(at, width) => Some(format!("{}.into()", decoded(at.into(), width))),
    };
    let start = match (shared.member.is_part(), spot.start) {
        (false, Amount::Is(ofs)) => format!("self.0.after({ofs})"),
        (_, start) => number(start)?,
    };
    Some(format!("self.0.{method}({slot}, {start}, {})", number(spot.len)?))
}

fn falls(shared: &Shared<'_>, of: &str, errors: &str, body: &str) -> Documented {
    let (id, name) = (literal(shared.member.id), &shared.names.public);
    let (of, body) = match shared.is_everywhere {
        true => (of.to_owned(), body.to_owned()),
        false => (
            format!("Option<{of}>"),
            format!("self.0.has({id}).then(|| {body}).transpose()"),
        ),
    };
    let head = format!("{name}(self) -> Result<{of}, ReadError>");
    Documented::method(spell::shared_docs(shared), errors, &head, &body)
}

fn number(format: &Format<'_>, shared: &Shared<'_>) -> Documented {
    let (id, name) = (slot(shared), &shared.names.public);
    let plain = spell::plain_type(shared);
    let of = spell::number_type(format, shared);
    let is_plain = of == plain;
    let read = match (shared.spot.map(|spot| spot.start), shared.member.width()) {
        (Some(Amount::Is(at)), Some(width)) => decoded(at, width),
        _ if is_plain => format!("self.0.number({id})"),
        _ => format!("self.0.number::<{plain}>({id})"),
    };
    let constructor = if of.starts_with("Flags") { "Flags" } else { "Open" };
    let read = if is_plain {
        read
    } else {
        format!("{constructor}::new({read})")
    };
    let (of, body) = match shared.is_everywhere {
        true => (of, read),
        false => {
            let id = literal(shared.member.id);
            (format!("Option<{of}>"), format!("self.0.has({id}).then(|| {read})"))
        }
    };
    Documented::method(spell::shared_docs(shared), "", &format!("{name}(self) -> {of}"), &body)
}

fn decoded(at: u64, width: Width) -> String {
    let order = if width.is_big() { "be" } else { "le" };
    format!("{}::from_{order}_bytes(self.0.array({at}))", spell::unsigned(width))
}
