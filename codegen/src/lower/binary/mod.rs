//! From a checked binary schema to the resolved format.

mod envelope;
mod layout;
mod numbers;
mod outer;

use offload_bundle_core::bytes::Encoding;

use crate::arena::Arena;
use crate::expr::Expr;
use crate::ir::binary::{
    Align, Container, Docs, Enum, Field, Format, Grammar, List, Member, Opt, Part, Record, Sized, Versions, What,
};
use crate::ir::measure::Measure;
use crate::model::Schema;
use crate::model::binary as model;
use crate::model::binary::{Attr, Kind, Link, Spec, Type, Write};
use crate::spanned::Spanned;

/// Resolves a schema that has passed all checks; `schemas` are those of the project.
pub fn format<'a>(arena: &'a Arena, file: &str, spec: &Spec, schemas: &[Schema]) -> Format<'a> {
    let mut records: Vec<Record> = spec.records().map(|record| lower_record(spec, record)).collect();
    parsed(&mut records, schemas);
    outer::spread(&mut records);
    numbers::mark_used(&mut records);
    let enums: Vec<Enum> = spec.enums.iter().map(|named| lower_enum(spec, named)).collect();
    Format {
        file: file.to_owned(),
        id: spec.id.value.clone(),
        title: spec.title.clone(),
        container: spec.container.as_ref().and_then(|keys| container(spec, keys)),
        envelope: spec.envelope.as_ref().and_then(|keys| envelope::envelope(spec, keys)),
        layout: layout::Resolved { records: &records, enums: &enums, arena }.layout(),
        enums,
        options: spec.options.iter().map(option).collect(),
        records,
    }
}

fn lower_record(spec: &Spec, record: &Type) -> Record {
    Record {
        id: record.id.value.clone(),
        docs: docs(&record.docs, record.orig_id.as_ref(), None),
        fields: record.seq.iter().map(|attr| field(spec, record, attr)).collect(),
        parts: record.instances.iter().map(|attr| part(spec, record, attr)).collect(),
        needs_to_read: Default::default(),
        needs_to_write: Default::default(),
        options: Default::default(),
        borrows: false,
    }
}

fn field(spec: &Spec, record: &Type, attr: &Attr) -> Field {
    Field {
        id: attr.id.value.clone(),
        docs: docs(&attr.docs, attr.orig_id.as_ref(), attr.grammar.as_ref()),
        what: what(spec, record, attr),
    }
}

fn part(spec: &Spec, record: &Type, attr: &Attr) -> Part {
    let pos = attr.pos.as_ref().map_or(Expr::Number(0), |pos| pos.value.clone());
    Part {
        id: attr.id.value.clone(),
        docs: docs(&attr.docs, attr.orig_id.as_ref(), attr.grammar.as_ref()),
        pos: measure(record, attr, pos, Link::Offset),
        what: what(spec, record, attr),
        align: match &attr.align {
            Some(align) => match &align.value {
                model::Align::To(number) => Align::To(*number),
                model::Align::Option(option) => Align::Option(option.clone()),
            },
            None => Align::To(1),
        },
        fill: attr.fill.unwrap_or(0),
    }
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
        Kind::Bytes if spec.is_compressed(record, attr) => What::Compressed(envelope::compressed(spec, record, attr)),
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
            })
        }
    }
}

/// The expression, and the field of the same record that is computed from this part by `link`.
fn measure(record: &Type, attr: &Attr, expr: Expr, link: Link) -> Measure {
    let linked = record.seq.iter().find(|field| {
        let target = Write::Of(link, attr.id.value.clone());
        field.write.as_ref().is_some_and(|write| write.value == target)
    });
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

fn docs(docs: &model::Docs, orig_id: Option<&String>, grammar: Option<&Spanned<String>>) -> Docs {
    Docs {
        doc: docs.doc.as_ref().map(ToString::to_string).unwrap_or_default(),
        refs: docs.doc_ref.to_vec(),
        orig_id: orig_id.cloned(),
        grammar: grammar.map(|grammar| Grammar { module: grammar.value.clone(), parsed: String::new() }),
    }
}

/// Fills in what texts are parsed to: the first type of their grammar.
fn parsed(records: &mut [Record], schemas: &[Schema]) {
    let types = |module: &str| {
        schemas.iter().find_map(|schema| match &schema.spec {
            crate::model::Spec::Ids(ids) if ids.meta.id.value == module => Some(ids.types.entry.name.value.clone()),
            _ => None,
        })
    };
    for record in records {
        let fields = record.fields.iter_mut().map(|field| &mut field.docs);
        for docs in fields.chain(record.parts.iter_mut().map(|part| &mut part.docs)) {
            if let Some(grammar) = &mut docs.grammar {
                grammar.parsed = types(&grammar.module).unwrap_or_default();
            }
        }
    }
}

fn lower_enum(spec: &Spec, named: &model::Enum) -> Enum {
    let members = named.members.iter().map(|member| Member {
        id: member.id.value.clone(),
        number: member.number.value,
        docs: docs(&member.docs, member.orig_id.as_ref(), None),
        since: member.since.as_ref().map_or(0, |since| since.value),
    });
    let uses = |attr: &&Attr| attr.names.as_ref().is_some_and(|names| names.value == named.id.value);
    let mut attrs = spec.records().flat_map(Type::attrs).filter(uses);
    Enum {
        id: named.id.value.clone(),
        members: members.collect(),
        versioned: named.members.iter().any(|member| member.since.is_some()),
        open: attrs.any(Attr::is_open),
    }
}

fn option(option: &model::Opt) -> Opt {
    Opt {
        id: option.id.value.clone(),
        docs: docs(&option.docs, None, None),
        default: option.default.value,
        min: option.least(),
        max: option.most(),
    }
}

fn container(spec: &Spec, keys: &model::ContainerKeys) -> Option<Container> {
    let Kind::Record(entry) = &spec.root.find(&keys.entries.value)?.kind.value else {
        return None;
    };
    let content = spec.find(entry)?.find(&keys.content.value)?;
    let lowered = part(spec, spec.find(entry)?, content);
    Some(Container {
        entries: keys.entries.value.clone(),
        record: index_of(spec, entry),
        id: keys.id.value.clone(),
        content: keys.content.value.clone(),
        offset: lowered.pos.blame?,
        alignment: match lowered.align {
            Align::Option(option) => Some(option),
            Align::To(_) => None,
        },
        padding: keys.padding,
        magic: magic(spec),
    })
}

/// The fixed bytes that the format begins with.
fn magic(spec: &Spec) -> Vec<u8> {
    match spec.root.seq.first().map(|attr| &attr.kind.value) {
        Some(Kind::Contents(magic)) => magic.clone(),
        _ => Vec::new(),
    }
}
