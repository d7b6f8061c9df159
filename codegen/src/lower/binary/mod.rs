//! From a checked binary schema to the resolved format.

mod container;
mod envelope;
mod layout;
mod names;
mod numbers;
mod outer;
mod toc;
mod walked;

use offload_bundle_core::bytes::Encoding;

use crate::amounts::Amounts;
use crate::arena::Arena;
use crate::expr::Expr;
use crate::ir::binary::{Field, Format, Grammar, List, Part, Record, Sized, Versions, What};
use crate::ir::measure::Measure;
use crate::model::Schema;
use crate::model::binary::{Align, Attr, Kind, Link, Spec, Type, Write};
use crate::scope::Scope;

/// Resolves a schema that has passed all checks; `schemas` are those of the project.
pub fn format<'a>(
    arena: &'a Arena,
    modules: &mut Scope,
    file: &'a str,
    spec: &'a Spec,
    schemas: &'a [Schema],
) -> Format<'a> {
    let records = spec.records().map(|record| lower_record(spec, record, schemas));
    let mut records: Vec<Record<'a>> = records.collect();
    outer::spread(&mut records);
    let names = names::give(spec, &mut records);
    // Where there are none, the schema has not passed its checks.
    let amounts = Amounts::of(spec).unwrap_or_default();
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
            .and_then(|keys| envelope::envelope(arena, spec, keys)),
        walked: spec.walk.as_ref().and_then(|keys| walked::walked(arena, spec, keys)),
        toc: spec.toc.as_ref().map(|keys| toc::toc(arena, spec, keys)),
        layout: layout::Resolved { records: &records, spec, amounts: &amounts, arena }.layout(),
        names,
        amounts,
        records,
    }
}

fn lower_record<'a>(spec: &Spec, record: &'a Type, schemas: &'a [Schema]) -> Record<'a> {
    let fields = record.seq.iter().map(|attr| Field {
        id: &attr.id,
        attr,
        grammar: grammar(attr, schemas),
        what: what(spec, record, attr),
        names: Default::default(),
    });
    let parts = record.instances.iter().map(|attr| Part {
        id: &attr.id,
        attr,
        grammar: grammar(attr, schemas),
        pos: pos(record, attr),
        what: what(spec, record, attr),
        align: attr.align.as_ref().map_or(Align::To(1), |align| align.value.clone()),
        fill: attr.fill.unwrap_or(0),
        area: attr.area.as_ref().and_then(|id| area(spec, id)),
        names: Default::default(),
    });
    Record {
        id: &record.id,
        rust: record.rust.as_ref().map(|name| name.as_str()),
        version_of: record.version_of.as_ref().map(|name| name.as_str()),
        docs: &record.docs,
        fields: fields.collect(),
        parts: parts.collect(),
        needs: Default::default(),
        borrows: false,
        names: Default::default(),
        outer: Default::default(),
    }
}

/// The number of the area called `id`, and whether it is a string table.
fn area(spec: &Spec, id: &str) -> Option<(usize, bool)> {
    let mut areas = spec.areas.iter().enumerate();
    let (number, area) = areas.find(|(_, area)| area.id.value == id)?;
    Some((number, area.strings.is_some()))
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

/// Where a pointed-at part starts.
fn pos(record: &Type, attr: &Attr) -> Measure {
    let pos = attr.pos.as_ref().map_or(Expr::Number(0), |pos| pos.value.clone());
    measure(record, attr, pos, Link::Offset)
}

fn what(spec: &Spec, record: &Type, attr: &Attr) -> What {
    let encoding = attr.encoding.as_ref().map(|encoding| match encoding.value.as_str() {
        "ASCII" => Encoding::Ascii,
        _ => Encoding::Utf8,
    });
    let limit = attr.limit.as_ref().map(|limit| limit.value);
    match &attr.kind.value {
        Kind::Contents(bytes) => What::Magic(bytes.clone()),
        Kind::Number(..) => What::Number(numbers::number(spec, record, attr)),
        Kind::Bytes if spec.is_compressed(record, attr) => What::Compressed(envelope::compressed(record, attr)),
        Kind::Strz => What::Terminated(limit.unwrap_or(u64::MAX), encoding.unwrap_or(Encoding::Utf8)),
        Kind::Str | Kind::Bytes if attr.to_end() => What::Rest,
        Kind::Str | Kind::Bytes => {
            let size = attr.size.as_ref().map_or(Expr::Number(0), |size| size.value.clone());
            let len = measure(record, attr, size, Link::Size);
            What::Sized(Sized { len, encoding })
        }
        Kind::Record(id) => match &*attr.repeat {
            None => What::Record(index_of(spec, id)),
            Some(count) => What::List(List {
                record: index_of(spec, id),
                count: measure(record, attr, count.value.clone(), Link::Count),
            }),
        },
        Kind::Versions { on, cases } => {
            let default = record.find(on).and_then(|attr| attr.default.as_ref());
            let first = cases.first().map_or(0, |(number, _)| *number);
            What::Versions(Versions {
                on: on.clone(),
                cases: cases
                    .iter()
                    .map(|(number, id)| (*number, index_of(spec, &id.value)))
                    .collect(),
                default: default.map_or(first, |default| default.value),
                names: Default::default(),
                variants: Vec::new(),
                number_method: String::new(),
                number_local: String::new(),
                outer: Default::default(),
            })
        }
    }
}

/// The expression, and the field of the same record that is computed from this part by `link`.
fn measure(record: &Type, attr: &Attr, expr: Expr, link: Link) -> Measure {
    let linked = record.written(Write::Of(link, attr.id.value.clone())).next();
    let limited = link != Link::Offset;
    Measure {
        expr,
        blame: linked.map(|field| field.id.value.clone()),
        limit: attr.limit.as_ref().filter(|_| limited).map(|limit| limit.value),
    }
}

fn index_of(spec: &Spec, id: &str) -> usize {
    spec.records().position(|record| record.id.value == id).unwrap_or(0)
}
