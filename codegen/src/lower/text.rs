//! From checked text schemas to the tables of text formats.

use offload_bundle_core::bytes::Encoding;
use offload_bundle_core::text::{Content, Field, Marker, Outside, Part, Refusal, TextFormat as Table};

use crate::arena::Arena;
use crate::ir::text::TextFormat;
use crate::model::text::{Item, PartKind, Spec};
use crate::prose::first_sentence;

/// Resolves `spec`. It has passed its checks, so an entry is a marker, content, and a marker.
pub fn lower<'a>(arena: &'a Arena, file: &'a str, spec: &'a Spec) -> Option<TextFormat<'a>> {
    let [start, content, end] = spec.entry.seq.as_slice() else {
        return None;
    };
    let meaning = |doc: &str| arena.text(&first_sentence(doc));
    let refuse = spec.field.refuse.iter();
    let refuse = refuse.map(|refusal| Refusal { text: &refusal.text, why: &refusal.why });
    let table = Table {
        name: &spec.meta.id,
        title: &spec.meta.title,
        parameters: arena.texts(spec.parameters.iter().map(|parameter| parameter.id.as_str())),
        line_break: line_break(start),
        start: marker(arena, spec, start),
        content: Content { name: &content.id, meaning: meaning(&content.docs.doc) },
        end: marker(arena, spec, end),
        open_ended: end.marker.iter().flatten().any(|part| part.optional_at_end),
        field: Field {
            name: &spec.field.id,
            encoding: match spec.field.encoding.as_str() {
                "ASCII" => Encoding::Ascii,
                _ => Encoding::Utf8,
            },
            refuse: arena.list(refuse),
            meaning: meaning(&spec.field.docs.doc),
        },
        outside: Outside { name: &spec.outside.id, meaning: meaning(&spec.outside.doc) },
        splits: spec.next_bundle.is_some(),
    };
    Some(TextFormat { file, spec, table, start, content, end })
}

/// What the markers begin with that ends the line before them: line ends, or else the first character.
fn line_break(start: &Item) -> &str {
    let Some(PartKind::Text(text)) = start.split().lead.first().copied() else {
        return "";
    };
    let breaks = text.len() - text.trim_start_matches(['\r', '\n']).len();
    let first = text.chars().next().map_or(0, char::len_utf8);
    text.get(..breaks.max(first)).unwrap_or_default()
}

fn marker<'a>(arena: &'a Arena, spec: &Spec, item: &'a Item) -> Marker<'a> {
    let split = item.split();
    let vowel = item.id.starts_with(['a', 'e', 'i', 'o', 'u']);
    let article = if vowel { "an" } else { "a" };
    Marker {
        name: &item.id,
        words: arena.text(&format!("{article} {} marker", item.id.value)),
        lead: parts(arena, spec, &split.lead),
        has_field: split.has_field,
        tail: parts(arena, spec, &split.tail),
        meaning: arena.text(&first_sentence(&item.docs.doc)),
    }
}

/// The parts, neighbouring texts joined.
fn parts<'a>(arena: &'a Arena, spec: &Spec, kinds: &[PartKind<'_>]) -> &'a [Part<'a>] {
    let mut parts: Vec<Part<'a>> = Vec::new();
    for kind in kinds {
        match (kind, parts.last_mut()) {
            (PartKind::Text(text), Some(Part::Text(last))) => *last = arena.text(&[*last, text].concat()),
            (PartKind::Text(text), _) => parts.push(Part::Text(arena.text(text))),
            (PartKind::Parameter(name), _) => {
                let position = spec.parameters.iter().position(|parameter| parameter.id.value == *name);
                parts.extend(position.map(Part::Parameter));
            }
            (PartKind::Field(_), _) => {}
        }
    }
    arena.list(parts)
}
