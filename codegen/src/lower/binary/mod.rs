//! From a checked binary schema to the resolved format.

mod container;
mod envelope;
mod groups;
mod layout;
mod toc;
mod walked;

use offload_bundle_core::layout::{self as tables, Holds, Layout};

use crate::arena::Arena;
use crate::ir::binary::{Format, Grammar, Member, Record};
use crate::ir::face::Face;
use crate::model::Schema;
use crate::model::binary::{Attr, ContainerKeys, Spec, Type};
use crate::prose::first_sentence;
use crate::scope::Scope;

/// Resolves a schema that has passed all checks; `schemas` are those of the project.
pub fn format<'a>(
    arena: &'a Arena,
    modules: &mut Scope,
    file: &'a str,
    spec: &'a Spec,
    schemas: &'a [Schema],
) -> Format<'a> {
    let layout = layout::Lowering { spec, arena }.layout();
    let meaning = |record: &str, name: &str| {
        let of = spec.records().find(|known| known.id.as_str() == record);
        let attr = of.and_then(|of| of.seq.iter().chain(&of.instances).find(|attr| attr.id.value == name));
        attr.map_or("", |attr| arena.text(&first_sentence(attr.docs.text())))
    };
    let layout = Layout { tree: arena.one(layout.to_tree(&arena, &meaning)), ..layout };
    let records = spec.records().zip(layout.records);
    let records: Vec<Record<'a>> = records
        .map(|(schema, layout)| record(spec, schema, layout, schemas))
        .collect();
    let (groups, names) = groups::give(spec, layout.tree, &records);
    Format {
        file,
        spec,
        id: &spec.id,
        module: modules.snake(&spec.id),
        face: face(arena, spec, &layout),
        grammar: id_grammar(spec),
        layout,
        names,
        records,
        groups,
    }
}

fn face<'a>(arena: &'a Arena, spec: &'a Spec, layout: &Layout<'a>) -> Option<Face<'a>> {
    match (&spec.container, &spec.envelope, &spec.walk, &spec.toc) {
        (Some(keys), ..) => container::container(arena, spec, keys).map(Face::Container),
        (_, Some(keys), ..) => envelope::envelope(arena, spec, keys, layout),
        (_, _, Some(keys), _) => walked::walked(arena, spec, keys).map(Box::new).map(Face::Walked),
        (.., Some(keys)) => Some(Face::Toc(toc::toc(arena, spec, keys))),
        (None, None, None, None) => None,
    }
}

/// The module of the grammar of the IDs that are made of what is said of an entry.
fn id_grammar(spec: &Spec) -> Option<&str> {
    let made = spec
        .container
        .as_ref()
        .and_then(ContainerKeys::made_id)
        .map(|made| &made.grammar);
    let walked = spec.walk.as_ref().map(|keys| &keys.id.grammar);
    let of_toc = spec.toc.as_ref().map(|keys| &keys.id.grammar);
    made.or(walked).or(of_toc).map(|module| module.as_str())
}

fn record<'a>(spec: &Spec, schema: &'a Type, layout: &'a tables::Record<'a>, schemas: &'a [Schema]) -> Record<'a> {
    let member = |attr: &'a Attr, holds: Holds<'a>, part: Option<&'a tables::Part<'a>>| Member {
        id: &attr.id,
        holds,
        part,
        attr,
        grammar: grammar(attr, schemas),
    };
    let fields = schema.seq.iter().zip(layout.fields);
    let fields = fields.map(|(attr, field)| member(attr, field.holds, None));
    let parts = schema.instances.iter().zip(layout.parts);
    let parts = parts.map(|(attr, part)| member(attr, part.holds, Some(part)));
    Record {
        id: &schema.id,
        is_root: spec.is_root(schema),
        layout: *layout,
        schema,
        members: fields.chain(parts).collect(),
    }
}

/// The grammar of a text, and its first type.
fn grammar<'a>(attr: &'a Attr, schemas: &'a [Schema]) -> Option<Grammar<'a>> {
    let module = &attr.grammar.as_ref()?.value;
    let parsed = schemas.iter().find_map(|schema| match &schema.spec {
        crate::model::Spec::Ids(ids) if ids.meta.id.value == *module => Some(&ids.types.entry.name),
        _ => None,
    });
    Some(Grammar { module, parsed: parsed? })
}
