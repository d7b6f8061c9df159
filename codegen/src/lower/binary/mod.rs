//! From a checked binary schema to the resolved format.

mod container;
mod envelope;
mod layout;
mod names;
mod outer;
mod toc;
mod walked;

use offload_bundle_core::layout::{self as tables, Holds};

use crate::amounts::Amounts;
use crate::arena::Arena;
use crate::ir::binary::{Format, Grammar, Member, Record};
use crate::model::Schema;
use crate::model::binary::{Attr, Spec, Type};
use crate::scope::Scope;

/// Resolves a schema that has passed all checks; `schemas` are those of the project.
pub fn format<'a>(
    arena: &'a Arena,
    modules: &mut Scope,
    file: &'a str,
    spec: &'a Spec,
    schemas: &'a [Schema],
) -> Format<'a> {
    // Where there are none, the schema has not passed its checks.
    let amounts = Amounts::of(spec).unwrap_or_default();
    let layout = layout::Lowering { spec, amounts: &amounts, arena }.layout();
    let records = spec.records().zip(layout.records);
    let mut records: Vec<Record<'a>> = records
        .map(|(schema, layout)| record(schema, layout, schemas))
        .collect();
    outer::spread(&mut records);
    let names = names::give(spec, &mut records);
    let keys = spec.container.as_ref();
    Format {
        file,
        spec,
        id: &spec.id,
        module: modules.snake(&spec.id),
        container: keys.and_then(|keys| container::container(arena, spec, keys)),
        envelope: spec
            .envelope
            .as_ref()
            .and_then(|keys| envelope::envelope(arena, spec, keys, &layout)),
        walked: spec.walk.as_ref().and_then(|keys| walked::walked(arena, spec, keys)),
        toc: spec.toc.as_ref().map(|keys| toc::toc(arena, spec, keys)),
        layout,
        names,
        records,
    }
}

fn record<'a>(schema: &'a Type, layout: &'a tables::Record<'a>, schemas: &'a [Schema]) -> Record<'a> {
    let member = |attr: &'a Attr, holds: Holds<'a>, part: Option<&'a tables::Part<'a>>| Member {
        id: &attr.id,
        holds,
        part,
        attr,
        grammar: grammar(attr, schemas),
        names: Default::default(),
    };
    let fields = schema.seq.iter().zip(layout.fields);
    let fields = fields.map(|(attr, field)| member(attr, field.holds, None));
    let parts = schema.instances.iter().zip(layout.parts);
    let parts = parts.map(|(attr, part)| member(attr, part.holds, Some(part)));
    Record {
        id: &schema.id,
        layout: *layout,
        schema,
        members: fields.chain(parts).collect(),
        needs: Default::default(),
        borrows: false,
        names: Default::default(),
        outer: Default::default(),
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
