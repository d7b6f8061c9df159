//! From checked text schemas to text formats.

use crate::ir::text::{Docs, Field, Marker, Parameter, Part, TextFormat};
use crate::model::text::{Item, PartKind, Spec};

/// Resolves `spec`. It has passed its checks, so an entry is a marker, content, and a marker.
pub fn lower(file: &str, spec: &Spec) -> Option<TextFormat> {
    let [start, content, end] = spec.entry.seq.as_slice() else {
        return None;
    };
    let (start, _) = marker(spec, start);
    let (end, end_may_lack_close) = marker(spec, end);
    let mut refuse: Vec<(String, String)> = Vec::new();
    for marker in [&start, &end] {
        if !refuse.iter().any(|(known, _)| *known == marker.close) {
            refuse.push((marker.close.clone(), "it holds what ends its marker line".to_owned()));
        }
    }
    let refused = spec.field.refuse.iter();
    refuse.extend(refused.map(|refusal| (refusal.text.value.clone(), refusal.why.to_string())));
    let parameters = spec.parameters.iter().map(|parameter| Parameter {
        id: parameter.id.value.clone(),
        example: parameter.example.value.clone(),
        doc: parameter.doc.to_string(),
    });
    Some(TextFormat {
        file: file.to_owned(),
        id: spec.meta.id.value.clone(),
        title: spec.meta.title.clone(),
        docs: docs(&spec.docs),
        parameters: parameters.collect(),
        field: Field { id: spec.field.id.value.clone(), refuse, docs: docs(&spec.field.docs) },
        entry_doc: spec.entry.doc.to_string(),
        start,
        content: content.id.value.clone(),
        content_doc: content.docs.doc.to_string(),
        end,
        end_may_lack_close,
        outside: spec.outside.id.value.clone(),
        outside_doc: spec.outside.doc.to_string(),
        splits: spec.next_bundle.is_some(),
    })
}

fn docs(docs: &crate::model::docs::Docs) -> Docs {
    Docs { doc: docs.doc.to_string(), refs: docs.doc_ref.to_vec() }
}

/// The marker, and whether the end of the file may stand for its close.
fn marker(spec: &Spec, item: &Item) -> (Marker, bool) {
    let mut lead: Vec<Part> = Vec::new();
    let mut close = String::new();
    let mut in_lead = true;
    let mut optional = false;
    for part in item.marker.iter().flatten() {
        optional |= part.optional_at_end;
        match (part.kind(), lead.last_mut()) {
            (Some(PartKind::Field(_)), _) => in_lead = false,
            (Some(PartKind::Text(text)), _) if !in_lead => close.push_str(text),
            (Some(PartKind::Text(text)), Some(Part::Text(last))) => last.push_str(text),
            (Some(PartKind::Text(text)), _) => lead.push(Part::Text(text.to_owned())),
            (Some(PartKind::Parameter(name)), _) => {
                let position = spec.parameters.iter().position(|parameter| parameter.id.value == name);
                lead.extend(position.map(Part::Parameter));
            }
            (None, _) => {}
        }
    }
    (
        Marker { id: item.id.value.clone(), lead, close, docs: docs(&item.docs) },
        optional,
    )
}
