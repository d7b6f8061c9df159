//! Lowers text schemas.

use offload_bundle_core::text::{Content, Field, Marker, Outside, Part, Refusal, TextFormat as Table};

use crate::arena::Arena;
use crate::ir::text::TextFormat;
use crate::model::text::{self, Spec};
use crate::prose::first_sentence;

pub fn lower<'a>(arena: &'a Arena, file: &'a str, spec: &'a Spec) -> TextFormat<'a> {
    let meaning = |doc: &str| arena.text(&first_sentence(doc));
    let marker = |marker: &'a text::Marker| Marker {
        lead: arena.list(marker.parts().into_iter().filter_map(|part| part_of(spec, part))),
        meaning: meaning(&marker.docs.doc),
    };
    let refuse = spec.field.refuse.iter();
    let refuse = refuse.map(|refusal| Refusal { text: &refusal.text, why: &refusal.why });
    let entry = &spec.entry;
    let table = Table {
        name: &spec.meta.id,
        title: &spec.meta.title,
        parameters: arena.texts(spec.parameters.iter().map(|parameter| parameter.id.as_str())),
        start: marker(&entry.start),
        content: Content { name: &entry.content.id, meaning: meaning(&entry.content.docs.doc) },
        end: marker(&entry.end),
        field: Field { name: &spec.field.id, refuse: arena.list(refuse), meaning: meaning(&spec.field.docs.doc) },
        outside: Outside { name: &spec.outside.id, meaning: meaning(&spec.outside.doc) },
    };
    TextFormat { file, spec, table }
}

fn part_of<'a>(spec: &Spec, part: text::Part<'a>) -> Option<Part<'a>> {
    match part {
        text::Part::Text(text) => Some(Part::Text(text)),
        text::Part::Value(name) => {
            let position = spec.parameters.iter().position(|parameter| parameter.id.value == name);
            position.map(Part::Parameter)
        }
    }
}
