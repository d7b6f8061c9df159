//! From checked text schemas to text formats.

use crate::ir::text::{Docs, Field, Marker, Parameter, Part, TextFormat};
use crate::model::text::{self, Item, PartKind, Spec};

/// Resolves `spec`. It has passed its checks, so an entry is a marker, content, and a marker.
pub fn lower(spec: &Spec) -> Option<TextFormat> {
    let [start, content, end] = spec.items.as_slice() else {
        return None;
    };
    let (start, may_lack_start_close) = marker(spec, start);
    let (end, end_may_lack_close) = marker(spec, end);
    debug_assert!(!may_lack_start_close, "the checks refuse it");
    let mut refuse: Vec<(String, String)> = Vec::new();
    for marker in [&start, &end] {
        if !refuse.iter().any(|(known, _)| *known == marker.close) {
            refuse.push((marker.close.clone(), "it holds what ends its marker line".to_owned()));
        }
    }
    refuse.extend(
        spec.field
            .refuse
            .iter()
            .map(|(text, why)| (text.text.clone(), why.text.clone())),
    );
    Some(TextFormat {
        file: spec.file.clone(),
        id: spec.id.text.clone(),
        title: spec.title.clone(),
        docs: docs(&spec.docs),
        parameters: spec
            .parameters
            .iter()
            .map(|parameter| Parameter {
                id: parameter.id.text.clone(),
                example: parameter.example.text.clone(),
                doc: parameter.docs.doc.clone(),
            })
            .collect(),
        field: Field { id: spec.field.id.text.clone(), refuse, docs: docs(&spec.field.docs) },
        entry_doc: spec.entry_docs.doc.clone(),
        start,
        content: content.id.text.clone(),
        content_doc: content.docs.doc.clone(),
        end,
        end_may_lack_close,
        outside: spec.outside.text.clone(),
        outside_doc: spec.outside_docs.doc.clone(),
        splits: spec.next_bundle.is_some(),
    })
}

fn docs(docs: &text::Docs) -> Docs {
    Docs { doc: docs.doc.clone(), refs: docs.refs.clone() }
}

/// The marker, and whether the end of the file may stand for its close.
fn marker(spec: &Spec, item: &Item) -> (Marker, bool) {
    let mut lead: Vec<Part> = Vec::new();
    let mut close = String::new();
    let mut in_lead = true;
    let mut optional = false;
    for part in item.marker.iter().flatten() {
        optional |= part.optional_at_end;
        match (&part.kind, lead.last_mut()) {
            (Some(PartKind::Field(_)), _) => in_lead = false,
            (Some(PartKind::Text(text)), _) if !in_lead => close.push_str(text),
            (Some(PartKind::Text(text)), Some(Part::Text(last))) => last.push_str(text),
            (Some(PartKind::Text(text)), _) => lead.push(Part::Text(text.clone())),
            (Some(PartKind::Parameter(name)), _) => {
                let position = spec.parameters.iter().position(|p| p.id.text == *name);
                lead.extend(position.map(Part::Parameter));
            }
            (None, _) => {}
        }
    }
    let marker = Marker { id: item.id.text.clone(), lead, close, docs: docs(&item.docs) };
    (marker, optional)
}
