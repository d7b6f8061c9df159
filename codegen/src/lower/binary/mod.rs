//! Lowers a checked binary schema to a resolved format.

mod container;
mod envelope;
mod groups;
mod table;
mod toc;
mod walked;

use offload_bundle_core::tree::{Record as Table, Tree};

use crate::arena::Arena;
use crate::ir::binary::{self as ir, Format, Grammar, Member};
use crate::ir::face::Face;
use crate::lower::tree;
use crate::model::Schema;
use crate::model::binary::{Attr, Record, Spec};
use crate::model::imports::with_imports;
use crate::problem::{Doubts, Problems};
use crate::scope::Scope;

pub fn format<'a>(
    arena: &'a Arena,
    modules: &mut Scope,
    file: &'a str,
    spec: &'a Spec,
    schemas: &'a [Schema],
) -> Format<'a> {
    let tree = arena.one(match spec.is_typed {
        true => table::tree(arena, spec),
        false => {
            let specs = with_imports(spec, schemas);
            tree::tree(arena, &specs, &Doubts::default(), &mut Problems::new(file, true))
        }
    });
    let records = spec.records().zip(tree.records);
    let records: Vec<ir::Record<'a>> = records
        .map(|(schema, table)| record(spec, schema, (tree, table), schemas))
        .collect();
    let (groups, names) = match spec.is_typed {
        true => groups::give(spec, &records),
        false => Default::default(),
    };
    Format {
        file,
        spec,
        id: &spec.id,
        module: modules.snake(&spec.id),
        face: face(arena, spec, tree),
        grammar: spec.id_grammar().map(|module| module.as_str()),
        tree,
        names,
        records,
        groups,
    }
}

fn face<'a>(arena: &'a Arena, spec: &'a Spec, tree: &Tree<'a>) -> Option<Face<'a>> {
    match (&spec.container, &spec.envelope, &spec.walk, &spec.toc) {
        (Some(keys), ..) => container::container(arena, spec, keys).map(Face::Container),
        (_, Some(keys), ..) => envelope::envelope(arena, spec, keys, tree),
        (_, _, Some(keys), _) => walked::walked(arena, spec, keys).map(Box::new).map(Face::Walked),
        (.., Some(keys)) => Some(Face::Toc(toc::toc(arena, spec, keys))),
        (None, None, None, None) => None,
    }
}

fn record<'a>(
    spec: &Spec,
    schema: &'a Record,
    (tree, table): (&Tree<'a>, &'a Table<'a>),
    schemas: &'a [Schema],
) -> ir::Record<'a> {
    let members = schema.seq.iter().chain(&schema.instances).zip(table.attrs());
    let members = members.map(|(attr, table)| Member {
        id: &attr.id,
        held: tree.held(table),
        table,
        attr,
        grammar: grammar(attr, schemas),
    });
    ir::Record { id: &schema.id, is_root: spec.is_root(schema), table, schema, members: members.collect() }
}

fn grammar<'a>(attr: &'a Attr, schemas: &'a [Schema]) -> Option<Grammar<'a>> {
    let module = &attr.grammar.as_ref()?.value;
    let parsed = schemas.iter().find_map(|schema| match &schema.spec {
        crate::model::Spec::Ids(ids) if ids.meta.id.value == *module => Some(&ids.types.entry.name),
        _ => None,
    });
    Some(Grammar { module, parsed: parsed? })
}
